package report

import (
	"math"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// Piece is a stretch of the measured phase: an interval, or what lies between
// checkpoints. Events belong to that of their due instant, statements and
// connects to that of their own start.
type Piece struct {
	Start      int64      `json:"start_ns"` // since the beginning of the measured phase
	Length     int64      `json:"length_ns"`
	Events     Outcomes   `json:"events"`
	Throughput float64    `json:"throughput_per_s"`
	Bytes      int64      `json:"bytes"`
	Operations []Share    `json:"operations,omitempty"` // of a load on a probe
	Response   *Latency   `json:"response"`
	Statements Statements `json:"statements"`
	Retries    int64      `json:"retries"`
	Reconnects *int64     `json:"reconnects"`
	Queue      *Queue     `json:"queue,omitempty"`     // of an open loop, at its end or the last full second before
	Workers    *Workers   `json:"workers,omitempty"`   // between checkpoints
	Histogram  []Bin      `json:"histogram,omitempty"` // likewise, if asked for
}

// piece is a Piece while it is read.
type piece struct {
	*cut
	tally   tally
	workers workers // nil in intervals
	shares  *shares // nil unless the load runs a probe
}

// take counts an event in the first pass and sees it in every one.
func (p *piece) take(e *event.Event, first bool, end int64) {
	if first {
		p.cut.count(e, end)
		if p.shares != nil {
			p.shares.count(e)
		}
		if p.workers != nil {
			p.workers.count(e)
		}
	}
	p.see(e)
}

// pieces are those of a part in which an instant lies: its interval and its
// stretch between checkpoints, as far as they were asked for. Intervals start
// at multiples of their width, so nothing drifts. What lies outside of the
// phase belongs to its ends: an event by a rounding, statements of events that
// were in flight when it ended.
func (m *measured) pieces(p *part, instant, span int64) []*piece {
	found, at := m.found[:0], max(0, min(instant-m.start, span-1))
	if m.interval > 0 {
		i := at / m.interval
		for int64(len(p.intervals)) <= i {
			p.intervals = append(p.intervals, p.newPiece())
		}
		found = append(found, p.intervals[i])
	}
	if len(m.marks) > 0 {
		i, reached := slices.BinarySearch(m.marks, at)
		if reached {
			i++ // a stretch begins with its checkpoint
		}
		for len(p.stretches) <= i {
			p.stretches = append(p.stretches, m.newStretch(p))
		}
		found = append(found, p.stretches[i])
	}
	return found
}

// newPiece is an empty piece, which is small, for there may be thousands.
func (p *part) newPiece() *piece {
	one := &piece{cut: &cut{response: newDistribution(intervalPrecision)}}
	if p.operates {
		one.shares = new(shares)
	}
	return one
}

// newStretch is an empty piece between checkpoints.
func (m *measured) newStretch(of *part) *piece {
	p := of.newPiece()
	p.workers = make(workers)
	if m.bins {
		p.bins = make(map[int]int64)
	}
	return p
}

// intervalTable is the intervals of a part whose measured phase has that length.
func (m *measured) intervalTable(p *part, length int64) []Piece {
	if m.interval == 0 {
		return nil
	}
	var table []Piece
	for i := 0; int64(i)*m.interval < length || i < len(p.intervals); i++ {
		start := int64(i) * m.interval
		row := m.pieceFigures(p.intervals, i, start, min(m.interval, length-start))
		row.Queue = p.arrived.queue(m.start + start + row.Length)
		table = append(table, row)
	}
	return table
}

// checkpointTable is the stretches between checkpoints, likewise. A checkpoint
// that lies after the end is none.
func (m *measured) checkpointTable(p *part, length int64) []Piece {
	if len(m.marks) == 0 {
		return nil
	}
	var table []Piece
	var start int64
	for i, end := range append(slices.Clone(m.marks), math.MaxInt64) {
		if i > 0 && start >= length && i >= len(p.stretches) {
			break
		}
		row := m.pieceFigures(p.stretches, i, start, min(end, length)-start)
		var all workers
		if i < len(p.stretches) {
			all = p.stretches[i].workers
		}
		w := all.figures(m.askedBy(p))
		row.Workers, row.Queue = &w, p.arrived.queue(m.start+start+row.Length)
		table = append(table, row)
		start = end
	}
	return table
}

// pieceFigures are those of the i-th piece, which may have had no events.
func (m *measured) pieceFigures(list []*piece, i int, start, length int64) Piece {
	c := new(part).newPiece()
	if i < len(list) {
		c = list[i]
	}
	f := Piece{
		Start: start, Length: max(0, length), Events: c.events(), Bytes: c.bytes, Response: m.latency(c.response), Retries: c.retries,
		Histogram: histogramFigures(c.bins),
	}
	if c.shares != nil {
		f.Operations = c.shares.named(m.names.Transactions)
	}
	f.Throughput = perSecond(f.Events.OK, f.Length)
	f.Statements.Total, f.Statements.Late = c.statements, c.late
	if m.archived {
		f.Statements.kinds(&c.tally)
		f.Statements.Total = c.tally.kinds[event.Read] + c.tally.kinds[event.Write] + c.tally.kinds[event.Other] + c.tally.kinds[event.Failed]
		f.Reconnects = &c.tally.kinds[event.Connect]
	}
	f.Statements.rate(f.Length)
	return f
}
