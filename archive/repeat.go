package archive

import (
	"fmt"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v17/parquet/metadata"

	"github.com/assay-bench/assay/archive/event"
)

// Repeat writes the rows of one repeat of one cell. Its methods may be called
// from several goroutines. Once one has failed, every method of the run's
// Writer and Repeats returns that first error.
type Repeat struct {
	w          *Writer
	at         place
	events     series[event.Event]
	statements series[event.Statement]
	arrivals   series[event.Arrival]
	samples    series[event.Sample]
	timer      *time.Timer // closes all parts each partAge
}

// place is which repeat of which cell.
type place struct{ cell, repeat int }

// dir is the directory of a table's parts at a place.
func (p place) dir(table string) string {
	return fmt.Sprintf("%s/cell=%d/repeat=%d", table, p.cell, p.repeat)
}

func newRepeat(w *Writer, at place, names *event.Names) *Repeat {
	r := &Repeat{
		w:          w,
		at:         at,
		events:     newSeries(w, &eventTable, at, names),
		statements: newSeries(w, &statementTable, at, names),
		arrivals:   newSeries(w, &arrivalTable, at, names),
		samples:    newSeries(w, &sampleTable, at, names),
	}
	r.timer = time.AfterFunc(partAge, r.roll)
	return r
}

func newSeries[T any](w *Writer, t *table[T], at place, names *event.Names) series[T] {
	about := w.about(t.name)
	about.Append("assay.cell", strconv.Itoa(at.cell))
	about.Append("assay.repeat", strconv.Itoa(at.repeat))
	used := w.press.used[t.name]
	delete(w.press.used, t.name)
	return series[T]{dir: at.dir(t.name), group: newGroup(t, names, used), press: &w.press, about: about}
}

// about is what the footer of each file of a table tells.
func (w *Writer) about(table string) metadata.KeyValueMetadata {
	about := metadata.NewKeyValueMetadata()
	for _, pair := range [][2]string{
		{"assay.table", table},
		{"assay.schema_version", strconv.Itoa(SchemaVersion)},
		{"assay.run", w.info.Run},
		{"assay.experiment", w.info.Experiment},
		{"assay.digest", w.info.Digest},
		{"assay.epoch", w.info.Started.UTC().Format(epochLayout)},
		{"assay.units", "columns that end in _ns are nanoseconds; instants count from assay.epoch on the monotonic clock"},
	} {
		about.Append(pair[0], pair[1])
	}
	return about
}

// Write stores events and their statements. The batch is only lent.
func (r *Repeat) Write(b *event.Batch) error {
	return r.do("events", func() error {
		if err := r.events.add(b.Events); err != nil {
			return err
		}
		return r.statements.add(b.Statements)
	})
}

// Arrivals stores seconds of loads. The slice is only lent.
func (r *Repeat) Arrivals(rows []event.Arrival) error {
	return r.do("arrivals", func() error { return r.arrivals.add(rows) })
}

// Samples stores readings. The slice is only lent.
func (r *Repeat) Samples(rows []event.Sample) error {
	return r.do("samples", func() error { return r.samples.add(rows) })
}

// roll closes the parts that are open, also when no row has come for long.
// Its error is for the next call to return.
func (r *Repeat) roll() {
	_ = r.do("events", func() error {
		if r.w.open[r.at] != r {
			return nil
		}
		r.timer.Reset(partAge)
		return firstError(r.events.close, r.statements.close, r.arrivals.close, r.samples.close)
	})
}

// Close writes what is buffered and closes the files. A repeat without an
// event leaves one part without rows, so that every repeat that ran is seen.
// Closing twice does nothing.
func (r *Repeat) Close() error {
	return r.do("events", func() error {
		if r.w.open[r.at] != r {
			return nil
		}
		r.timer.Stop()
		delete(r.w.open, r.at)
		r.w.counts[r.at] = totals{events: r.events.total, statements: r.statements.total}
		if r.events.next == 0 {
			if err := r.events.open(); err != nil {
				return err
			}
		}
		return firstError(r.events.end, r.statements.end, r.arrivals.end, r.samples.end)
	})
}

// do runs one operation under the run's lock and remembers its error. After
// an error nothing more is written, and the open parts give their space back.
func (r *Repeat) do(what string, operation func() error) error {
	return r.w.do(fmt.Sprintf("write %s of cell %d", what, r.at.cell), func() error {
		err := operation()
		if err != nil {
			r.abandon()
		}
		return err
	})
}

func (r *Repeat) abandon() {
	r.timer.Stop()
	r.events.abandon()
	r.statements.abandon()
	r.arrivals.abandon()
	r.samples.abandon()
}

// firstError runs operations until one fails.
func firstError(operations ...func() error) error {
	for _, operation := range operations {
		if err := operation(); err != nil {
			return err
		}
	}
	return nil
}
