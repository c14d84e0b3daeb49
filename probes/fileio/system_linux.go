package fileio

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// supported tells whether this system has what the probe measures.
const supported = true

// openFile opens a file for reading and writing as the job wants it, with more
// flags of open(2).
func openFile(j *Job, path string, more int) (fd int, err error) {
	flags := unix.O_RDWR | unix.O_CLOEXEC | more
	for _, f := range []struct {
		on   bool
		flag int
	}{{j.Direct, unix.O_DIRECT}, {j.Sync, unix.O_SYNC}, {j.DataSync, unix.O_DSYNC}} {
		if f.on {
			flags |= f.flag
		}
	}
	fd, err = unix.Open(path, flags, 0o600)
	if err != nil {
		return -1, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return fd, nil
}

const (
	create   = unix.O_CREAT
	truncate = unix.O_TRUNC
)

func closeFile(fd int) error                         { return unix.Close(fd) }
func pread(fd int, b []byte, at int64) (int, error)  { return unix.Pread(fd, b, at) }
func pwrite(fd int, b []byte, at int64) (int, error) { return unix.Pwrite(fd, b, at) }
func resize(fd int, size int64) error                { return unix.Ftruncate(fd, size) }

// flush is fsync or fdatasync.
func flush(fd int, dataOnly bool) error {
	if dataOnly {
		return unix.Fdatasync(fd)
	}
	return unix.Fsync(fd)
}

// interrupted tells whether a call is to be made again.
func interrupted(err error) bool { return err == unix.EINTR }

// full tells whether there was no room for a write.
func full(err error) bool { return err == unix.ENOSPC || err == unix.EDQUOT }

// pages is memory of the kernel's own pages: it is aligned as O_DIRECT wants
// it, and stays where it is while the kernel works on it.
func pages(size int64) ([]byte, error) {
	b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("get %d bytes for the data: %w", size, err)
	}
	return b, nil
}

// mapFile maps the whole of a file.
func mapFile(fd int, size int64) ([]byte, error) {
	return unix.Mmap(fd, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func unmap(b []byte) error { return unix.Munmap(b) }

// flushMap writes what has changed in a map to its file and waits.
func flushMap(b []byte) error { return unix.Msync(b, unix.MS_SYNC) }

// free is how many bytes an unprivileged user may still store in a directory.
func free(directory string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(directory, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: directory, Err: err}
	}
	return int64(s.Bavail) * s.Bsize, nil
}

// alignment is what offsets and lengths of O_DIRECT must be multiples of in a
// file; 0 if the file system does not tell (before Linux 6.1, statx(2)).
func alignment(fd int) int64 {
	var s unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_DIOALIGN, &s); err != nil || s.Mask&unix.STATX_DIOALIGN == 0 {
		return 0
	}
	return int64(s.Dio_offset_align)
}

// hold locks a file until it is closed or the process dies; false if another
// has it.
func hold(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

// FileSystem is the type of the file system that a directory is on, by its
// number in statfs(2) where it has no well-known name; empty if unknown.
func FileSystem(directory string) string {
	var s unix.Statfs_t
	if err := unix.Statfs(directory, &s); err != nil {
		return ""
	}
	names := map[int64]string{
		unix.EXT4_SUPER_MAGIC: "ext4", unix.XFS_SUPER_MAGIC: "xfs", unix.BTRFS_SUPER_MAGIC: "btrfs", unix.TMPFS_MAGIC: "tmpfs",
		unix.OVERLAYFS_SUPER_MAGIC: "overlay", unix.NFS_SUPER_MAGIC: "nfs", unix.F2FS_SUPER_MAGIC: "f2fs", unix.FUSE_SUPER_MAGIC: "fuse",
	}
	if name, known := names[s.Type]; known {
		return name
	}
	return fmt.Sprintf("%#x", s.Type)
}
