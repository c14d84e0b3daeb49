package executor

import (
	"sync/atomic"

	"github.com/assay-bench/assay/archive/event"
)

// seconds counts what becomes of the arrivals of a load, second by second. A
// worker counts with one atomic addition, by the instant that it measured; a
// second is read when nobody counts in it any more.
type seconds struct {
	zero int64 // the instant that seconds are counted from
	load uint16
	ring [secondsKept][numWindows]counts
}

// secondsKept is after how many seconds the place of one is used again. What
// is counted later than that, by a process that was stopped, goes to another
// second, and is not lost.
const secondsKept = 64

// counts are what happened to the arrivals of one phase in one second.
type counts struct{ started, finished, failed, dropped atomic.Int64 }

// number is the number of the second that an instant lies in; those before
// zero are negative.
func (s *seconds) number(at int64) int64 {
	k := (at - s.zero) / second
	if (at-s.zero)%second < 0 {
		k--
	}
	return k
}

// second is the length of one, in nanoseconds.
const second = int64(1e9)

// at are the counts of second k.
func (s *seconds) at(k int64, phase uint8) *counts {
	return &s.ring[uint64(k)%secondsKept][phase-event.Warmup]
}

// start counts an event that begins now.
func (s *seconds) start(now int64, phase uint8) { s.at(s.number(now), phase).started.Add(1) }

// drop counts an arrival that is given up now.
func (s *seconds) drop(now int64, phase uint8) { s.at(s.number(now), phase).dropped.Add(1) }

// end counts an event that has ended.
func (s *seconds) end(e *event.Event) {
	c := s.at(s.number(e.Start+e.Service), e.Phase)
	switch e.Outcome {
	case event.OK, event.RolledBack:
		c.finished.Add(1)
	default:
		c.failed.Add(1)
	}
}

// take reads and clears the counts of a second.
func (s *seconds) take(k int64, phase uint8) event.Arrival {
	c := s.at(k, phase)
	return event.Arrival{
		Load: s.load, Phase: phase,
		Started: c.started.Swap(0), Finished: c.finished.Swap(0), Failed: c.failed.Swap(0), Dropped: c.dropped.Swap(0),
	}
}
