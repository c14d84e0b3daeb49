package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// markerName is a file in each temporary directory. The process that made the
// directory holds a lock on it, which ends with the process however that ends;
// so a marker without a lock is what a killed process has left behind. The
// number of the process alone would not do: the system gives it to another.
const (
	markerName = "assay-owner"
	markerForm = "Process %d" // that it begins with
)

// mark marks dir as this process's. The marker appears under its name when it
// is locked already, so that nobody can take it for a leftover in between.
func mark(dir string) (*os.File, error) {
	unready := filepath.Join(dir, "marker")
	f, err := os.OpenFile(unready, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f, markerForm+" and its servers hold a lock on this file. Once they are gone, the next run of assay removes this directory.\n", os.Getpid())
	if err == nil && !lock(f) {
		err = errors.New("cannot lock a new file")
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
// as Start does are looked at. An error names one that could not be removed.
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
	if err != nil || !info.Mode().IsRegular() || !ours(info) || !free(f) {
		return false, nil
	}
	if !await(f) {
		return false, fmt.Errorf("%s was left behind by a killed run, but a process still uses it; the next run will try again", dir)
	}
	if err := removeDir(dir); err != nil {
		return false, fmt.Errorf("cannot remove what a killed run has left behind: %w", err)
	}
	return true, nil
}

// removeDir removes a marked directory, the marker last: cut short, it can be
// found again.
func removeDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if e.Name() != markerName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	if err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// free tells whether the process that a marker names is gone. Its servers may
// still be about to end.
func free(marker *os.File) bool {
	var pid int
	if _, err := fmt.Fscanf(marker, markerForm, &pid); err != nil {
		return true
	}
	return pid != os.Getpid() && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || lock(marker)
}

// await gives processes that lost their parent a moment to end, and takes the
// lock that they share.
func await(marker *os.File) bool {
	for deadline := time.Now().Add(5 * time.Second); !lock(marker); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// lock takes the lock of a marker unless another has it.
func lock(marker *os.File) bool {
	return syscall.Flock(int(marker.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// ours tells whether a file belongs to the user of this process.
func ours(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
