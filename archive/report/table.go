package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// Table is the summary as columns for summary.parquet: a row for the total,
// each load, and each transaction and statement of a load, by cell and repeat.
// Null in load is the total, null in transaction or statement all of them.
// Cells have their factors in cells.parquet.
func (s *Summary) Table() []archive.Column {
	t := new(table)
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			t.repeat(s.Cells[i].Cell, &s.Cells[i].Repeats[j])
		}
	}
	return t.columns(s.Percentiles)
}

// IntervalTable is the intervals as columns: a row for each of the total and of
// each load, by cell and repeat. Null in load is the total.
func (s *Summary) IntervalTable() []archive.Column {
	t := new(table)
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			r := &s.Cells[i].Repeats[j]
			if r.Total != nil {
				t.intervals(s.Cells[i].Cell, r.Repeat, r.Total)
			}
			for k := range r.Loads {
				t.intervals(s.Cells[i].Cell, r.Repeat, &r.Loads[k])
			}
		}
	}
	all := t.place()
	all = append(all, t.ints("start_ns", "Beginning, since that of the measured phase.", func(r *tableRow) int64 { return r.piece.Start }))
	all = append(all, t.outcomes()...)
	all = append(all, t.work()...)
	all = append(all, t.queue("waiting", "Arrivals of an open loop that were due and had not begun at its end, or at the last full second before.", func(q *Queue) int64 { return q.Waiting }),
		t.queue("running", "Events of an open loop that had begun and not ended then.", func(q *Queue) int64 { return q.Running }))
	return append(all, t.times("response", s.Percentiles, func(r *tableRow) *Latency { return r.piece.Response })...)
}

// queue is a column that only intervals of open loops have.
func (t *table) queue(name, doc string, of func(*Queue) int64) archive.Column {
	return t.ints(name, doc, func(r *tableRow) int64 {
		if r.piece.Queue == nil {
			return event.Unknown
		}
		return of(r.piece.Queue)
	})
}

// table is the rows so far.
type table struct{ rows []tableRow }

// tableRow is one row. Of a statement, events are its executions.
type tableRow struct {
	cell, repeat                 int
	load, transaction, statement string
	piece                        Piece
	arrivals                     *Arrivals
	service                      *Latency
	whole                        bool   // of a load: what its parts do not know is not null
	label                        *Label // of a statement
}

// repeat adds the rows of a repeat.
func (t *table) repeat(cell int, r *Repeat) {
	if r.Total != nil {
		t.load(cell, r.Repeat, r.Total)
	}
	for i := range r.Loads {
		t.load(cell, r.Repeat, &r.Loads[i])
	}
}

// load adds the rows of a load and of its parts.
func (t *table) load(cell, repeat int, l *Load) {
	t.rows = append(t.rows, tableRow{cell: cell, repeat: repeat, load: l.Load, piece: whole(l), service: l.Service, whole: true, arrivals: l.Arrivals})
	for i := range l.Transactions {
		x := &l.Transactions[i]
		t.rows = append(t.rows, tableRow{
			cell: cell, repeat: repeat, load: l.Load, transaction: x.Transaction, service: x.Service,
			piece: Piece{Length: l.Length, Events: x.Events, Throughput: perSecond(x.Events.OK, l.Length), Response: x.Response},
		})
	}
	for i := range l.Labels {
		x := &l.Labels[i]
		events := Outcomes{Total: x.Executed, OK: x.Executed - x.Errors, Error: x.Errors}
		t.rows = append(t.rows, tableRow{
			cell: cell, repeat: repeat, load: l.Load, transaction: x.Transaction, statement: x.Statement, service: x.Service, label: x,
			piece: Piece{Length: l.Length, Events: events, Throughput: x.Throughput},
		})
	}
}

// intervals adds a row for each interval.
func (t *table) intervals(cell, repeat int, l *Load) {
	for i := range l.Intervals {
		t.rows = append(t.rows, tableRow{cell: cell, repeat: repeat, load: l.Load, piece: l.Intervals[i], whole: true})
	}
}

// columns turns the rows into columns, in the order of reading.
func (t *table) columns(percentiles []float64) []archive.Column {
	all := append(t.place(),
		t.texts("transaction", "The transaction; null: all.", func(r *tableRow) string { return r.transaction }),
		t.texts("statement", "The statement; null: the row counts events, else executions.", func(r *tableRow) string { return r.statement }))
	all = append(all, t.outcomes()...)
	all = append(all, t.work()...)
	all = append(all,
		t.labels("rows", "Rows in the statement's result sets.", func(l *Label) int64 { return l.Rows }),
		t.labels("affected", "Rows that the statement changed.", func(l *Label) int64 { return l.Affected }),
		t.arrivals("scheduled", "Arrivals due in the measured phase; null in a closed loop.", func(a *Arrivals) int64 { return a.Scheduled }),
		t.arrivals("dropped", "Of these, given up without a start.", func(a *Arrivals) int64 { return a.Dropped }),
		t.arrivals("waiting", "Of these, not begun when the load ended.", func(a *Arrivals) int64 { return a.Waiting }))
	all = append(all, t.times("response", percentiles, func(r *tableRow) *Latency { return r.piece.Response })...)
	return append(all, t.times("service", percentiles, func(r *tableRow) *Latency { return r.service })...)
}

// place is where a row belongs.
func (t *table) place() []archive.Column {
	return []archive.Column{
		t.ints("cell", "The cell.", func(r *tableRow) int64 { return int64(r.cell) }),
		t.ints("repeat", "The repeat.", func(r *tableRow) int64 { return int64(r.repeat) }),
		t.texts("load", "The load; null: all loads.", func(r *tableRow) string { return r.load }),
	}
}

