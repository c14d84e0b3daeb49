//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package archive

import (
	"errors"
	"os"
	"syscall"
)

// lockDir opens a directory and locks it until the file is closed or the
// process dies. Unlike a process number the lock is never another's, and it
// leaves no file behind.
func lockDir(dir string) (*os.File, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	// A file system without locks is no reason not to measure.
	_ = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return d, nil
}

// locked tells whether a living process holds the lock of a directory.
func locked(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	err = syscall.Flock(int(d.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK)
}
