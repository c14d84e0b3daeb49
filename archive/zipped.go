package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// zipSuffix is how the name of a zip file ends.
const zipSuffix = ".zip"

// inflatedMost is the most bytes that a compressed file of a zip may have. It
// is kept in memory while it is read; parts roll at 64 MiB, so a greater one
// is none of ours.
const inflatedMost = 1 << 30

// zipped is the files of a run in a zip file. Those that are stored are read
// in place; compressed ones are inflated into memory, one at a time, each time
// that they are opened.
type zipped struct {
	*zip.Reader
	file   *os.File
	root   string               // the directory of run.json in the zip
	stored map[string]*zip.File // by their whole name
}

// openZip opens the zip of a run. Around the run's files there may be
// directories, as zip programs put them there.
func openZip(name string) (*zipped, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	z := &zipped{file: f, stored: map[string]*zip.File{}}
	if err := z.open(); err != nil {
		f.Close()
		return nil, err
	}
	return z, nil
}

// open reads the directory of the zip, and refuses what could not be read later.
func (z *zipped) open() error {
	info, err := z.file.Stat()
	if err != nil {
		return cause(err)
	}
	if z.Reader, err = zip.NewReader(z.file, info.Size()); err != nil {
		return fmt.Errorf("it is neither a directory nor a zip file: %w", err)
	}
	for _, f := range z.File {
		if err := readable(f); err != nil {
			return err
		}
		if f.Method == zip.Store {
			z.stored[f.Name] = f
		}
	}
	return z.findRoot()
}

// readable refuses a file of a zip that cannot be read, or not in the memory
// that there is for it.
func readable(f *zip.File) error {
	const encrypted = 1 << 0 // of the flags, as APPNOTE.TXT 4.4.4 has them
	switch {
	case f.Flags&encrypted != 0:
		return fmt.Errorf("%s is encrypted; unzip it and name the directory", f.Name)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("%s is compressed by method %d; only stored and deflated files are read, so unzip it and name the directory", f.Name, f.Method)
	case f.Method == zip.Deflate && f.UncompressedSize64 > inflatedMost:
		return fmt.Errorf("%s has %d bytes, too many to inflate in memory; store it (zip -0) or unzip it", f.Name, f.UncompressedSize64)
	}
	return nil
}

// findRoot finds the directory of run.json. A zip of several runs is refused:
// none of them is meant more than the others.
func (z *zipped) findRoot() error {
	var roots []string
	for _, f := range z.File {
		if path.Base(f.Name) == infoFile {
			roots = append(roots, path.Dir(f.Name))
		}
	}
	switch len(roots) {
	case 0:
		return errNoRun
	case 1:
		z.root = roots[0]
		return nil
	}
	return fmt.Errorf("it holds %d runs (%s); unzip it and name one", len(roots), strings.Join(roots, ", "))
}

// errNoRun is that a zip file is that of something else.
var errNoRun = errors.New("it has no " + infoFile + ", so it is no zip of a run")

// Open opens a file of the run, one that is stored as an io.ReaderAt.
func (z *zipped) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	name = path.Join(z.root, name)
	f := z.stored[name]
	if f == nil {
		return z.Reader.Open(name)
	}
	begin, err := f.DataOffset()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return storedFile{io.NewSectionReader(z.file, begin, int64(f.UncompressedSize64)), f.FileInfo()}, nil
}

// Close closes the zip file.
func (z *zipped) Close() error { return z.file.Close() }

// storedFile is a file of a zip that is not compressed.
type storedFile struct {
	*io.SectionReader
	info fs.FileInfo
}

func (f storedFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f storedFile) Close() error               { return nil }
