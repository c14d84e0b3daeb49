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

// table is the rows so far.
type table struct{ rows []tableRow }

// tableRow is one row. Of a statement, events are its executions.
type tableRow struct {
	cell, repeat                 int
	load, transaction, statement string
	events                       Outcomes
	throughput                   float64 // NaN where it is not known
	response, service            *Latency
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
	whole := tableRow{
		cell: cell, repeat: repeat, load: l.Load, events: l.Events, throughput: l.Throughput, response: l.Response, service: l.Service,
	}
	t.rows = append(t.rows, whole)
	for i := range l.Transactions {
		x := &l.Transactions[i]
		t.rows = append(t.rows, tableRow{
			cell: cell, repeat: repeat, load: l.Load, transaction: x.Transaction, events: x.Events,
			throughput: perSecond(x.Events.OK, l.Length), response: x.Response, service: x.Service,
		})
	}
	for i := range l.Labels {
		x := &l.Labels[i]
		t.rows = append(t.rows, tableRow{
			cell: cell, repeat: repeat, load: l.Load, transaction: x.Transaction, statement: x.Statement,
			events:     Outcomes{Total: x.Executed, OK: x.Executed - x.Errors, Error: x.Errors},
			throughput: perSecond(x.Executed-x.Errors, l.Length), service: x.Service,
		})
	}
}

// columns turns the rows into columns, in the order of reading.
func (t *table) columns(percentiles []float64) []archive.Column {
	all := []archive.Column{
		t.ints("cell", "The cell.", func(r *tableRow) int64 { return int64(r.cell) }),
		t.ints("repeat", "The repeat.", func(r *tableRow) int64 { return int64(r.repeat) }),
		t.texts("load", "The load; null: all loads.", func(r *tableRow) string { return r.load }),
		t.texts("transaction", "The transaction; null: all.", func(r *tableRow) string { return r.transaction }),
		t.texts("statement", "The statement; null: the row counts events, else executions.", func(r *tableRow) string { return r.statement }),
		t.ints("total", "Events due in the measured phase.", func(r *tableRow) int64 { return r.events.Total }),
		t.ints("ok", "Of these, ok.", func(r *tableRow) int64 { return r.events.OK }),
		t.ints("rollback", "Ended by the spec's own rollback.", func(r *tableRow) int64 { return r.events.Rollback }),
		t.ints("error", "Ended by an error.", func(r *tableRow) int64 { return r.events.Error }),
		t.ints("unexpected", "Ended against an expectation.", func(r *tableRow) int64 { return r.events.Unexpected }),
		t.ints("cancelled", "Cut at the deadline.", func(r *tableRow) int64 { return r.events.Cancelled }),
		t.floats("throughput_per_s", "ok ÷ the length of the load's measured phase.", func(r *tableRow) float64 { return r.throughput }),
	}
	all = append(all, t.times("response", percentiles, func(r *tableRow) *Latency { return r.response })...)
	return append(all, t.times("service", percentiles, func(r *tableRow) *Latency { return r.service })...)
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
	return append(all, t.ints(name+"_max_ns", "Greatest "+doc+".", figure(func(l *Latency) int64 { return l.Max })))
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
