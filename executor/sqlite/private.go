package sqlite

import (
	"os"
	"path/filepath"
	"time"
)

// privatePattern names the directories of private databases, as os.MkdirTemp
// and filepath.Glob want it.
const privatePattern = "assay-sqlite-*"

// youth is how long a directory that nobody holds is left alone: it may have
// been made a moment ago, and be about to be held.
const youth = 10 * time.Minute

// private is a directory for a database of this process alone.
type private struct {
	dir  string
	hold *os.File // its lock, which the process cannot but give up when it dies
}

// newPrivate makes a directory (mode 0700) in the system's temporary one, and
// removes those there that belong to processes that were killed.
func newPrivate() (*private, error) {
	sweep(os.TempDir(), time.Now().Add(-youth))
	dir, err := os.MkdirTemp("", privatePattern)
	if err != nil {
		return nil, err
	}
	hold, _ := take(dir) // without locks nothing is swept, and that is all
	return &private{dir, hold}, nil
}

// take opens a directory and locks it until the file is closed or the process
// dies; false if another holds it, or if there are no locks here.
func take(dir string) (*os.File, bool) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	if lock(d) != nil {
		d.Close()
		return nil, false
	}
	return d, true
}

// remove deletes the directory with what is in it.
func (p *private) remove() error {
	err := os.RemoveAll(p.dir)
	if p.hold != nil {
		p.hold.Close()
	}
	return err
}

// sweep removes the private directories in root that were last changed before
// an instant and that no living process holds. Another user's cannot be
// removed, which is no matter.
func sweep(root string, before time.Time) {
	dirs, err := filepath.Glob(filepath.Join(root, privatePattern))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !info.ModTime().Before(before) {
			continue
		}
		if hold, free := take(dir); free {
			_ = os.RemoveAll(dir)
			hold.Close()
		}
	}
}
