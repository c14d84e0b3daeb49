package archive

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// What the runs of these tests hand over: batches of some events each, one
// after the other, with the parts closed in between.
const (
	durableBatches = 3
	durableEvents  = 20 // of a batch
	durableRoll    = 2  // batches between two closings
)

// progress is how far a run came before its disk failed.
type progress struct {
	dir    string
	given  int // batches that were handed over without an error, of all repeats
	closed int // of these, batches before the last closing of parts
	err    error
}

// memoryDir is a directory that the test's many files are quick in, if there
// is such a place.
func memoryDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "assay")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// play writes a whole run of two repeats on a disk and stops at its first error.
func play(root string, on disk, b *event.Batch) (p progress) {
	w, err := createOn(on, root, sampleInfo(), []byte("plan"), []Source{{Path: "a.hcl", Data: []byte("a")}})
	if err != nil {
		p.err = err
		return p
	}
	p.dir = w.Dir()
	// A dead process holds no lock.
	defer w.lock.Close()
	var cells []event.Cell
	for repeat := range 2 {
		cell := cellOf(0, repeat, &event.Batch{Events: b.Events[:durableBatches*durableEvents], Statements: b.Statements[:3*durableBatches*durableEvents]})
		p.err = p.repeat(w, cell, b)
		if errors.Is(p.err, errDead) {
			return p
		}
		cells = append(cells, cell)
		if p.err != nil {
			cells[repeat].Status, cells[repeat].Reason = "failed", p.err.Error()
			_ = w.Finish(Failed, p.err.Error(), cells, nil)
			return p
		}
	}
	p.err = w.Finish(Complete, "", cells, nil)
	return p
}

// repeat writes one repeat.
func (p *progress) repeat(w *Writer, cell event.Cell, b *event.Batch) error {
	begun := cell
	begun.Status, begun.Phases, begun.Events, begun.Statements = "", nil, 0, 0
	if err := errors.Join(w.Note(&begun), w.Facts([]event.Fact{{Cell: cell.Cell, Repeat: cell.Repeat, Name: "cpus", Value: "2"}})); err != nil {
		return err
	}
	r, err := w.Repeat(cell.Cell, cell.Repeat, sampleNames())
	if err != nil {
		return err
	}
	for i := range durableBatches {
		if err := r.Write(batchAt(b, i)); err != nil {
			return err
		}
		p.given++
		if i > 0 {
			if err := r.Samples([]event.Sample{{Time: int64(i), Name: fmt.Sprint("reading ", i), Value: float64(i)}}); err != nil {
				return err
			}
		}
		if i%durableRoll == durableRoll-1 {
			r.roll()
			if w.err != nil {
				return w.err
			}
			p.closed = p.given
		}
	}
	if err := r.Close(); err != nil {
		return err
	}
	p.closed = p.given
	return w.Note(&cell)
}

// batchAt is the batch with a number, whole events with their statements.
func batchAt(b *event.Batch, i int) *event.Batch {
	return &event.Batch{
		Events:     b.Events[i*durableEvents : (i+1)*durableEvents],
		Statements: b.Statements[3*i*durableEvents : 3*(i+1)*durableEvents],
	}
}

