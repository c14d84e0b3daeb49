//go:build linux

package loop

import (
	"slices"
	"testing"
	"time"
)

// Sleepers are woken in the order of their instants, never before them, and
// soon: in one of some rounds at least, since others may use the machine, half
// of them within a quarter of a millisecond.
func TestUntil(t *testing.T) {
	for round := 0; ; round++ {
		l := newLoop(t, free)
		var late []int64
		var last int64
		for i := range 20 {
			task := l.Task()
			task.Do(func() {
				for n := range 5 {
					at := int64(time.Duration((i*7)%20+20*n) * 300 * time.Microsecond)
					if !task.Until(at, nil) {
						t.Error("stopped by nobody")
					}
					now := l.now()
					if now < at || at < last {
						t.Errorf("woke at %d for %d, after one for %d", now, at, last)
					}
					last = at
					late = append(late, now-at)
				}
			})
		}
		run(t, l)
		slices.Sort(late)
		median := time.Duration(late[len(late)/2])
		if median < 250*time.Microsecond {
			return
		}
		if round == 5 {
			t.Fatalf("half of the waits are more than %v late", median)
		}
	}
}

// A long wait is as exact as a short one, though the kernel lets it be late by
// a thousandth.
func TestLongWaitsAreExact(t *testing.T) {
	for left, want := range map[int64]int64{
		1: 1, 2e6: 2e6, 3e6: 2e6, 1e9: 1e9 - 1e9/256,
	} {
		if got := closer(left); got != want {
			t.Errorf("%d ns are waited for by %d, want %d", left, got, want)
		}
	}
	for round := 0; ; round++ {
		l := newLoop(t, free)
		var late time.Duration
		task := l.Task()
		task.Do(func() {
			const at = int64(700 * time.Millisecond) // whose thousandth is 700 µs
			task.Until(at, nil)
			late = time.Duration(l.now() - at)
		})
		run(t, l)
		if late < 350*time.Microsecond {
			return
		}
		if round == 5 {
			t.Fatalf("woke %v late", late)
		}
	}
}

// Closing a channel wakes those that it stops, whenever it is closed, and
// nobody else.
func TestStops(t *testing.T) {
	l := newLoop(t, free)
	stop, before := make(chan struct{}), make(chan struct{})
	close(before)
	hour := int64(time.Hour)
	stopped := 0
	for range 30 {
		task := l.Task()
		task.Do(func() {
			if task.Until(hour, before) {
				t.Error("not stopped by what was closed before")
			}
			if !task.Until(0, before) {
				t.Error("an instant that has passed was waited for")
			}
			if task.Until(hour, stop) {
				t.Error("not stopped")
			}
			stopped++
			if !task.Until(l.now()+int64(time.Millisecond), nil) {
				t.Error("stopped by a channel of the wait before")
			}
		})
	}
	other := l.Task()
	other.Do(func() {
		if !other.Until(int64(50*time.Millisecond), make(chan struct{})) || stopped != 30 {
			t.Errorf("stopped, or woke before: %d others were", stopped)
		}
	})
	time.AfterFunc(10*time.Millisecond, func() { close(stop) })
	run(t, l)
}

// Half of the sleepers are taken out of the middle of the heap, and the others
// are woken in order.
func TestStopsKeepTheOrder(t *testing.T) {
	l := newLoop(t, free)
	stop := make(chan struct{})
	var woken []int64
	for i := range 40 {
		task := l.Task()
		at := int64(20*time.Millisecond) + int64((i*13)%40)*int64(200*time.Microsecond)
		task.Do(func() {
			if i%2 == 0 {
				if task.Until(at+int64(time.Hour)*int64(i%3), stop) && i%3 != 0 {
					t.Error("not stopped")
				}
				return
			}
			task.Until(at, nil)
			woken = append(woken, at)
		})
	}
	time.AfterFunc(5*time.Millisecond, func() { close(stop) })
	run(t, l)
	if !slices.IsSorted(woken) || len(woken) != 20 {
		t.Errorf("woken in the order %v", woken)
	}
}
