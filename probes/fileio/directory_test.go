package fileio

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fill makes the files of a job and gives the bytes that had to be written.
func fill(t *testing.T, j *Job, run string, replace bool) (int64, error) {
	t.Helper()
	d, err := Enter(j)
	if err != nil {
		return 0, err
	}
	n, err := d.Prepare(t.Context(), j, run, replace)
	return n, errors.Join(err, d.Leave())
}

// checked is a job of files with checksums, of blocks that do not divide them.
func checked(t *testing.T) *Job {
	return &Job{Directory: t.TempDir(), Files: 3, Total: 3 * 100_000, Block: 4096, Mode: SequentialRead, Validate: true, Seed: 1}
}

// sound reads all data of a job and tells what is wrong with it.
func sound(t *testing.T, j *Job) error {
	t.Helper()
	w := worker(t, opened(t, j), 0)
	var all []error
	for range 75 {
		var d Done
		if err := w.Do(0, &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d.Err)
	}
	return errors.Join(all...)
}

// What is there and right is left alone; what is missing or cut short, as by a
// killed run, is made from where it ends; what is too long is cut.
func TestPrepareGoesOn(t *testing.T) {
	j := checked(t)
	at := func(n int64) string { return filepath.Join(j.Directory, Name(n)) }
	for _, c := range []struct {
		what   string
		damage func() error
		want   int64
	}{
		{"all", func() error { return nil }, 300_000},
		{"none", func() error { return nil }, 0},
		{"one that is gone", func() error { return os.Remove(at(1)) }, 100_000},
		{"the end of one, from its last whole block", func() error { return os.Truncate(at(2), 50_000) }, 100_000 - 12*4096},
		{"one that has grown", func() error { return os.Truncate(at(0), 200_000) }, 100_000 - 24*4096},
	} {
		if err := c.damage(); err != nil {
			t.Fatal(err)
		}
		if got, err := fill(t, j, "run", false); got != c.want || err != nil {
			t.Errorf("%s: %d bytes are written, want %d, %v", c.what, got, c.want, err)
		}
		if err := sound(t, j); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// Preparing that is interrupted says why, and can be taken up again.
func TestPrepareInterrupted(t *testing.T) {
	j := checked(t)
	d, err := Enter(j)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := d.Prepare(ctx, j, "run", false); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
	if err := d.Ready(j); err == nil {
		t.Error("files that are not whole are ready")
	}
	if err := d.Leave(); err != nil {
		t.Fatal(err)
	}
	if n, err := fill(t, j, "run", false); n != j.Total || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// A directory in the hands of another program is not entered; one in our own
// is shared.
func TestHeld(t *testing.T) {
	j := checked(t)
	if _, err := fill(t, j, "", false); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(j.Directory, Marker), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if ours, err := hold(f); !ours || err != nil { // a descriptor of its own, as another program has
		t.Fatal(ours, err)
	}
	if _, err := Enter(j); err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Errorf("got %v", err)
	}
	if _, err := Clean(j.Directory, ""); err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Errorf("cleaned: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := Enter(j)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Enter(j)
	if err != nil || a != b {
		t.Fatalf("one directory is two: %v", err)
	}
	if err := errors.Join(b.Leave(), a.Leave()); err != nil {
		t.Error(err)
	}
	if n, err := Clean(j.Directory, ""); n != 3 || err != nil {
		t.Errorf("%d files are removed, %v", n, err)
	}
}

// A marker that nobody can read is no leave to remove anything.
func TestStrangeMarker(t *testing.T) {
	for text, refused := range map[string]bool{"": false, "{": true, `{"format": 99}`: true, `{"format": 1, "files": -1}`: true} {
		j := checked(t)
		name := filepath.Join(j.Directory, Marker)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := fill(t, j, "run", true)
		var unfit *DirectoryError
		if errors.As(err, &unfit) != refused {
			t.Errorf("%q: %v", text, err)
		}
		if data, err := os.ReadFile(name); refused && (err != nil || string(data) != text) {
			t.Errorf("%q was changed: %q, %v", text, data, err)
		}
	}
}

// Layouts that differ are told of in words.
func TestLayoutError(t *testing.T) {
	j := checked(t)
	if _, err := fill(t, j, "", false); err != nil {
		t.Fatal(err)
	}
	other := *j
	other.Validate, other.Compressible = false, 30
	_, err := fill(t, &other, "run", false)
	want := "3 files of 100000 bytes, with checksums of blocks of 4096 bytes; wanted are 3 files of 100000 bytes, 30 % of them zeros"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want something with %q", err, want)
	}
}

// What the file system can do is tried with a file that goes again.
func TestExamineLeavesNothing(t *testing.T) {
	j := &Job{Directory: t.TempDir(), Files: 2, Total: 1 << 20, Block: 4096, Mode: RandomRead, Direct: true, Sync: true, DataSync: true}
	room, err := Examine(j)
	if err != nil {
		t.Skipf("the file system of temporary files: %v", err)
	}
	if room.Need != 1<<20 || room.Free < room.Need {
		t.Errorf("%+v", room)
	}
	if list, err := os.ReadDir(j.Directory); len(list) > 0 || err != nil {
		t.Errorf("it leaves %v, %v", list, err)
	}
	if j.flags() != "O_SYNC and O_DSYNC and O_DIRECT" {
		t.Errorf("the flags are %q", j.flags())
	}
	if err := aligned(&Job{Directory: "d", Files: 1, Total: 5000, Block: 512}, 512); err == nil || !strings.Contains(err.Error(), "multiples of 512") {
		t.Errorf("a file of 5000 bytes: %v", err)
	}
	if _, err := fill(t, j, "", false); err != nil {
		t.Fatal(err)
	}
	if room, err = Examine(j); room.Need != 0 || err != nil {
		t.Errorf("files that are there need %d bytes more, %v", room.Need, err)
	}
}

// Files that were being written anew may have holes before their end, so all of
// them are made again, unless the one who wrote them has come to the end.
func TestRewrite(t *testing.T) {
	j := checked(t)
	for _, whole := range []bool{false, true} {
		if _, err := fill(t, j, "run", false); err != nil {
			t.Fatal(err)
		}
		d, err := Enter(j)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Rewrite(); err != nil {
			t.Fatal(err)
		}
		want := j.Total
		if whole {
			want = 0
			if err := d.Written(); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(filepath.Join(j.Directory, Name(1)), make([]byte, 100_000), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := d.Leave(); err != nil {
			t.Fatal(err)
		}
		if got, err := fill(t, j, "run", false); got != want || err != nil {
			t.Errorf("whole %t: %d bytes are written, want %d, %v", whole, got, want, err)
		}
		if err := sound(t, j); err != nil {
			t.Error(err)
		}
	}
}

// A load with another seed reads and writes elsewhere, and other data.
func TestSetSeed(t *testing.T) {
	j := prepared(t, func(j *Job) { j.Mode = RandomWrite })
	at := func(seed uint64) (blocks [20]int64) {
		s := opened(t, j)
		s.Seed(seed)
		for i := range blocks {
			blocks[i] = s.schedule.take().block
		}
		return blocks
	}
	if one, again, two := at(1), at(1), at(2); one != again || one == two {
		t.Error("positions do not follow the seed")
	}
}

// Errors of operations name them and, of a full disk, what to do.
func TestStepError(t *testing.T) {
	step := &Step{Operation: Write, File: 3, Offset: 8192}
	for _, c := range []struct {
		err  error
		want string
		full bool
	}{
		{syscall.ENOSPC, "write of test_file.3 at byte 8192: no space left on device; make room, or use a smaller file_total_size", true},
		{syscall.EIO, "write of test_file.3 at byte 8192: input/output error", false},
	} {
		err := named(step, c.err)
		var failed *StepError
		if !errors.As(err, &failed) || err.Error() != c.want || failed.Full() != c.full || !errors.Is(err, c.err) {
			t.Errorf("got %v", err)
		}
	}
	if named(step, nil) != nil {
		t.Error("no error is one")
	}
}

// The queue that threads serve stops with its worker.
func TestPoolCloses(t *testing.T) {
	j := prepared(t, func(j *Job) { j.Mode, j.Method = RandomRead, Async })
	s := opened(t, j)
	s.denied = errors.ErrUnsupported
	before := runtime.NumGoroutine()
	w, err := s.Worker(0)
	if err != nil {
		t.Fatal(err)
	}
	drive(t, w, 50)
	if err := w.Begin(0); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || w.Busy() != 0 {
		t.Fatalf("%d are in flight: %v", w.Busy(), err)
	}
	for tries := 0; runtime.NumGoroutine() > before && tries < 100; tries++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines are left", n-before)
	}
}
