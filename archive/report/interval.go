package report

import "github.com/assay-bench/assay/archive/event"

// intervals is how many pieces the measured phase of a load has; the last may
// be shorter than the others.
func (m *measured) intervals(load uint16) int {
	if m.interval == 0 {
		return 0
	}
	span := m.end - m.start
	if l := m.load(load); l != nil && l.Duration > 0 {
		span = min(span, l.Duration)
	}
	return int((span + m.interval - 1) / m.interval)
}

// intervalOf is the piece in which e was due. The phase begins at piece 0
// and every piece is exactly one width after the one before, so nothing
// drifts; what lies outside of the phase by a rounding belongs to its ends.
func (m *measured) intervalOf(p *part, e *event.Event, limit int) *cut {
	i := (e.Start - e.Wait - m.start) / m.interval
	i = max(0, min(i, int64(limit)-1))
	for int64(len(p.intervals)) <= i {
		p.intervals = append(p.intervals, &cut{response: newDistribution(intervalPrecision)})
	}
	return p.intervals[i]
}

// take counts in the first pass and sees in every one.
func (c *cut) take(e *event.Event, first bool) {
	if first {
		c.count(e)
	}
	c.see(e)
}

// intervalTable is the pieces of a part whose measured phase has that length.
func (m *measured) intervalTable(p *part, length int64) []Interval {
	if m.interval == 0 {
		return nil
	}
	var table []Interval
	for i := 0; int64(i)*m.interval < length || i < len(p.intervals); i++ {
		row := Interval{Start: int64(i) * m.interval}
		row.Length = max(0, min(m.interval, length-row.Start))
		if i < len(p.intervals) {
			c := p.intervals[i]
			row.Events = c.events()
			row.Throughput = perSecond(row.Events.OK, row.Length)
			row.Response = m.latency(c.response)
		}
		table = append(table, row)
	}
	return table
}
