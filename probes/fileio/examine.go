package fileio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Room is what a directory has, and what a job needs there.
type Room struct {
	Free, Need int64 // bytes that may still be stored; that are to be stored
	Alignment  int64 // of offsets and lengths with O_DIRECT; 0 if unknown or not asked for
}

// Examine finds out, before anything of a run is begun, whether its files can
// be had in their directory: whether it is there and takes files, whether
// those of its names are ours, whether there is room for them, and whether the
// file system has the flags that are asked for, by writing one block to a file
// of its own that it removes again. An error is one sentence with the remedy.
func Examine(j *Job) (Room, error) {
	var room Room
	if !supported {
		return room, errors.New("the fileio probe needs Linux: O_DIRECT, fdatasync and io_uring are its own")
	}
	found, err := find(j.Directory, j.Files)
	if err != nil {
		return room, err
	}
	if room.Free, err = free(j.Directory); err != nil {
		return room, fmt.Errorf("find out how much room there is: %w", err)
	}
	room.Need = j.FileSize() * j.Files
	if found != nil {
		room.Need = max(room.Need-stored(j.Directory, found.Files), 0)
	}
	if room.Need > room.Free {
		return room, &DirectoryError{j.Directory, fmt.Sprintf("has room for %d bytes, and the files need %d more", room.Free, room.Need),
			"make room, use a smaller file_total_size, or name another with file_directory"}
	}
	room.Alignment, err = try(j)
	return room, err
}

// stored is how many bytes the files of a probe have.
func stored(directory string, files int64) (sum int64) {
	for n := range files {
		if info, err := os.Lstat(filepath.Join(directory, Name(n))); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// flags are the names of the job's flags for open(2).
func (j *Job) flags() string {
	var names []string
	for _, f := range []struct {
		on   bool
		name string
	}{{j.Sync, "O_SYNC"}, {j.DataSync, "O_DSYNC"}, {j.Direct, "O_DIRECT"}} {
		if f.on {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, " and ")
}

// try writes and reads a block as the job would.
func try(j *Job) (align int64, err error) {
	path := filepath.Join(j.Directory, fmt.Sprintf(".assay-fileio-%d", os.Getpid()))
	defer os.Remove(path)
	fd, err := openFile(j, path, create)
	if err != nil && j.flags() != "" && !errors.Is(err, os.ErrPermission) {
		return 0, &DirectoryError{j.Directory, fmt.Sprintf("is on a file system that refuses %s (%v)", j.flags(), errors.Unwrap(err)),
			"leave it out of file_extra_flags, or name a directory on another file system with file_directory"}
	}
	if err != nil {
		return 0, &DirectoryError{j.Directory, fmt.Sprintf("takes no files (%v)", errors.Unwrap(err)), "make it writable, or name another with file_directory"}
	}
	defer closeFile(fd)
	if j.Direct {
		if align = alignment(fd); align > 0 {
			if err := aligned(j, align); err != nil {
				return align, err
			}
		}
	}
	b, err := pages(ceil(j.Block, chunk) * chunk)
	if err != nil {
		return align, err
	}
	defer unmap(b)
	if _, err := pwrite(fd, b[:j.Block], j.Block); err != nil {
		return align, &DirectoryError{j.Directory, fmt.Sprintf("refuses to write %d bytes at byte %d (%v)", j.Block, j.Block, err),
			"with O_DIRECT, file_block_size is a multiple of the disk's sectors, which 4096 mostly is; else name another with file_directory"}
	}
	return align, nil
}

// aligned refuses sizes that O_DIRECT cannot have.
func aligned(j *Job, align int64) error {
	for _, s := range []struct {
		name string
		size int64
	}{{"file_block_size", j.Block}, {"the size of a file (file_total_size ÷ file_num)", j.FileSize()}} {
		if s.size%align != 0 {
			return fmt.Errorf("%s is %d bytes, and O_DIRECT in %s wants multiples of %d: use such a size, or leave direct out of file_extra_flags", s.name, s.size, j.Directory, align)
		}
	}
	return nil
}
