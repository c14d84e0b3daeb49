package probes

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// Locks of both methods let one thread in at a time, however many ask and
// however long they stay, and the collector can run meanwhile.
func TestLocks(t *testing.T) {
	for _, method := range []string{"system", "go"} {
		l, err := newLocks(method, 1)
		if err != nil {
			if method == "go" || haveFutex {
				t.Fatal(err)
			}
			continue // there are no futexes here, and the error says so
		}
		const workers, rounds = 8, 2000
		n := 0
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for i := range rounds {
					l.list[0].Lock()
					n++
					if i%100 == 0 {
						l.yield()
					}
					l.list[0].Unlock()
				}
			})
		}
		runtime.GC()
		wg.Wait()
		if n != workers*rounds {
			t.Errorf("%s: counted to %d, want %d", method, n, workers*rounds)
		}
	}
}

// Locks lie so far apart that no two share a cache line.
func TestLocksApart(t *testing.T) {
	for _, method := range []string{"system", "go"} {
		l, err := newLocks(method, 3)
		if err != nil {
			if method == "go" || haveFutex {
				t.Fatal(err)
			}
			continue
		}
		for i := range l.list[1:] {
			before, after := reflect.ValueOf(l.list[i]).Pointer(), reflect.ValueOf(l.list[i+1]).Pointer()
			if after-before < lockSpace {
				t.Errorf("%s: lock %d lies %d bytes behind the one before", method, i+1, after-before)
			}
		}
	}
}

// A lock that waits sleeps in the kernel until it is released.
func TestLockWaits(t *testing.T) {
	l, err := newLocks("system", 1)
	if err != nil {
		if haveFutex {
			t.Fatal(err)
		}
		t.Skip(err) // there are no futexes here
	}
	l.list[0].Lock()
	got := make(chan time.Time)
	go func() {
		l.list[0].Lock()
		got <- time.Now()
		l.list[0].Unlock()
	}()
	time.Sleep(20 * time.Millisecond)
	released := time.Now()
	l.list[0].Unlock()
	if at := <-got; at.Before(released) {
		t.Error("two threads have had the lock")
	}
}

// Events of threads take the locks in turn, over all workers.
func TestThreadsInTurn(t *testing.T) {
	d := open(t, "threads", option("thread_locks", 3), option("thread_yields", 2), option("thread_method", "go"))
	a, b := session(t, d), session(t, d)
	var op driver.Operation
	for i := range 6 {
		s := a
		if i%2 == 1 {
			s = b
		}
		if err := s.Operate(0, &op); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.(*threads).events.Load(); n != 6 {
		t.Errorf("%d events are counted", n)
	}
	if d.(driver.Threaded).Threads() != 0 || open(t, "threads").(driver.Threaded).Threads() != 1 {
		t.Error("goroutines are threads of the system, or the reverse")
	}
}

// Each lock taken adds one to the number that all share.
func TestMutexCounts(t *testing.T) {
	d := open(t, "mutex", option("mutex_num", 4), option("mutex_locks", 500), option("mutex_loops", 1))
	var wg sync.WaitGroup
	for w := range 4 {
		s := session(t, d)
		wg.Go(func() {
			var op driver.Operation
			s.Begin(driver.Stint{Worker: w, Workers: 4, Seed: uint64(w)})
			if err := s.Operate(1, &op); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := d.(*mutex).shared.Load(); n != 2000 {
		t.Errorf("the shared number is %d, want 2000", n)
	}
	if a := probe.Find("mutex").Defaults().Amount(); a != (probe.Amount{Events: 1, Each: true, Whole: true}) {
		t.Errorf("the amount is %+v", a)
	}
}

// What lasts ends when it is interrupted.
func TestLocksInterrupted(t *testing.T) {
	for _, kind := range []string{"threads", "mutex"} {
		s := session(t, open(t, kind))
		_ = s.Interrupt(t.Context())
		var op driver.Operation
		if err := s.Operate(0, &op); err != interrupted {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
