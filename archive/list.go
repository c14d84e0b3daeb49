package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Entry is one run in a directory of runs.
type Entry struct {
	Dir    string // or zip file, with the root
	Info   Info   // empty with Err
	Status Status // Info.Status, but Crashed if the run's process is gone
	Err    error  // why run.json cannot be read
}

// List finds the runs in the directory root and the zip files of runs, the
// oldest first. What has no run.json is no run. A root that does not exist has
// no runs.
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
		if e, is := entry(root, d); is {
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.Info.Started.Compare(b.Info.Started) })
	return entries, nil
}

// entry is the run that lies there, if it is one.
func entry(root string, d fs.DirEntry) (e Entry, is bool) {
	e.Dir = filepath.Join(root, d.Name())
	switch {
	case d.IsDir() && strings.HasSuffix(d.Name(), prunedSuffix):
		return e, false
	case d.IsDir():
		e.read(readInfo(os.DirFS(e.Dir)))
	case strings.HasSuffix(d.Name(), zipSuffix):
		e.read(zippedInfo(e.Dir))
	default:
		return e, false
	}
	return e, !errors.Is(e.Err, fs.ErrNotExist) && !errors.Is(e.Err, errNoRun)
}

// read takes what reading run.json gave.
func (e *Entry) read(info Info, err error) {
	e.Info, e.Err = info, err
	e.Status = standing(e.Dir, &e.Info)
}

// EntryOf is the run at a path: its directory or a zip file of it.
func EntryOf(path string) (Entry, error) {
	e := Entry{Dir: path}
	if isFile(path) {
		e.read(zippedInfo(path))
	} else {
		e.read(readInfo(os.DirFS(path)))
	}
	if e.Err != nil {
		return e, fmt.Errorf("open %s: %w", path, e.Err)
	}
	return e, nil
}

// zippedInfo reads run.json in a zip file.
func zippedInfo(name string) (Info, error) {
	z, err := openZip(name)
	if err != nil {
		return Info{}, fmt.Errorf("open %s: %w", filepath.Base(name), err)
	}
	defer z.Close()
	return readInfo(z)
}

// standing is the status that run.json tells, unless the run's process died
// before it could change it.
func standing(dir string, info *Info) Status {
	if info.Status == Running && (isFile(dir) || !locked(dir)) {
		return Crashed
	}
	return info.Status
}
