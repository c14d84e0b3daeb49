package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
)

// output stands between arrow and a file and remembers the first error.
//
// It never tells arrow: arrow's writer panics on some errors and drops
// others, so its Close returned nil on a full disk. Whoever owns the output
// asks it instead. What follows an error is dropped.
type output struct {
	to   io.Writer
	buf  []byte // accepted, but not written yet
	hash hash.Hash
	size int64 // with what is in buf
	err  error
}

// outputBuffer joins the pages and headers of small columns into one write.
const outputBuffer = 64 << 10

func newOutput(to io.Writer) *output { return &output{to: to, hash: sha256.New()} }

// Write takes all of p, whatever happens.
func (o *output) Write(p []byte) (int, error) {
	if len(o.buf)+len(p) > outputBuffer {
		o.flush()
	}
	o.size += int64(len(p))
	if len(p) > outputBuffer {
		o.push(p)
	} else {
		o.buf = append(o.buf, p...)
	}
	return len(p), nil
}

// flush writes what was accepted.
func (o *output) flush() {
	if len(o.buf) > 0 {
		o.push(o.buf)
		o.buf = o.buf[:0]
	}
}

// push hands bytes on, unless some were lost before.
func (o *output) push(p []byte) {
	if o.err != nil {
		return
	}
	n, err := o.to.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	o.err = err
	o.hash.Write(p[:n])
}

// sum is the SHA-256 of what was written, in hexadecimal.
func (o *output) sum() string { return hex.EncodeToString(o.hash.Sum(nil)) }

// cause is err without the path and the operation of the os package, which
// our own sentence gives already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
