package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// output stands between arrow and a file and remembers the first error.
//
// It never tells arrow: arrow's writer panics on some errors and drops
// others, so its Close returned nil on a full disk. Whoever owns the output
// asks it instead. What follows an error is dropped.
type output struct {
	to   io.Writer
	hash hash.Hash
	size int64
	err  error
}

func newOutput(to io.Writer) *output { return &output{to: to, hash: sha256.New()} }

// Write takes all of p, whatever happens.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return len(p), nil
	}
	n, err := o.to.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	o.err = err
	o.hash.Write(p[:n])
	o.size += int64(n)
	return len(p), nil
}

// sum is the SHA-256 of what was written, in hexadecimal.
func (o *output) sum() string { return hex.EncodeToString(o.hash.Sum(nil)) }

// openSuffix marks a file that is being written. No tool takes such a file
// for Parquet.
const openSuffix = ".open"

// replace writes a whole file, which either is there afterwards as given or
// is as it was.
func replace(path string, data []byte) error {
	f, err := os.Create(path + openSuffix)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return publish(f, path, err)
}

// publish gives a written file its name once its content is on the disk.
// With an error from before it only tidies up.
func publish(f *os.File, path string, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes the names in a directory durable, where the file system
// offers that.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// cause is err without the path and the operation of the os package, which
// our own sentence gives already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
