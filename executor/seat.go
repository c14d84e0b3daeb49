package executor

import (
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/pace"
)

// seat is a worker's place in an event loop. A worker without one (nil) has a
// goroutine of its own. The worker's code is the same for both: it waits in its
// connection and its waiter, and does aside what blocks elsewhere.
type seat interface {
	pace.Waiter
	// Poller is where the worker's next connection waits.
	Poller() driver.Poller
	// Aside runs f where it may block, and returns when f has ended.
	Aside(f func())
	// Lag is how long answers have waited for the worker in all, in nanoseconds.
	Lag() int64
}

// aside runs f where it may block: here, if the goroutine is the worker's own.
func aside(s seat, f func()) {
	if s == nil {
		f()
		return
	}
	s.Aside(f)
}

// sit moves a worker into an event loop: its waiting is lent to the loop, that
// of its connection too. False, with nothing changed, if the connection cannot.
func (w *worker) sit(s seat) bool {
	if !w.session.attach(s) {
		return false
	}
	w.seat, w.rec.seat, w.waiter = s, s, s
	return true
}

// attach lends the waiting of the connection to a loop, if it can.
func (s *session) attach(to seat) bool {
	p, ok := s.conn.(driver.Pollable)
	return ok && p.Attach(to.Poller())
}
