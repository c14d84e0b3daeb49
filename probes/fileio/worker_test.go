package fileio

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is nanoseconds since the test began.
func clock() func() int64 {
	start := time.Now()
	return func() int64 { return int64(time.Since(start)) }
}

// prepared is a job of 4 files of 64 KiB in a directory of its own, and its
// files.
func prepared(t *testing.T, change func(*Job)) *Job {
	t.Helper()
	j := &Job{Directory: t.TempDir(), Files: 4, Total: 256 << 10, Block: 4096, Backlog: 8, ReadsPerWrite: 1.5, Seed: 1}
	change(j)
	d, err := Enter(j)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Prepare(context.Background(), j, "test", false); err != nil {
		t.Fatal(err)
	}
	if err := d.Leave(); err != nil {
		t.Fatal(err)
	}
	return j
}

// opened is the set of a job, closed at the end.
func opened(t *testing.T, j *Job) *Set {
	t.Helper()
	s, err := Open(j, clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// counts are the operations that were done, and their bytes.
type counts struct {
	operations [3]int
	bytes      [3]int64
}

// drive does n operations with as many in flight as there may be.
func drive(t *testing.T, w *Worker, n int) (c counts) {
	t.Helper()
	var d Done
	for begun, ended := 0, 0; ended < n; {
		if begun < n && w.Busy() < w.Depth() {
			if err := w.Begin(w.set.now()); err != nil {
				t.Fatal(err)
			}
			begun++
			continue
		}
		if ok, err := w.End(true, &d); !ok || err != nil {
			t.Fatalf("nothing ended with %d in flight: %v", w.Busy(), err)
		}
		ended++
		if d.Err != nil {
			t.Errorf("%v", d.Err)
		}
		if d.End < d.Start {
			t.Errorf("an operation ended %d ns before it began", d.Start-d.End)
		}
		c.operations[d.Operation]++
		c.bytes[d.Operation] += d.Bytes
	}
	return c
}

// worker makes a worker and closes it at the end, before its set.
func worker(t *testing.T, s *Set, n int) *Worker {
	t.Helper()
	w, err := s.Worker(n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// Every mode by every method does what the schedule says, and every block that
// is read holds what was written there last, by several workers at a time.
func TestModesAndMethods(t *testing.T) {
	for mode := range ModeNames {
		for method := range MethodNames {
			for _, pool := range []bool{false, true} {
				if pool && Method(method) != Async {
					continue
				}
				j := prepared(t, func(j *Job) {
					j.Mode, j.Method, j.Validate, j.SyncRequests = Mode(mode), Method(method), true, 10
				})
				t.Run(j.Mode.String()+"/"+j.Method.String(), func(t *testing.T) {
					s := opened(t, j)
					if pool {
						s.denied = errors.ErrUnsupported
					}
					checkMode(t, s, j)
				})
			}
		}
	}
}

// checkMode does 420 operations with three workers: 30 rounds of 10 requests
// and 4 syncs, if there are any.
func checkMode(t *testing.T, s *Set, j *Job) {
	var mu sync.Mutex
	var sum counts
	var wg sync.WaitGroup
	for n := range 3 {
		w := worker(t, s, n)
		wg.Go(func() {
			c := drive(t, w, 140)
			mu.Lock()
			defer mu.Unlock()
			for o := range c.operations {
				sum.operations[o] += c.operations[o]
				sum.bytes[o] += c.bytes[o]
			}
		})
	}
	wg.Wait()
	want := [3]int{Read: 420}
	switch {
	case j.Mode == RandomReadWrite:
		want = [3]int{Read: 180, Write: 120, Sync: 120}
	case j.Mode.Writes():
		want = [3]int{Write: 300, Sync: 120}
	}
	if sum.operations != want {
		t.Errorf("did %v reads, writes and syncs, want %v", sum.operations, want)
	}
	for o, n := range [3]int64{4096, 4096, 0} {
		if sum.bytes[o] != n*int64(want[o]) {
			t.Errorf("%s moved %d bytes in %d operations", Operation(o), sum.bytes[o], want[o])
		}
	}
	if got, want := s.Passes(), int64(want[Read]+want[Write])/64; got != want {
		t.Errorf("it went %d times through the files, want %d", got, want)
	}
}

// What seqwr leaves is whole and right for a probe that checks it.
func TestWrittenIsRead(t *testing.T) {
	j := prepared(t, func(j *Job) { j.Mode, j.Validate, j.Merged = SequentialWrite, true, 4 })
	drive(t, worker(t, opened(t, j), 0), 16)
	read := *j
	read.Mode, read.Merged = SequentialRead, 0
	if c := drive(t, worker(t, opened(t, &read), 0), 64); c.bytes[Read] != j.Total {
		t.Errorf("read %d bytes", c.bytes[Read])
	}
}

// Data that was changed behind the probe's back is found, with its place.
func TestValidateFinds(t *testing.T) {
	for _, method := range []Method{Synchronous, Async, Mapped} {
		j := prepared(t, func(j *Job) { j.Mode, j.Method, j.Validate, j.Backlog = SequentialRead, method, true, 1 })
		f, err := os.OpenFile(filepath.Join(j.Directory, Name(0)), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteAt([]byte("wrong"), 4096+17)
		f.Close()
		w := worker(t, opened(t, j), 0)
		var d Done
		for n := range 3 {
			if err := w.Do(0, &d); err != nil {
				t.Fatal(err)
			}
			var wrong *ContentError
			if got := errors.As(d.Err, &wrong); got != (n == 1) || got && wrong.Offset != 4096 {
				t.Errorf("%s: read %d: %v", method, n, d.Err)
			}
		}
	}
}

// A file that is cut while it is mapped or read fails the operations there,
// and not the process.
func TestTruncatedFile(t *testing.T) {
	for _, method := range []Method{Synchronous, Async, Mapped} {
		j := prepared(t, func(j *Job) { j.Mode, j.Method, j.Backlog = SequentialRead, method, 1 })
		w := worker(t, opened(t, j), 0)
		if err := os.Truncate(filepath.Join(j.Directory, Name(0)), 8192); err != nil {
			t.Fatal(err)
		}
		var d Done
		for n := range 17 {
			if err := w.Do(0, &d); err != nil {
				t.Fatal(err)
			}
			var failed *StepError
			cut := n >= 2 && n < 16
			if got := errors.As(d.Err, &failed); got != cut || got && failed.File != Name(0) {
				t.Errorf("%s: read %d: %v", method, n, d.Err)
			}
		}
	}
}

// With file_fsync_all each write is followed by a sync of its file, by its own
// worker, once for each.
func TestSyncEach(t *testing.T) {
	for _, method := range []Method{Synchronous, Async} {
		j := prepared(t, func(j *Job) { j.Mode, j.Method, j.SyncEach, j.DataOnly = SequentialRewrite, method, true, true })
		w := worker(t, opened(t, j), 0)
		c := drive(t, w, 200)
		if owed := c.operations[Write] - c.operations[Sync]; owed < 0 || owed > w.Depth() {
			t.Errorf("%s: %v", method, c.operations)
		}
	}
}

// At the end each file is synced once, whatever the number of workers.
func TestLast(t *testing.T) {
	for _, mode := range []Mode{RandomWrite, RandomRead} {
		j := prepared(t, func(j *Job) { j.Mode, j.SyncEnd = mode, true })
		s := opened(t, j)
		synced := 0
		for n := range 3 {
			w := worker(t, s, n)
			w.Share(n, 3)
			var d Done
			for {
				more, err := w.Last(0)
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					break
				}
				if ok, err := w.End(true, &d); !ok || err != nil || d.Err != nil || d.Operation != Sync {
					t.Fatal(d, err)
				}
				synced++
			}
		}
		if want := map[Mode]int{RandomWrite: 4, RandomRead: 0}[mode]; synced != want {
			t.Errorf("%s: %d files were synced, want %d", mode, synced, want)
		}
	}
}

// No operation allocates, however it is done.
func TestNoAllocation(t *testing.T) {
	for _, method := range []Method{Synchronous, Async, Mapped} {
		for _, check := range []bool{false, true} {
			j := prepared(t, func(j *Job) { j.Mode, j.Method, j.Validate, j.SyncWrites = RandomReadWrite, method, check, 5 })
			w := worker(t, opened(t, j), 0)
			drive(t, w, 20)
			var d Done
			if n := testing.AllocsPerRun(200, func() { w.Do(0, &d) }); n != 0 || d.Err != nil {
				t.Errorf("%s: %v allocations, %v", method, n, d.Err)
			}
		}
	}
}

// Operations past what checked data allow are refused.
func TestTooManyInFlight(t *testing.T) {
	j := prepared(t, func(j *Job) { j.Mode, j.Method, j.Validate, j.Backlog = RandomRead, Async, true, 65 })
	if flight, most := Flight(j, 2); flight != 130 || most != 64 {
		t.Errorf("%d in flight on %d requests", flight, most)
	}
	w := worker(t, opened(t, j), 0)
	var err error
	for n := 0; err == nil && n < 65; n++ {
		err = w.Begin(0)
	}
	if !errors.Is(err, errNoneFree) || w.Busy() != 64 {
		t.Errorf("%d are in flight: %v", w.Busy(), err)
	}
	j.Validate = false
	if _, most := Flight(j, 2); most != -1 {
		t.Errorf("%d are the most that need no request of their own", most)
	}
}

// A job says how its operations reach the kernel, and how many threads that
// takes.
func TestMeans(t *testing.T) {
	for method, want := range []string{"pread and pwrite", "io_uring", "mmap"} {
		j := &Job{Method: Method(method), Backlog: 8}
		threads := 1
		if j.Method == Async && rings() != nil {
			want, threads = "8 threads for each worker, since there is no io_uring", 8
		}
		if got := Means(j); !strings.HasPrefix(got, want) || Threads(j) != threads {
			t.Errorf("%s: %q with %d threads", j.Method, got, Threads(j))
		}
	}
}
