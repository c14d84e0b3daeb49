package report

import "github.com/assay-bench/assay/archive/event"

// The precision of histograms: finer ones need fewer passes, coarser ones
// less memory. Intervals are many and small.
const (
	cutPrecision      = 10
	intervalPrecision = 7
)

// cut gathers the events of one part of a measured phase: a load, a
// transaction of it, an interval, or what an assertion asks for.
type cut struct {
	outcomes   [5]int64 // by event.Outcome
	retries    int64
	statements int64
	okBy       map[uint16]int64 // ok events by load, for throughputs
	response   *distribution    // of ok events
	service    *distribution    // likewise; nil in intervals
}

// newCut is a cut with both latencies.
func newCut() *cut {
	return &cut{okBy: make(map[uint16]int64), response: newDistribution(cutPrecision), service: newDistribution(cutPrecision)}
}

// count takes an event of the first pass.
func (c *cut) count(e *event.Event) {
	c.outcomes[e.Outcome]++
	c.retries += int64(max(e.Attempts-1, 0))
	c.statements += int64(e.Statements)
	if e.Outcome == event.OK && c.okBy != nil {
		c.okBy[e.Load]++
	}
}

// see takes the times of an event of any pass.
func (c *cut) see(e *event.Event) {
	if e.Outcome != event.OK {
		return
	}
	c.response.see(e.Wait + e.Service)
	if c.service != nil {
		c.service.see(e.Service)
	}
}

// events are the counts by name.
func (c *cut) events() Outcomes {
	o := Outcomes{
		OK: c.outcomes[event.OK], Rollback: c.outcomes[event.RolledBack], Error: c.outcomes[event.Error],
		Unexpected: c.outcomes[event.Unexpected], Cancelled: c.outcomes[event.Cancelled],
	}
	for _, n := range c.outcomes {
		o.Total += n
	}
	return o
}

// label gathers the statements of one part of a measured phase.
type label struct {
	kinds          [5]int64 // by event.Kind
	rows, affected int64
	okBy           map[uint16]int64 // succeeded, by load
	service        *distribution    // of those that succeeded
}

// newLabel is an empty label.
func newLabel() *label {
	return &label{okBy: make(map[uint16]int64), service: newDistribution(cutPrecision)}
}

// count takes a statement of the first pass.
func (l *label) count(s *event.Statement) {
	l.kinds[s.Kind]++
	l.rows += s.Rows
	l.affected += s.Affected
	if succeeded(s) {
		l.okBy[s.Load]++
	}
}

// see takes the time of a statement of any pass.
func (l *label) see(s *event.Statement) {
	if succeeded(s) {
		l.service.see(s.Service)
	}
}

// succeeded tells whether a statement counts in latencies.
func succeeded(s *event.Statement) bool { return s.ErrorCode == 0 && s.Kind != event.Failed }
