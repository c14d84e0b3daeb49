package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// prunedSuffix marks the directory of a run that is being removed. It is no
// run for List, so a removal that is killed leaves nothing that looks like one.
const prunedSuffix = ".pruned"

// Waste is what removing a run would free.
type Waste struct {
	Bytes   int64
	Strange []string // files that are not of the run, by path; of unfinished runs nobody can tell
}

// WasteOf looks at what lies in the directory or zip file of a run.
func WasteOf(e *Entry) (Waste, error) {
	var w Waste
	listed := map[string]bool{infoFile: true}
	for i := range e.Info.Files {
		listed[e.Info.Files[i].Path] = true
	}
	finished := e.Status != Running && e.Status != Crashed && !isFile(e.Dir)
	err := filepath.WalkDir(e.Dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		w.Bytes += info.Size()
		inside, err := filepath.Rel(e.Dir, at)
		inside = filepath.ToSlash(inside)
		if finished && !listed[inside] && !strings.HasPrefix(inside, journalDir+"/") {
			w.Strange = append(w.Strange, inside)
		}
		return err
	})
	if err != nil {
		return w, fmt.Errorf("look at %s: %w", e.Dir, cause(err))
	}
	return w, nil
}

// Remove removes a run: its directory with all that is in it, or its zip file.
// One that a living process is making is refused, and what cannot be read,
// since it may be anything.
func Remove(e *Entry) error { return remove(disk{}, e) }

// remove removes on a disk that a test may break.
func remove(on disk, e *Entry) error {
	wrap := func(err error) error { return fmt.Errorf("remove %s: %w", e.Dir, cause(err)) }
	if e.Err != nil {
		return wrap(errors.New("it cannot be read, so it may be no run; remove it by hand"))
	}
	if isFile(e.Dir) {
		if err := on.remove(e.Dir); err != nil {
			return wrap(err)
		}
		return nil
	}
	lock, held, err := claimDir(e.Dir)
	if err != nil {
		return wrap(err)
	}
	defer lock.Close()
	// Where there are no locks, only the status tells.
	if held || e.Status == Running {
		return wrap(fmt.Errorf("process %d is still writing it", e.Info.Process))
	}
	// Half a run must not look like one, so it loses its name first.
	if err := on.rename(e.Dir, e.Dir+prunedSuffix); err != nil {
		return wrap(err)
	}
	if err := on.removeAll(e.Dir + prunedSuffix); err != nil {
		return wrap(err)
	}
	return nil
}

// Left are the directories in root that removals have left which were killed.
func Left(root string) (dirs []string, err error) {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasSuffix(e.Name(), prunedSuffix) {
			dirs = append(dirs, filepath.Join(root, e.Name()))
		}
	}
	return dirs, err
}

// RemoveLeft removes one of them.
func RemoveLeft(dir string) error {
	if err := (disk{}).removeAll(dir); err != nil {
		return fmt.Errorf("remove %s: %w", dir, cause(err))
	}
	return nil
}

// removeAll removes a directory and what is in it.
func (d disk) removeAll(dir string) error {
	if err := d.ask(opRemove, dir); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}