// outcomes counts events, and tells in how long.
func (t *table) outcomes() []archive.Column {
	return []archive.Column{
		t.ints("total", "Events due in the measured phase.", func(r *tableRow) int64 { return r.piece.Events.Total }),
		t.ints("ok", "Of these, ok.", func(r *tableRow) int64 { return r.piece.Events.OK }),
		t.ints("rollback", "Ended by the spec's own rollback.", func(r *tableRow) int64 { return r.piece.Events.Rollback }),
		t.ints("error", "Ended by an error.", func(r *tableRow) int64 { return r.piece.Events.Error }),
		t.ints("unexpected", "Ended against an expectation.", func(r *tableRow) int64 { return r.piece.Events.Unexpected }),
		t.ints("cancelled", "Cut at the deadline.", func(r *tableRow) int64 { return r.piece.Events.Cancelled }),
		t.ints("length_ns", "Length of the load's measured phase or of the interval.", func(r *tableRow) int64 { return r.piece.Length }),
		t.floats("throughput_per_s", "ok ÷ length; of a statement, those of ok that began before the end of the phase ÷ length.", func(r *tableRow) float64 { return r.piece.Throughput }),
	}
}

// work counts the statements of a load; they are null of its parts.
func (t *table) work() []archive.Column {
	known := func(of func(*Piece) *int64) func(*tableRow) int64 {
		return func(r *tableRow) int64 {
			if n := of(&r.piece); n != nil && r.whole {
				return *n
			}
			return event.Unknown
		}
	}
	rate := func(r *tableRow) float64 {
		if !r.whole {
			return math.NaN()
		}
		return r.piece.Statements.Rate
	}
	return []archive.Column{
		t.ints("statements", "Statements that the events executed.", known(func(p *Piece) *int64 { return &p.Statements.Total })),
		t.ints("late", "Of these, those that began after the end of the phase; estimated if statements were not archived.", known(func(p *Piece) *int64 { return &p.Statements.Late })),
		t.floats("statements_per_s", "(statements − late) ÷ length.", rate),
		t.ints("read", "Of statements, with a result set.", known(func(p *Piece) *int64 { return p.Statements.Read })),
		t.ints("write", "That changed rows.", known(func(p *Piece) *int64 { return p.Statements.Write })),
		t.ints("other", "That did neither.", known(func(p *Piece) *int64 { return p.Statements.Other })),
		t.ints("failed", "That failed.", known(func(p *Piece) *int64 { return p.Statements.Error })),
		t.ints("lost", "Of failed, those whose connection ended.", known(func(p *Piece) *int64 { return p.Statements.Lost })),
		t.ints("retries", "Attempts beyond an event's first.", known(func(p *Piece) *int64 { return &p.Retries })),
		t.ints("reconnects", "Connections that were made anew.", known(func(p *Piece) *int64 { return p.Reconnects })),
	}
}

// labels is a column that only statements have.
func (t *table) labels(name, doc string, of func(*Label) int64) archive.Column {
	return t.ints(name, doc, func(r *tableRow) int64 {
		if r.label == nil {
			return event.Unknown
		}
		return of(r.label)
	})
}

// arrivals is a column that only open loops have.
func (t *table) arrivals(name, doc string, of func(*Arrivals) int64) archive.Column {
	return t.ints(name, doc, func(r *tableRow) int64 {
		if r.arrivals == nil {
			return event.Unknown
		}
		return of(r.arrivals)
	})
}

// times are the columns of one latency: response_p99_9_ns and the like.
func (t *table) times(name string, percentiles []float64, of func(*tableRow) *Latency) []archive.Column {
	figure := func(get func(*Latency) int64) func(*tableRow) int64 {
		return func(r *tableRow) int64 {
			if l := of(r); l != nil {
				return get(l)
			}
			return event.Unknown
		}
	}
	mean := func(r *tableRow) float64 {
		if l := of(r); l != nil {
			return l.Mean
		}
		return math.NaN()
	}
	doc := name + " time of those that are ok"
	all := []archive.Column{
		t.ints(name+"_min_ns", "Least "+doc+".", figure(func(l *Latency) int64 { return l.Min })),
		t.floats(name+"_mean_ns", "Mean "+doc+".", mean),
	}
	for i, p := range percentiles {
		number := strings.ReplaceAll(strconv.FormatFloat(p, 'f', -1, 64), ".", "_")
		all = append(all, t.ints(name+"_p"+number+"_ns", "Nearest-rank percentile of "+doc+".",
			figure(func(l *Latency) int64 { return l.Percentiles[i].Value })))
	}
	return append(all,
		t.ints(name+"_max_ns", "Greatest "+doc+".", figure(func(l *Latency) int64 { return l.Max })),
		t.ints(name+"_sum_ns", "Sum of "+doc+".", figure(func(l *Latency) int64 { return l.Sum })))
}

// ints, floats and texts take one column out of the rows.
func (t *table) ints(name, doc string, of func(*tableRow) int64) archive.Column {
	return archive.Column{Name: name, Doc: doc, Null: true, Ints: valuesOf(t.rows, of)}
}

func (t *table) floats(name, doc string, of func(*tableRow) float64) archive.Column {
	return archive.Column{Name: name, Doc: doc, Null: true, Floats: valuesOf(t.rows, of)}
}

func (t *table) texts(name, doc string, of func(*tableRow) string) archive.Column {
	return archive.Column{Name: name, Doc: doc, Null: true, Texts: valuesOf(t.rows, of)}
}

// valuesOf is not nil even of no rows, for the kind of a column is told by
// which of its slices is set.
func valuesOf[V any](rows []tableRow, of func(*tableRow) V) []V {
	values := make([]V, len(rows))
	for i := range rows {
		values[i] = of(&rows[i])
	}
	return values
}
