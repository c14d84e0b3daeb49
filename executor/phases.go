package executor

import (
	"math"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// never is an instant that no clock reaches.
const never = math.MaxInt64

// timetable is when one load passes through the phases with workers. All are
// instants in nanoseconds since the run's start:
//
//	begin      measure          cooldown      end
//	  |  warmup  |  measured phase  |  cooldown  |  events in flight …
//
// Each worker has its own copy: with an exact number of events, its measured
// phase ends when its share is done.
type timetable struct {
	begin, measure, cooldown, end int64
	cool                          int64 // length of the cooldown
}

// schedule makes the timetables of the loads of a cell whose warm-up starts at
// the instant start: the measured phase begins for all at once.
func schedule(loads []*plan.Load, start int64) []timetable {
	var warmup int64
	for _, l := range loads {
		warmup = max(warmup, l.Warmup)
	}
	tables := make([]timetable, len(loads))
	for i, l := range loads {
		measure := start + warmup
		t := timetable{begin: measure - l.Warmup, measure: measure, cooldown: never, end: never, cool: l.Cooldown}
		if l.Duration > 0 {
			t.cooldown = measure + l.Duration
			t.end = t.cooldown + l.Cooldown
		}
		tables[i] = t
	}
	return tables
}

// at is the phase of an event that is due now; false if none may start.
func (t *timetable) at(now int64) (phase uint8, on bool) {
	switch {
	case now < t.measure:
		return event.Warmup, true
	case now < t.cooldown:
		return event.Measure, true
	case now < t.end:
		return event.Cooldown, true
	}
	return event.Cooldown, false
}

// enough ends the measured phase at the instant now, all events being done. The
// cool-down follows at once, since there is nothing left to wait for.
func (t *timetable) enough(now int64) {
	t.cooldown = min(t.cooldown, now)
	t.end = min(t.end, t.cooldown+t.cool)
}

// share is how many events of the measured phase worker w has to do.
func (l *load) share(w int) int64 {
	if l.Each {
		return l.Events
	}
	return share(l.Events, w, l.threads)
}

// share is how many of total events worker w of n has to do: they are divided
// in advance, so that no counter is shared, and add up exactly.
func share(total int64, w, n int) int64 {
	part := total / int64(n)
	if int64(w) < total%int64(n) {
		part++
	}
	return part
}

// spans collects when each phase of a cell ran.
type spans struct {
	clock clock
	list  []event.Span
}

// in runs do as the given phase.
func (s *spans) in(phase uint8, do func() error) error {
	start := s.clock.now()
	err := do()
	s.add(phase, start, s.clock.now())
	return err
}

// add notes a phase; one without length did not take place.
func (s *spans) add(phase uint8, start, end int64) {
	if end > start {
		s.list = append(s.list, event.Span{Phase: phase, Start: start, End: end})
	}
}
