package archive

import (
	"bytes"
	"errors"
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// limited takes so many bytes and then, like a full disk, no more.
type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n, err := l.to.Write(p[:min(len(p), l.left)])
	l.left -= n
	if err == nil && n < len(p) {
		err = &os.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}
	}
	return n, err
}

// TestPartOnFullDisk lets the disk be full after more and more bytes until a
// part fits: the error is seen every time and nothing is left behind.
func TestPartOnFullDisk(t *testing.T) {
	rows := fill(200, 1).Events
	room := 0
	for ; ; room += 1 + room/50 {
		dir := t.TempDir()
		err := writeLimited(dir, rows, room)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("%d bytes: error %v", room, err)
		}
		if left, _ := os.ReadDir(dir + "/events"); len(left) > 0 {
			t.Fatalf("%d bytes: %s is left", room, left[0].Name())
		}
	}
	if room < 1000 {
		t.Errorf("a part of 200 events fitted into %d bytes", room)
	}
}

// writeLimited writes rows as a part on a disk with room for so many bytes.
func writeLimited(dir string, rows []event.Event, room int) error {
	p, err := createPart(&press{dir: dir}, "events/part-0000.parquet", eventTable.root(), nil)
	if err != nil {
		return err
	}
	p.out.to = &limited{to: p.file, left: room}
	g := newGroup(&eventTable, sampleNames(), nil)
	g.add(rows)
	if err := g.flush(p, &press{dir: dir}); err != nil {
		p.abandon()
		return err
	}
	_, err = p.close()
	return err
}

func TestOutputKeepsFirstError(t *testing.T) {
	var got bytes.Buffer
	disk := &limited{to: &got, left: 5}
	o := newOutput(disk)
	for range 3 {
		if n, err := o.Write([]byte("abc")); n != 3 || err != nil {
			t.Errorf("Write = %d, %v; arrow must not see an error", n, err)
		}
		o.flush()
		if o.err != nil {
			disk.left = 100 // room again, but what follows is not wanted
		}
	}
	if got.String() != "abcab" || cause(o.err) != syscall.ENOSPC {
		t.Errorf("wrote %q, error %v", got.String(), o.err)
	}
}
