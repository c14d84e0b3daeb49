package probes

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// Requests are answered over both ways, in sizes that need several packets.
func TestNetwork(t *testing.T) {
	for _, way := range []string{"tcp", "unix"} {
		for _, size := range [][2]int{{64, 64}, {1 << 20, 1}, {1, 1 << 20}} {
			d := open(t, "network", option("network_way", way), option("network_request", size[0]), option("network_answer", size[1]))
			s := session(t, d)
			for range 3 {
				var op driver.Operation
				if err := s.Operate(0, &op); err != nil || op.Bytes != int64(size[0]+size[1]) {
					t.Errorf("%s %v: %d bytes, %v", way, size, op.Bytes, err)
				}
			}
		}
	}
}

// A peer that another process started is used where the endpoint says.
func TestNetworkPeer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- ServePeer(l) }()
	d, err := Open(t.Context(), target("network"), driver.Endpoint{Path: l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	var op driver.Operation
	if err := session(t, d).Operate(0, &op); err != nil {
		t.Error(err)
	}
	if facts, _ := d.Facts(t.Context()); facts[1].Value != "elsewhere" {
		t.Errorf("the facts are %v", facts)
	}
	l.Close()
	if err := <-served; err != nil {
		t.Errorf("a peer that was closed gives %v", err)
	}
	if _, err := d.Open(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "assay probe peer") {
		t.Errorf("a peer that is not there: %v", err)
	}
}

// A peer closes what is no probe's connection, and allocates nothing for it.
func TestPeerStranger(t *testing.T) {
	sizes := func(request, answer uint32) []byte {
		b := binary.LittleEndian.AppendUint32([]byte(greeting), request)
		return binary.LittleEndian.AppendUint32(b, answer)
	}
	for name, head := range map[string][]byte{
		"another protocol": []byte("GET / HTTP/1.1\r\n"), "too large": sizes(64, 1<<31), "no request": sizes(0, 64),
	} {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = ours.Write(head)
			_, _ = io.Copy(io.Discard, ours)
		}()
		if err := answer(theirs); err == nil || err == io.EOF {
			t.Errorf("%s: %v", name, err)
		}
		theirs.Close()
		ours.Close()
	}
}

// A session that waits for a peer is interrupted.
func TestNetworkInterrupted(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // which accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	d, err := Open(t.Context(), target("network"), driver.Endpoint{Path: l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, d)
	time.AfterFunc(10*time.Millisecond, func() { _ = s.Interrupt(context.Background()) })
	var op driver.Operation
	if err := s.Operate(0, &op); err != interrupted {
		t.Errorf("the error is %v", err)
	}
}

// Appends of every mode go round in a file that goes with its session.
func TestFsync(t *testing.T) {
	for _, mode := range []string{"fdatasync", "fsync", "dsync", "none"} {
		for _, whole := range []int{0, 1000} {
			dir := t.TempDir()
			d, err := Open(t.Context(), target("fsync", option("fsync_mode", mode), option("fsync_size", 300), option("fsync_file_size", whole)), driver.Endpoint{Path: dir})
			if err != nil {
				t.Fatal(err)
			}
			c, err := d.Open(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			var op driver.Operation
			for range 5 {
				if err := c.(driver.Operator).Operate(0, &op); err != nil || op.Bytes != 300 {
					t.Errorf("%s: %d bytes, %v", mode, op.Bytes, err)
				}
			}
			info, err := c.(*log).file.Stat()
			if want := max(int64(whole), 1500*int64(1-min(whole, 1))); err != nil || info.Size() != want {
				t.Errorf("%s: the file has %d bytes, want %d", mode, info.Size(), want)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%s leaves %v", mode, left)
			}
		}
	}
}

// Filling a large file ends with the context, and leaves nothing.
func TestFsyncFillingEnds(t *testing.T) {
	dir := t.TempDir()
	d, err := Open(t.Context(), target("fsync", option("fsync_file_size", 1<<30)), driver.Endpoint{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := d.Open(ctx, 0); err == nil || err.Error() != "enough" {
		t.Errorf("filling ended with %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}

// A directory that is none is refused before anything runs, and named.
func TestFsyncDirectory(t *testing.T) {
	for _, path := range []string{t.TempDir() + "/absent", os.Args[0]} {
		d, err := Open(t.Context(), target("fsync"), driver.Endpoint{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		findings, err := d.(driver.Preflight).Preflight(t.Context(), driver.Needs{Workers: 1})
		if err != nil || findings[0].Verdict != driver.Refuses || !strings.Contains(findings[0].Fix, "fsync_directory") {
			t.Errorf("%s: %+v, %v", path, findings, err)
		}
		if _, err := d.Open(t.Context(), 0); err == nil {
			t.Errorf("%s: a file is made there", path)
		}
	}
}

// A sleeper sleeps no less than it is asked to, whoever wakes it.
func TestSleep(t *testing.T) {
	for _, method := range []string{"sleep", "go"} {
		s := session(t, open(t, "clock", option("clock_method", method), plan.ProbeOption(option("clock_sleep", 2_000_000))))
		start := time.Now()
		var op driver.Operation
		if err := s.Operate(0, &op); err != nil || time.Since(start) < 2*time.Millisecond {
			t.Errorf("%s: slept %v, %v", method, time.Since(start), err)
		}
	}
	if r := resolution(); r <= 0 || r > time.Millisecond {
		t.Errorf("the resolution of the clock is %v", r)
	}
}
