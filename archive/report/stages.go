package report

import (
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// Stage is what a load did in one stage of its measured phase: the events that
// were due in it.
type Stage struct {
	Stage      string   `json:"stage"`
	Start      int64    `json:"start_ns"`  // since the beginning of the measured phase
	Length     int64    `json:"length_ns"` // as far as it ran
	Events     Outcomes `json:"events"`
	Throughput float64  `json:"throughput_per_s"` // ok events ÷ length
	Response   *Latency `json:"response"`
	Service    *Latency `json:"service"`
	Queue      *Queue   `json:"queue,omitempty"` // of an open loop, at its end or the last full second before
}

// staged tells whether a load has stages, which the events then are read for.
func (m *measured) staged() bool {
	for _, p := range m.parts {
		if p.stages != nil {
			return true
		}
	}
	return false
}

// stage is the cut of an event's stage; nil if the load has none.
func (p *part) stage(e *event.Event) *cut {
	if p.stages == nil {
		return nil
	}
	c := p.stages[e.Stage]
	if c == nil {
		c = newCut()
		p.stages[e.Stage] = c
	}
	return c
}

// stageFigures are those of all stages of a load that began, in the order of
// the spec.
func (m *measured) stageFigures(code uint16, length int64) (all []Stage) {
	l, p, start := m.load(code), m.parts[code], int64(0)
	if l == nil {
		return nil
	}
	for i := range l.Stages {
		s := &l.Stages[i]
		if start >= length {
			break
		}
		c := newCut()
		if at := slices.Index(m.names.Stages, s.Name); at >= 0 && p.stages[uint16(at)] != nil {
			c = p.stages[uint16(at)]
		}
		row := Stage{
			Stage: s.Name, Start: start, Length: min(s.Length, length-start), Events: c.events(),
			Response: m.latency(c.response), Service: m.latency(c.service),
		}
		row.Throughput = perSecond(row.Events.OK, row.Length)
		row.Queue = p.arrived.queue(m.start + start + row.Length)
		all = append(all, row)
		start += s.Length
	}
	return all
}

// stages writes the stages of a load in a table of their own.
func (t *text) stages(l *Load) {
	if len(l.Stages) == 0 {
		return
	}
	u := unit{}
	if l.Response != nil {
		u = unitFor(l.Response.Mean)
	}
	g := grid{left: 1}
	columns := []string{"stage", "from s", "ok events", "other", "events/s"}
	if l.Arrivals != nil {
		columns = append(columns, "waiting")
	}
	g.row(append(columns, t.latencyHeading("response "+u.name)...)...)
	for i := range l.Stages {
		s := &l.Stages[i]
		columns := []string{s.Stage, grouped(float64(s.Start)/1e9, 1), wholeText(s.Events.OK), wholeText(s.Events.Total - s.Events.OK), rateText(s.Throughput)}
		if s.Queue != nil {
			columns = append(columns, wholeText(s.Queue.Waiting))
		}
		g.row(append(columns, t.latencyCells(u, s.Response)...)...)
	}
	t.line("")
	g.write(&t.Builder, "  ")
}
