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
	late       int64         // of these, about as many as began after the phase
	bytes      int64         // of ok events
	okBy       byLoad        // ok events, for throughputs; empty in pieces
	response   *distribution // of ok events
	service    *distribution // likewise; nil in pieces
	bins       map[int]int64 // of response times; nil unless a histogram was asked for
}

// newCut is a cut with both latencies. They are one distribution until an event
// has waited: in a closed loop response time is service time.
func newCut() *cut {
	both := newDistribution(cutPrecision)
	return &cut{response: both, service: both}
}

// count takes an event of the first pass, of a phase that ends at an instant.
func (c *cut) count(e *event.Event, end int64) {
	c.outcomes[e.Outcome]++
	c.retries += int64(max(e.Attempts-1, 0))
	c.statements += int64(e.Statements)
	c.late += lateStatements(e, end)
	if e.Outcome != event.OK {
		return
	}
	c.bytes += e.Bytes
	if c.service != nil {
		c.okBy.add(e.Load)
	}
	if c.bins != nil {
		c.bins[binOf(e.Wait+e.Service)]++
	}
}

// byLoad counts by the code of a load.
type byLoad []int64

func (b *byLoad) add(code uint16) {
	for len(*b) <= int(code) {
		*b = append(*b, 0)
	}
	(*b)[code]++
}

// lateStatements is how many of an event's statements began after an instant,
// if they began evenly over its service time.
func lateStatements(e *event.Event, end int64) int64 {
	over := min(e.Start+e.Service-end, e.Service)
	if over <= 0 {
		return 0
	}
	return int64(float64(e.Statements) * float64(over) / float64(e.Service))
}

// see takes the times of an event of any pass.
func (c *cut) see(e *event.Event) {
	if e.Outcome != event.OK {
		return
	}
	if e.Wait != 0 && c.service == c.response {
		c.service = c.response.clone()
	}
	c.response.see(e.Wait + e.Service)
	if c.service != nil && c.service != c.response {
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

// tally counts statements.
type tally struct {
	kinds [5]int64 // by event.Kind
	late  int64    // of all but connects, those that began after the phase
	lost  int64    // of those that failed, by the end of their connection
}

// count takes a statement of the first pass, of a phase that ends at an instant.
func (t *tally) count(s *event.Statement, end int64) {
	if s.Kind == event.Connect && s.ErrorCode != 0 {
		return // one that failed made no connection; it is among the errors
	}
	t.kinds[s.Kind]++
	if s.Start >= end && s.Kind != event.Connect {
		t.late++
	}
	if s.Kind == event.Failed && lostConnection(s.ErrorCode) {
		t.lost++
	}
}

// lostConnection tells whether a code is one that a client gives when its
// connection ends under a statement: those of MySQL's client library that
// sysbench takes for a reason to reconnect.
func lostConnection(code int32) bool {
	return code == 2006 || code == 2011 || code == 2013 || code == 2055
}

// label gathers the statements of one part of a measured phase.
type label struct {
	tally
	rows, affected int64
	okBy           byLoad        // succeeded, and began in the phase
	service        *distribution // of those that succeeded
}

// newLabel is an empty label.
func newLabel() *label {
	return &label{service: newDistribution(cutPrecision)}
}

// count takes a statement of the first pass.
func (l *label) count(s *event.Statement, end int64) {
	l.tally.count(s, end)
	l.rows += s.Rows
	l.affected += s.Affected
	if succeeded(s) && s.Start < end {
		l.okBy.add(s.Load)
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
