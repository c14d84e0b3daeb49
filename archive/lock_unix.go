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

// claimDir locks a directory as lockDir does; held is true if a living process
// has the lock.
func claimDir(dir string) (d *os.File, held bool, err error) {
	d, err = os.Open(dir)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return d, errors.Is(err, syscall.EWOULDBLOCK), nil
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
