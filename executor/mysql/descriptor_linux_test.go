package mysql

import (
	"bytes"
	"errors"
	"io"
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// pair is both ends of a connection over a Unix socket, the first of them
// taken over.
func pair(t *testing.T) (*descriptor, net.Conn) {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	near, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	far, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	d := takeOver(near)
	if d == nil {
		t.Fatal("the connection cannot be taken over")
	}
	if _, err := near.Write([]byte("x")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Go's connection, taken over: error %v, want that it is closed", err)
	}
	t.Cleanup(func() {
		d.close()
		far.Close()
	})
	return d, far
}

// TestDescriptor sends both ways, more than the socket holds, and reads the
// end.
func TestDescriptor(t *testing.T) {
	d, far := pair(t)
	sent := bytes.Repeat([]byte("0123456789"), 1<<19)
	go func() {
		all := make([]byte, len(sent))
		io.ReadFull(far, all)
		far.Write(all)
		far.Close()
	}()
	if n, err := d.write(sent); n != len(sent) || err != nil {
		t.Fatalf("%d bytes written, error %v", n, err)
	}
	got, err := io.ReadAll(reader(d.read))
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes came back of %d, or others; error %v", len(got), len(sent), err)
	}
}

type reader func(b []byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }

// TestCut ends a wait from another goroutine; the number stays taken, and is
// used no more once it is closed.
func TestCut(t *testing.T) {
	d, _ := pair(t)
	ended := make(chan error, 1)
	go func() {
		_, err := d.read(make([]byte, 8))
		ended <- err
	}()
	time.Sleep(20 * time.Millisecond)
	if err := d.cut(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != io.EOF {
		t.Errorf("a wait that was cut ends with %v, want the end of file", err)
	}
	if _, err := d.write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("writing after that: %v", err)
	}
	for range 2 {
		if err := d.close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}
	if err := d.cut(); err != nil {
		t.Errorf("cutting what is closed: %v", err)
	}
	if _, err := d.write([]byte("x")); !errors.Is(err, syscall.EBADF) {
		t.Errorf("writing to a closed descriptor: %v", err)
	}
}

// TestRetired fails where it would wait.
func TestRetired(t *testing.T) {
	d, _ := pair(t)
	d.retire()
	if _, err := d.read(make([]byte, 8)); !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("a retired descriptor reads nothing with error %v", err)
	}
}

// TestTakeOverNothing leaves connections alone that have no descriptor.
func TestTakeOverNothing(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	if takeOver(near) != nil {
		t.Error("a pipe in memory was taken over")
	}
	go near.Write([]byte("x"))
	if n, err := far.Read(make([]byte, 8)); n != 1 || err != nil {
		t.Errorf("%d bytes, error %v", n, err)
	}
}
