package archive

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// disk is the file system as far as a run is written to it. The zero value is
// the real one.
type disk struct {
	// before is asked before each operation on a path, and its error is the
	// operation's. It is how tests make a disk slow, full or dead; nil otherwise.
	before func(operation, path string) error
}

// The operations that disk.before is told.
const (
	opCreate = "create"
	opWrite  = "write"
	opSync   = "sync"
	opRename = "rename"
	opRemove = "remove"
)

// ask is what a test says to an operation.
func (d disk) ask(operation, path string) error {
	if d.before == nil {
		return nil
	}
	return d.before(operation, path)
}

// diskFile is a file that is being written.
type diskFile struct {
	*os.File
	disk disk
}

// create makes an empty file, and its directory if need be.
func (d disk) create(path string) (*diskFile, error) {
	if err := d.ask(opCreate, path); err != nil {
		return nil, err
	}
	if err := d.makeDirs(filepath.Dir(path)); err != nil {
		return nil, err
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &diskFile{f, d}, nil
}

// makeDirs makes a directory and those above it, as far as they are missing,
// and makes their names durable: a synced file in a directory that a power cut
// takes away is lost all the same.
func (d disk) makeDirs(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := d.makeDirs(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return d.syncDir(filepath.Dir(dir))
}

// Write appends p to the file.
func (f *diskFile) Write(p []byte) (int, error) {
	if err := f.disk.ask(opWrite, f.Name()); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

// Sync makes the content of the file durable.
func (f *diskFile) Sync() error {
	if err := f.disk.ask(opSync, f.Name()); err != nil {
		return err
	}
	return f.File.Sync()
}

// rename gives a file another name, in place of what has it.
func (d disk) rename(from, to string) error {
	if err := d.ask(opRename, to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// remove removes a file if it is there.
func (d disk) remove(path string) error {
	if err := d.ask(opRemove, path); err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// syncDir makes the names in a directory durable, where the file system
// offers that.
func (d disk) syncDir(dir string) error {
	if err := d.ask(opSync, dir); err != nil {
		return err
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// openSuffix marks a file that is being written. No tool takes such a file
// for Parquet.
const openSuffix = ".open"

// replace writes a whole file, which either is there afterwards as given or
// is as it was.
func (d disk) replace(path string, data []byte) error {
	f, err := d.create(path + openSuffix)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = d.publish(path)
	}
	if err != nil {
		_ = d.remove(f.Name())
	}
	return err
}

// publish gives a file whose content is on the disk its name.
func (d disk) publish(path string) error {
	if err := d.rename(path+openSuffix, path); err != nil {
		return err
	}
	return d.syncDir(filepath.Dir(path))
}
