package pace

import (
	"sync"
	"time"
)

// Sleepers is what the Waiters of one run have in common: the clock, and who of
// them sleeps exactly.
//
// A Waiter sleeps on the runtime's timer until coarse before its instant. For
// the last stretch it joins a queue in the order of the instants: the first
// sleeps in the kernel, which holds a thread, the others wait for it to wake
// them. Whoever leaves the queue wakes those whose time has come and the one
// that is first then. So one thread keeps the time for all, exact to some
// tens of µs, however many wait. (One that joins before the first leads as well,
// since a sleep in the kernel cannot be shortened.)
type Sleepers struct {
	start   time.Time
	stretch func(time.Duration) // sleeps so long, exactly

	mu    sync.Mutex // held for some comparisons, never while sleeping
	queue []*sleeper // in their last stretch, the earliest first
}

// coarse is more than the runtime's timers are late.
const coarse = 1100 * time.Microsecond

// NewSleepers is for a run that started at start, which has a monotonic
// reading.
func NewSleepers(start time.Time) *Sleepers {
	return &Sleepers{start: start, stretch: lastStretch}
}

// Waiter makes one for a goroutine.
func (s *Sleepers) Waiter() Waiter { return &sleeper{all: s, woken: make(chan struct{}, 1)} }

// left is the time until the instant at.
func (s *Sleepers) left(at int64) time.Duration {
	return time.Duration(at) - time.Since(s.start)
}

// sleeper is the Waiter of one goroutine.
type sleeper struct {
	all   *Sleepers
	timer *time.Timer   // made at the first use, then used again
	woken chan struct{} // has a message if it is to look again
	at    int64         // its instant, while it is in the queue
	leads bool          // it sleeps in the kernel
}

// Until implements Waiter.
func (w *sleeper) Until(at int64, stop <-chan struct{}) bool {
	if left := w.all.left(at); left > coarse && !w.sleep(left-coarse, stop) {
		return false
	}
	if w.all.left(at) > 0 {
		w.at = at
		w.all.join(w)
	}
	return true
}

// set has the runtime's timer fire after d.
func (w *sleeper) set(d time.Duration) {
	if w.timer == nil {
		w.timer = time.NewTimer(d)
	} else {
		w.timer.Reset(d)
	}
}

// doze waits to be woken by others, for d at most: should the thread that keeps
// the time not get a processor, the runtime's timers still go on.
func (w *sleeper) doze(d time.Duration) {
	w.set(d)
	select {
	case <-w.woken:
		w.timer.Stop()
	case <-w.timer.C:
	}
}

// sleep waits on the runtime's timer; false if stop was closed before.
func (w *sleeper) sleep(d time.Duration, stop <-chan struct{}) bool {
	w.set(d)
	select {
	case <-w.timer.C:
		return true
	case <-stop:
		w.timer.Stop()
		return false
	}
}

// join waits in the queue until the sleeper's instant.
func (s *Sleepers) join(w *sleeper) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.insert(w)
	for left := s.left(w.at); left > 0; left = s.left(w.at) {
		w.leads = s.queue[0] == w
		s.mu.Unlock()
		if w.leads {
			s.stretch(left)
		} else {
			w.doze(left)
		}
		s.mu.Lock()
		w.leads = false
	}
	s.leave(w)
}

// insert puts a sleeper where its instant belongs. Arrivals come in order, so
// that is mostly the end.
func (s *Sleepers) insert(w *sleeper) {
	s.queue = append(s.queue, w)
	for i := len(s.queue) - 1; i > 0 && s.queue[i-1].at > w.at; i-- {
		s.queue[i-1], s.queue[i] = w, s.queue[i-1]
	}
}

// leave takes a sleeper out and wakes those that must do something now: all
// whose time has come, and the first of the others, to lead.
func (s *Sleepers) leave(w *sleeper) {
	place := 0
	for s.queue[place] != w {
		place++
	}
	copy(s.queue[place:], s.queue[place+1:])
	s.queue = s.queue[:len(s.queue)-1]
	for _, other := range s.queue {
		if !other.leads {
			select {
			case other.woken <- struct{}{}:
			default: // it has been told
			}
		}
		if s.left(other.at) > 0 {
			return
		}
	}
}

// lastStretch sleeps in the kernel until the end. It does not spin for the
// last microseconds: a thread that burns its share of a busy processor waits
// longer for the next.
func lastStretch(d time.Duration) {
	end := time.Now().Add(d)
	for left := d; left > 0; left = time.Until(end) { // again after a signal
		kernelSleep(left)
	}
}
