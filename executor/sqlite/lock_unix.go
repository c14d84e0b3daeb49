//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sqlite

import (
	"os"
	"syscall"
)

// take opens a directory and locks it until the file is closed or the process
// dies; false if another holds it, or if there are no locks here.
func take(dir string) (*os.File, bool) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	if syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		d.Close()
		return nil, false
	}
	return d, true
}
