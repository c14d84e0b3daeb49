package fileio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Room is what a directory has, and what a job needs there.
type Room struct{ Free, Need int64 } // bytes that may still be stored; that are to be stored

// Examine finds out, before anything of a run is begun, whether its files can
// be had in their directory: whether it is there and takes files, whether
// those of its names are ours, whether there is room for them, and whether the
// file system has the flags that are asked for and takes blocks of that size,
// by writing one to a file of its own that it removes again. An error says the
// remedy; whether Room suffices is for the caller to judge.
func Examine(j *Job) (room Room, err error) {
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
	return room, try(j)
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

// try writes a block as the job would.
func try(j *Job) error {
	path := filepath.Join(j.Directory, fmt.Sprintf(".assay-fileio-%d", os.Getpid()))
	defer os.Remove(path)
	fd, err := openFile(j, path, create)
	if err != nil {
		return notOpened(j, errors.Unwrap(err))
	}
	defer closeFile(fd)
	if align := alignment(fd); j.Direct && align > 0 {
		if err := aligned(j, align); err != nil {
			return err
		}
	}
	b, err := pages(ceil(j.Block, chunk) * chunk)
	if err != nil {
		return err
	}
	defer unmap(b)
	if _, err := pwrite(fd, b[:j.Block], j.Block); err != nil && !full(err) {
		return &DirectoryError{j.Directory, fmt.Sprintf("one where %d bytes cannot be written at byte %d (%v)", j.Block, j.Block, err), "one where blocks of that size can",
			"with direct in file_extra_flags, make file_block_size a multiple of the disk's sectors, such as 4096; or " + another}
	}
	return nil
}

// notOpened says why the directory has no such files.
func notOpened(j *Job, err error) error {
	if errors.Is(err, syscall.EINVAL) && j.flags() != "" {
		return &DirectoryError{j.Directory, "on a file system that refuses " + j.flags(), "one that has it",
			"leave it out of file_extra_flags, or " + another}
	}
	return &DirectoryError{j.Directory, fmt.Sprintf("one where no file can be made (%v)", err), "one to write files in", "make it writable, or " + another}
}

// aligned refuses sizes that O_DIRECT cannot have.
func aligned(j *Job, align int64) error {
	for _, s := range []struct {
		name string
		size int64
	}{{"file_block_size", j.Block}, {"the size of a file, file_total_size ÷ file_num,", j.FileSize()}} {
		if s.size%align != 0 {
			return &DirectoryError{j.Directory, fmt.Sprintf("one where O_DIRECT wants multiples of %d bytes", align), fmt.Sprintf("one for %s of %d bytes", s.name, s.size),
				"use a size that is such a multiple, or leave direct out of file_extra_flags"}
		}
	}
	return nil
}
