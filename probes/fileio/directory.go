package fileio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// Marker is the name of the file that tells whose the files beside it are.
const Marker = "assay-fileio.json"

// Directory is a directory whose files belong to a probe, held for a while: a
// lock on the marker, which ends with the process, keeps other programs away.
type Directory struct {
	path   string
	lock   *os.File
	layout layout // of what is there
	users  int
}

// held are the directories that this process holds, by path. The lock is one
// of the process, so who shares it must know of each other too.
var held = struct {
	sync.Mutex
	directories map[string]*Directory
}{directories: map[string]*Directory{}}

// DirectoryError is a directory that cannot be used: what it is, what it would
// have to be, and what to do.
type DirectoryError struct{ Path, Have, Need, Remedy string }

func (e *DirectoryError) Error() string {
	return fmt.Sprintf("the directory %s is %s, needed is %s: %s", e.Path, e.Have, e.Need, e.Remedy)
}

const another = "name another with file_directory"

// find looks for files of a probe in a directory and changes nothing. Without
// a marker there it gives nil, unless the files of a job would overwrite
// others.
func find(path string, files int64) (*layout, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &DirectoryError{path, "missing", "one to keep the files in", "make it with mkdir -p " + path + ", or " + another}
	case err != nil:
		return nil, fmt.Errorf("look at the directory of the files: %w", err)
	case !info.IsDir():
		return nil, &DirectoryError{path, "a file", "a directory", another}
	}
	data, err := os.ReadFile(filepath.Join(path, Marker))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, foreign(path, files)
	}
	if err != nil {
		return nil, fmt.Errorf("read the marker of the files: %w", err)
	}
	return readLayout(path, data)
}

// foreign refuses files of our names that somebody else has made.
func foreign(path string, files int64) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("look at the directory of the files: %w", err)
	}
	for _, e := range entries {
		number, named := strings.CutPrefix(e.Name(), prefix)
		n, err := strconv.ParseInt(number, 10, 64)
		if named && err == nil && n < files && e.Name() == Name(n) {
			return &DirectoryError{path, "one with a " + e.Name() + " that Assay did not make", "one without",
				"remove it (if it is sysbench's, sysbench fileio cleanup does), or " + another}
		}
	}
	return nil
}

// Enter takes a directory for the files of a job, which need not be made yet.
// It is one directory for all in this process who have entered it.
func Enter(j *Job) (*Directory, error) {
	path, err := filepath.Abs(j.Directory)
	if err != nil {
		return nil, fmt.Errorf("find the directory of the files: %w", err)
	}
	held.Lock()
	defer held.Unlock()
	if d := held.directories[path]; d != nil {
		d.users++
		return d, nil
	}
	found, err := find(path, j.Files)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR
	if found == nil {
		flags |= os.O_CREATE
	}
	d, err := enter(path, flags, found)
	if err == nil {
		held.directories[path] = d
	}
	return d, err
}

// enter takes a directory that nobody here has.
func enter(path string, flags int, found *layout) (*Directory, error) {
	f, err := os.OpenFile(filepath.Join(path, Marker), flags, 0o644)
	if err != nil {
		return nil, fmt.Errorf("mark the files of the probe: %w", err)
	}
	ours, err := hold(f)
	if err == nil && !ours {
		err = &DirectoryError{path, "in use by another run", "one that nobody else measures in", "wait for that run to end, or " + another}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	d := &Directory{path: path, lock: f, users: 1}
	if found != nil {
		d.layout = *found
	}
	return d, nil
}

// Leave gives the directory up, with what is in it.
func (d *Directory) Leave() error {
	held.Lock()
	defer held.Unlock()
	if d.users--; d.users > 0 {
		return nil
	}
	delete(held.directories, d.path)
	return d.lock.Close()
}

// Ready tells whether the files are those of a job, in full, as Prepare left
// them, and nobody uses them in a way that goes with no other.
func (d *Directory) Ready(j *Job) error {
	want := layoutOf(j)
	switch {
	case !d.layout.fits(want):
		return &DirectoryError{d.path, "one for " + d.layout.String(), "one for " + want.String(), "give each of the probes that run together a directory of its own"}
	case j.Mode == SequentialWrite && d.users > 1:
		return &DirectoryError{d.path, "in use by another load", "one of its own for " + j.Mode.String() + ", which makes the files anew", another}
	case j.Mode != SequentialWrite && d.layout.State != complete:
		return &DirectoryError{d.path, "one whose files are not whole", "one for " + want.String(), "give each of the probes that run together a directory of its own"}
	}
	return nil
}

// write writes the marker anew.
func (d *Directory) write(l layout) error {
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		panic(err) // plain data
	}
	if _, err = d.lock.WriteAt(append(data, '\n'), 0); err == nil {
		err = d.lock.Truncate(int64(len(data) + 1))
	}
	if err != nil {
		return fmt.Errorf("mark the files of the probe: %w", err)
	}
	d.layout = l
	return nil
}

// Remove removes the files that the marker speaks of, and the marker. The
// directory stays.
func (d *Directory) Remove() error {
	if err := d.removeFiles(); err != nil {
		return err
	}
	if err := os.Remove(d.lock.Name()); err != nil {
		return fmt.Errorf("remove the marker of the files: %w", err)
	}
	d.layout = layout{}
	return nil
}

// removeFiles removes those that the marker speaks of, as far as they are there.
func (d *Directory) removeFiles() error {
	for n := range d.layout.Files {
		if err := os.Remove(filepath.Join(d.path, Name(n))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the files of the probe: %w", err)
		}
	}
	return nil
}

// Clean removes the files of probes from a directory: those that a run made,
// unless they are to stay, or all if it is not named. It gives their number.
func Clean(path, run string) (files int64, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return 0, fmt.Errorf("find the directory of the files: %w", err)
	}
	found, err := find(path, 0)
	if err != nil || found == nil || run != "" && found.Run != run {
		return 0, err
	}
	held.Lock()
	defer held.Unlock()
	d, err := enter(path, os.O_RDWR, found)
	if err != nil {
		return 0, err
	}
	return found.Files, errors.Join(d.Remove(), d.lock.Close())
}