// expectBatches repairs a run, if it needs it, and expects that it has at
// least so many of the batches that were handed over, at most one more than
// those, whole, unchanged and without a gap.
func expectBatches(t *testing.T, p *progress, least int, b *event.Batch) {
	t.Helper()
	info, err := Repair(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Repair(p.dir); err != nil || again.Status != info.Status {
		t.Fatalf("repaired again: %s, %v", again.Status, err)
	}
	if p.err == nil && info.Status != Complete {
		t.Errorf("the complete run is %s", info.Status)
	}
	expectFindings(t, p.dir, nil)
	run, err := OpenDir(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for i := range run.Cells {
		got += expectPrefix(t, run, &run.Cells[i], b)
	}
	if got < least || got > p.given+1 {
		t.Errorf("%d batches are there; %d were handed over, %d may not be lost", got, p.given, least)
	}
}

// expectPrefix expects the first batches of a repeat and returns how many.
func expectPrefix(t *testing.T, run *Run, c *event.Cell, b *event.Batch) int {
	t.Helper()
	events := collect(t, run.Events(c.Cell, c.Repeat, sampleNames()))
	statements := collect(t, run.Statements(c.Cell, c.Repeat, sampleNames()))
	n := len(events)
	want := &event.Batch{Events: append([]event.Event(nil), b.Events[:n]...), Statements: append([]event.Statement(nil), b.Statements[:3*n]...)}
	read := &event.Batch{Events: events, Statements: statements}
	byNumber(want)
	byNumber(read)
	if diff := gocmp.Diff(want, read); diff != "" || n%durableEvents != 0 {
		t.Fatalf("repeat %d: %d events (-written +read):\n%.2000s", c.Repeat, n, diff)
	}
	if c.Events != int64(n) || c.Statements != int64(3*n) {
		t.Errorf("the cell tells of %d events and %d statements, there are %d and %d", c.Events, c.Statements, n, 3*n)
	}
	return n / durableEvents
}

// byNumber orders rows independently of the parts that they are in.
func byNumber(b *event.Batch) {
	slices.SortFunc(b.Events, func(a, b event.Event) int { return int(a.ID - b.ID) })
	slices.SortFunc(b.Statements, func(a, b event.Statement) int { return int((a.Event-b.Event)*100) + int(a.Ordinal-b.Ordinal) })
}

var errDead = errors.New("the process is dead")

// mortal is a disk that does nothing any more from the n-th operation on.
func mortal(n int, operations *[]string) disk {
	return disk{before: func(operation, path string) error {
		if len(*operations) >= n {
			return errDead
		}
		*operations = append(*operations, operation+" "+filepath.Base(path))
		return nil
	}}
}

// TestProcessDies stops the writer before every one of its operations on
// files, with the last write torn or not. Whatever was handed over is there
// after repair; the batch that was being written may be.
func TestProcessDies(t *testing.T) {
	t.Parallel()
	b := fill(durableBatches*durableEvents, 1)
	root := memoryDir(t)
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; ; n += step {
		var operations []string
		p := play(filepath.Join(root, fmt.Sprint(n)), mortal(n, &operations), b)
		if p.err == nil {
			if n < 50 {
				t.Errorf("the run took %d operations only", n)
			}
			break
		}
		if !errors.Is(p.err, errDead) && !strings.Contains(p.err.Error(), errDead.Error()) {
			t.Fatalf("after %d operations: %v", n, p.err)
		}
		if p.dir == "" {
			continue // no run was begun
		}
		if n%2 == 0 {
			tear(t, p.dir)
		}
		expectBatches(t, &p, p.given, b)
		if t.Failed() {
			t.Fatalf("died after %s, %d operations", operations[len(operations)-1], n)
		}
	}
}

// TestOneFailure lets one operation after the other fail, as on a full disk, in
// a directory that cannot be written, or with too many files open; after it the
// disk works again, as when open parts were given up. The run has failed, and is
// valid with all that was handed over before.
func TestOneFailure(t *testing.T) {
	t.Parallel()
	b := fill(durableBatches*durableEvents, 1)
	root := memoryDir(t)
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; ; n += step {
		done := 0
		p := play(filepath.Join(root, fmt.Sprint(n)), disk{func(operation, path string) error {
			if done++; done == n {
				return syscall.ENOSPC
			}
			return nil
		}}, b)
		if p.err == nil && done < n {
			break
		}
		if p.dir == "" || p.err == nil {
			continue
		}
		info, err := readInfo(os.DirFS(p.dir))
		told := info.Status == Failed && strings.Contains(info.Reason, "no space left on device")
		// The last run.json itself may fail, before it has its name or after.
		last := p.given == 2*durableBatches && (info.Status == Running || info.Status == Complete)
		if err != nil || !told && !last {
			t.Fatalf("failure of operation %d: %s %q, %v", n, info.Status, info.Reason, err)
		}
		expectBatches(t, &p, p.given, b)
		if t.Failed() {
			t.Fatalf("failure of operation %d", n)
		}
	}
}

// tear adds half of a frame to the journals, as a write that was cut short
// leaves it.
func tear(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, journalDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Write([]byte{200, 0, 0, 0, 1, 2, 3, 4, 5, 6})
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRepairDies stops the repair of a crashed run before every one of its
// operations; the next repair finishes it.
func TestRepairDies(t *testing.T) {
	t.Parallel()
	b := fill(durableBatches*durableEvents, 1)
	root := memoryDir(t)
	var operations []string
	play(filepath.Join(root, "whole"), mortal(math.MaxInt, &operations), b)
	for name, last := range map[string]string{
		"rows in a journal": "write cell=0,repeat=1",
		"half of the names": "rename part-",
	} {
		death := lastOf(operations, last)
		for n := 0; ; n++ {
			var lived, repaired []string
			p := play(filepath.Join(root, name, fmt.Sprint(n)), mortal(death, &lived), b)
			_, err := repair(p.dir, mortal(n, &repaired))
			expectBatches(t, &p, p.given, b)
			if t.Failed() {
				t.Fatalf("%s: died after %d operations of repair", name, n)
			}
			if err == nil {
				break
			}
		}
	}
}

// lastOf is the number of the last operation that begins so.
func lastOf(operations []string, prefix string) int {
	for i, o := range slices.Backward(operations) {
		if strings.HasPrefix(o, prefix) {
			return i
		}
	}
	return -1
}

// TestRepairLiving is refused.
func TestRepairLiving(t *testing.T) {
	w := create(t, sampleInfo())
	if _, err := Repair(w.Dir()); err == nil || !strings.HasSuffix(err.Error(), fmt.Sprintf("process %d is still writing it", os.Getpid())) {
		t.Errorf("error %v", err)
	}
}
