package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// markerName is a file in each temporary directory. The process that made the
// directory holds a lock on it, which ends with the process however that ends;
// so a marker without a lock is what a killed process has left behind. A
// number of a process would not do: the system gives it to another.
const markerName = "assay-owner"

// mark marks dir as this process's. The marker appears under its name when it
// is locked already, so that nobody can take it for a leftover in between.
func mark(dir string) (*os.File, error) {
	unready := filepath.Join(dir, "marker")
	f, err := os.OpenFile(unready, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f, "Process %d holds a lock on this file. Once it is gone, the next run of assay removes this directory.\n", os.Getpid())
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		err = os.Rename(unready, filepath.Join(dir, markerName))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Sweep removes the directories of servers whose process was killed before it
// could remove them, and tells which. Only directories that this user marked
// as Start does are looked at, and only if no server answers in them.
func Sweep() (removed []string, err error) {
	seen := map[string]bool{}
	for _, base := range bases() {
		markers, _ := filepath.Glob(filepath.Join(base, dirPrefix+"*", markerName))
		for _, marker := range markers {
			dir := filepath.Dir(marker)
			if seen[dir] {
				continue
			}
			seen[dir] = true
			gone, failure := sweep(dir)
			if gone {
				removed = append(removed, dir)
			}
			err = errors.Join(err, failure)
		}
	}
	return removed, err
}

// sweep removes dir if it is a leftover.
func sweep(dir string) (removed bool, err error) {
	f, err := os.OpenFile(filepath.Join(dir, markerName), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false, nil // another user's, or gone meanwhile
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !ours(info) {
		return false, nil
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil || answers(dir) {
		return false, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return false, fmt.Errorf("cannot remove what a killed run has left behind: %w", err)
	}
	return true, nil
}

// ours tells whether a file belongs to the user of this process.
func ours(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// answers tells whether a server still runs in dir, as it may where nothing
// ties its life to that of the process that started it.
func answers(dir string) bool {
	conn, err := net.DialTimeout("unix", filepath.Join(dir, socketName), time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
