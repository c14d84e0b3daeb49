package main

import (
	"io/fs"
	"strings"
	"time"
)

// oneFile is a file system of one file that nobody has written.
type oneFile struct{ name, text string }

// Open opens the file.
func (f oneFile) Open(name string) (fs.File, error) {
	if name != f.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &opened{strings.NewReader(f.text), f}, nil
}

// opened is the file while it is read.
type opened struct {
	*strings.Reader
	file oneFile
}

func (o *opened) Stat() (fs.FileInfo, error) { return info{o.file}, nil }
func (o *opened) Close() error               { return nil }

// info is what is known of the file.
type info struct{ file oneFile }

func (i info) Name() string       { return i.file.name }
func (i info) Size() int64        { return int64(len(i.file.text)) }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
