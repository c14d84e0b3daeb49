// Package witness watches the process that makes a load, so that somebody can
// tell later whether it was the bottleneck.
//
// It judges nothing. A reading costs some microseconds each second, on a
// goroutine of its own, and touches nothing that workers use.
package witness

import (
	"runtime"
	"runtime/debug"
	"time"
)

// Account is what the process used, and what happened to it, while it was
// watched.
type Account struct {
	Length time.Duration // by the monotonic clock
	Cores  int           // processors that the process may use
	CPU    time.Duration // of the process, user and system; 0 where the system does not tell

	Pauses  int64         // garbage collections that stopped the world
	Paused  time.Duration // for how long in all
	Longest time.Duration // and at most

	// Step is the largest change, between two readings, of the wall clock
	// against the monotonic clock; negative if it was set back. A clock that is
	// slewed changes by half a millisecond a second at most (adjtimex(2)).
	Step time.Duration

	// Stolen is the time of processors that a hypervisor gave to others, and
	// Machine all time that all processors had. Both are 0 where the system
	// does not tell.
	Stolen, Machine time.Duration
}

// between is how often a reading is taken.
const between = time.Second

// Watch waits for the instant begin, watches until the instant end or until
// done is closed, and gives its account; nil if done came before begin. A zero
// end is never.
func Watch(begin, end time.Time, cores int, done <-chan struct{}) *Account {
	if !await(time.Until(begin), done) {
		return nil
	}
	first := read()
	a := &Account{Cores: cores}
	for last := first; ; {
		next := between
		if !end.IsZero() {
			next = min(next, time.Until(end))
		}
		over := !await(next, done)
		now := read()
		a.add(&last, &now)
		if last = now; over || !end.IsZero() && time.Until(end) <= 0 {
			a.close(&first, &now)
			return a
		}
	}
}

// await sleeps for d; false if done is closed first.
func await(d time.Duration, done <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-done:
		return false
	}
}

// reading is how the process stood at an instant.
type reading struct {
	at              time.Time     // by the monotonic clock
	wall            time.Duration // of the wall clock, since 1970
	cpu             time.Duration
	gc              debug.GCStats
	stolen, machine time.Duration
}

// read takes a reading, all parts of it within some microseconds.
func read() reading {
	now := time.Now()
	r := reading{at: now, wall: time.Duration(now.UnixNano()), cpu: cpu()}
	r.stolen, r.machine = stolen()
	debug.ReadGCStats(&r.gc)
	return r
}

// add takes what is known only from one reading to the next: the runtime
// remembers no more than its last 256 pauses.
func (a *Account) add(last, now *reading) {
	if step := now.wall - last.wall - now.at.Sub(last.at); step.Abs() > a.Step.Abs() {
		a.Step = step
	}
	for _, pause := range now.gc.Pause[:min(int(now.gc.NumGC-last.gc.NumGC), len(now.gc.Pause))] {
		a.Longest = max(a.Longest, pause)
	}
}

// close takes the differences over all.
func (a *Account) close(first, last *reading) {
	a.Length = last.at.Sub(first.at)
	a.CPU = last.cpu - first.cpu
	a.Pauses, a.Paused = last.gc.NumGC-first.gc.NumGC, last.gc.PauseTotal-first.gc.PauseTotal
	a.Stolen, a.Machine = last.stolen-first.stolen, last.machine-first.machine
}

// Cores is how many processors this process may use, as the runtime has found
// out from its affinity and its group's quota. It is to be asked before
// anything changes GOMAXPROCS.
func Cores() int { return runtime.GOMAXPROCS(0) }
