package pace

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// bubble makes sleepers on synctest's clock, which real sleeping would stop.
func bubble() *Sleepers {
	s := NewSleepers(time.Now())
	s.stretch = time.Sleep
	return s
}

func TestUntilReturnsAtTheInstant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := bubble()
		w := all.Waiter()
		for _, at := range []time.Duration{time.Microsecond, time.Millisecond, coarse, coarse + 1, 2 * time.Second, time.Hour} {
			if !w.Until(int64(at), nil) || time.Since(all.start) != at {
				t.Errorf("woke at %v, not at %v", time.Since(all.start), at)
			}
		}
		if !w.Until(int64(time.Minute), nil) || time.Since(all.start) != time.Hour {
			t.Error("waited for an instant that has passed")
		}
	})
}

func TestUntilStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, stop := bubble(), make(chan struct{})
		time.AfterFunc(time.Second, func() { close(stop) })
		w := all.Waiter()
		if w.Until(int64(time.Hour), stop) || time.Since(all.start) != time.Second {
			t.Errorf("not stopped, or at %v", time.Since(all.start))
		}
		if w.Until(int64(2*time.Hour), stop) {
			t.Error("waited again after the stop")
		}
	})
}

// One keeps the time for all: of a hundred that wait for instants close
// together, in any order of joining, each wakes at its own, and hardly more than
// one sleeps in the kernel.
func TestOneKeepsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := bubble()
		most, now := 0, 0
		var mu sync.Mutex
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			now += n
			most = max(most, now)
		}
		all.stretch = func(d time.Duration) {
			count(1)
			time.Sleep(d)
			count(-1)
		}
		var wg sync.WaitGroup
		for i := range 100 {
			at := time.Second + time.Duration(i*37%50)*10*time.Microsecond // two for each instant
			wg.Go(func() {
				if !all.Waiter().Until(int64(at), nil) || time.Since(all.start) != at {
					t.Errorf("woke at %v, not at %v", time.Since(all.start), at)
				}
			})
		}
		wg.Wait()
		if most == 0 || most > 10 || len(all.queue) != 0 {
			t.Errorf("%d slept in the kernel at once, %d still wait", most, len(all.queue))
		}
	})
}

// TestWakesSoon is about the real clock, on a machine that others may use: in
// one of some rounds at least, half of the waits must end in half of the time
// that a timer is late.
func TestWakesSoon(t *testing.T) {
	all := NewSleepers(time.Now())
	for round := 0; ; round++ {
		median := medianLateness(t, all)
		if median < 500*time.Microsecond {
			return
		}
		if round == 5 {
			t.Fatalf("half of the waits are more than %v late", median)
		}
	}
}

func medianLateness(t *testing.T, all *Sleepers) time.Duration {
	w := all.Waiter()
	late := make([]time.Duration, 40)
	for i := range late {
		at := time.Since(all.start) + time.Duration(i)*100*time.Microsecond
		w.Until(int64(at), nil)
		if late[i] = time.Since(all.start) - at; late[i] < 0 {
			t.Fatalf("woke %v early", -late[i])
		}
	}
	slices.Sort(late)
	return late[len(late)/2]
}

func TestUntilAllocatesNothing(t *testing.T) {
	all, stop := NewSleepers(time.Now()), make(chan struct{})
	w := all.Waiter()
	if n := testing.AllocsPerRun(5, func() { w.Until(int64(time.Since(all.start)+2*time.Millisecond), stop) }); n != 0 {
		t.Errorf("%v allocations a wait", n)
	}
}
