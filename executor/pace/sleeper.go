package pace

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Sleepers is what the Waiters of one run have in common: the clock, and how
// many of them may be exact at a time.
//
// A Waiter sleeps on the runtime's timer until coarse before its instant and
// then, if it may, in the kernel for the last stretch. That holds a thread, so
// only half the processors' worth may do so at once. Others stay with the
// timer. It is late only while the process is idle; when many workers wait, it
// is not.
type Sleepers struct {
	start   time.Time
	stretch func(time.Duration) // the last one
	limit   int32
	exact   atomic.Int32 // how many are in their last stretch
}

// coarse is more than the runtime's timers are late.
const coarse = 1100 * time.Microsecond

// NewSleepers is for a run that started at start, which has a monotonic
// reading.
func NewSleepers(start time.Time) *Sleepers {
	return &Sleepers{start: start, stretch: lastStretch, limit: int32(max(runtime.GOMAXPROCS(0)/2, 1))}
}

// Waiter makes one for a goroutine.
func (s *Sleepers) Waiter() Waiter { return &sleeper{all: s} }

// left is the time until the instant at.
func (s *Sleepers) left(at int64) time.Duration {
	return time.Duration(at) - time.Since(s.start)
}

// sleeper is the Waiter of one goroutine.
type sleeper struct {
	all   *Sleepers
	timer *time.Timer // made at the first use, then used again
}

// Until implements Waiter.
func (w *sleeper) Until(at int64, stop <-chan struct{}) bool {
	left := w.all.left(at)
	if left > coarse {
		if !w.sleep(left-coarse, stop) {
			return false
		}
		left = w.all.left(at)
	}
	if left <= 0 {
		return true
	}
	if w.all.exact.Add(1) <= w.all.limit {
		w.all.stretch(left)
		left = 0
	}
	w.all.exact.Add(-1)
	return left == 0 || w.sleep(left, stop)
}

// sleep waits on the runtime's timer; false if stop was closed before.
func (w *sleeper) sleep(d time.Duration, stop <-chan struct{}) bool {
	if w.timer == nil {
		w.timer = time.NewTimer(d)
	} else {
		w.timer.Reset(d)
	}
	select {
	case <-w.timer.C:
		return true
	case <-stop:
		w.timer.Stop()
		return false
	}
}

// slack is how much the kernel is late in waking: its own timer slack of 50 µs
// for ordinary threads and the way to the processor.
const slack = 60 * time.Microsecond

// lastStretch sleeps in the kernel until slack before the end, which is when
// it mostly wakes up, and gives others the processor for what remains.
func lastStretch(d time.Duration) {
	end := time.Now().Add(d)
	for left := d; left > slack; left = time.Until(end) { // again after a signal
		kernelSleep(left - slack)
	}
	for time.Until(end) > 0 {
		runtime.Gosched()
	}
}
