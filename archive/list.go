package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Entry is one run in a directory of runs.
type Entry struct {
	Dir    string // with the root
	Info   Info   // empty with Err
	Status Status // Info.Status, but Crashed if the run's process is gone
	Err    error  // why run.json cannot be read
}

// List finds the runs in the directory root, the oldest first. What has no
// run.json is no run. A root that does not exist has no runs.
func List(root string) ([]Entry, error) {
	dirs, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the runs in %s: %w", root, cause(err))
	}
	var entries []Entry
	// Names begin with the second of the start only, so they do not tell the
	// order of runs that follow each other quickly.
	for _, d := range dirs {
		dir := filepath.Join(root, d.Name())
		info, err := readInfo(os.DirFS(dir))
		if errors.Is(err, fs.ErrNotExist) || !d.IsDir() {
			continue
		}
		entries = append(entries, Entry{Dir: dir, Info: info, Status: standing(dir, &info), Err: err})
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.Info.Started.Compare(b.Info.Started) })
	return entries, nil
}

// standing is the status that run.json tells, unless the run's process died
// before it could change it.
func standing(dir string, info *Info) Status {
	if info.Status == Running && !locked(dir) {
		return Crashed
	}
	return info.Status
}
