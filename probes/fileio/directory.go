package fileio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Marker is the name of the file that tells whose the files beside it are.
const Marker = "assay-fileio.json"

// Directory is a directory whose files belong to a probe, held for one run:
// a lock on the marker, which ends with the process, keeps others away.
type Directory struct {
	path   string
	lock   *os.File
	layout layout // of what is there
}

// layout is what a marker tells of the files: those which fit another job need
// not be made again.
type layout struct {
	Format       int    `json:"format"`
	Note         string `json:"note"`
	Files        int64  `json:"files"`
	Size         int64  `json:"size"`              // of each, bytes
	Compressible int64  `json:"compressible"`      // per cent
	Checked      int64  `json:"checked,omitempty"` // size of blocks with a checksum; 0: they have none
	Complete     bool   `json:"complete"`          // all files have their size and data
}

const (
	format = 1
	note   = "The files test_file.N beside this one were made by assay to measure the disk; assay cleanup removes them."
)

// layoutOf is the layout that a job wants.
func layoutOf(j *Job) layout {
	l := layout{Format: format, Note: note, Files: j.Files, Size: j.FileSize(), Compressible: j.Compressible}
	if j.Validate {
		l.Checked = j.Block
	}
	return l
}

// fits tells whether files made as l serve where want is wanted. Data with
// checksums serves as well where none are looked for, unless a job would
// write blocks without them: the next would find these wrong.
func (l layout) fits(want layout) bool {
	l.Complete, want.Complete = false, false
	return l == want
}

// DirectoryError is a directory that cannot be used, with what to do.
type DirectoryError struct{ Path, Reason, Remedy string }

func (e *DirectoryError) Error() string {
	return fmt.Sprintf("the directory %s %s: %s", e.Path, e.Reason, e.Remedy)
}

// Find looks for files of a probe in a directory and changes nothing. Without
// a marker there it gives nil, unless the files of a job would overwrite
// others.
func find(path string, files int64) (*layout, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &DirectoryError{path, "does not exist", "make it, or name another with file_directory"}
	case err != nil:
		return nil, fmt.Errorf("look at the directory of the files: %w", err)
	case !info.IsDir():
		return nil, &DirectoryError{path, "is a file", "name a directory with file_directory"}
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

func readLayout(path string, data []byte) (*layout, error) {
	l := new(layout)
	if len(data) == 0 {
		return l, nil // its writer died before the first byte, and made nothing
	}
	if err := json.Unmarshal(data, l); err != nil || l.Format != format || l.Files < 0 {
		return nil, &DirectoryError{path, "has a " + Marker + " that this version cannot read", "remove it and the files test_file.N that it speaks of, or name another with file_directory"}
	}
	return l, nil
}

// foreign refuses files of our names that somebody else has made.
func foreign(path string, files int64) error {
	for n := range files {
		_, err := os.Lstat(filepath.Join(path, Name(n)))
		if err == nil {
			return &DirectoryError{path, "has a " + Name(n) + " that Assay did not make",
				"remove it (sysbench fileio cleanup does if it is sysbench's), or name another with file_directory"}
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("look at the files: %w", err)
		}
	}
	return nil
}

// Enter takes a directory for the files of a job, which are not made yet.
func Enter(j *Job) (*Directory, error) {
	found, err := find(j.Directory, j.Files)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR
	if found == nil {
		flags |= os.O_CREATE
		found = &layout{}
	}
	d, err := enter(j.Directory, flags)
	if err != nil {
		return nil, err
	}
	d.layout = *found
	return d, nil
}

func enter(path string, flags int) (*Directory, error) {
	f, err := os.OpenFile(filepath.Join(path, Marker), flags, 0o644)
	if err != nil {
		return nil, fmt.Errorf("mark the files of the probe: %w", err)
	}
	ours, err := hold(f)
	if err == nil && !ours {
		err = &DirectoryError{path, "is in use by another run", "wait for it to end, or name another with file_directory"}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Directory{path: path, lock: f}, nil
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
	for n := range d.layout.Files {
		if err := os.Remove(filepath.Join(d.path, Name(n))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the files of the probe: %w", err)
		}
	}
	if err := os.Remove(d.lock.Name()); err != nil {
		return fmt.Errorf("remove the marker of the files: %w", err)
	}
	d.layout = layout{}
	return nil
}

// Leave gives the directory up, with what is in it.
func (d *Directory) Leave() error { return d.lock.Close() }

// Clean removes the files of probes from a directory. It tells how many files
// there may have been; none if there is no marker.
func Clean(path string) (int64, error) {
	found, err := find(path, 0)
	if err != nil || found == nil {
		return 0, err
	}
	d, err := enter(path, os.O_RDWR)
	if err != nil {
		return 0, err
	}
	d.layout = *found
	return found.Files, errors.Join(d.Remove(), d.Leave())
}
