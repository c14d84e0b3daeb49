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
	journal    *journal
	named      bool        // the sealed parts are getting their names
	timer      *time.Timer // closes all parts each partAge
}

// place is which repeat of which cell.
type place struct{ cell, repeat int }

// dir is the directory of a table's parts at a place.
func (p place) dir(table string) string {
	return fmt.Sprintf("%s/cell=%d/repeat=%d", table, p.cell, p.repeat)
}

// newRepeat begins a repeat, whose parts are closed once a minute.
func newRepeat(w *Writer, at place, names *event.Names) *Repeat {
	j := &journal{press: &w.press, at: at}
	r := newRows(w, at, names, j, partNumbers{})
	r.timer = time.AfterFunc(partAge, r.roll)
	return r
}

// newRows makes the series of a repeat, whose next parts have the given numbers.
func newRows(w *Writer, at place, names *event.Names, j *journal, first partNumbers) *Repeat {
	return &Repeat{
		w: w, at: at, journal: j,
		events:     newSeries(w, &eventTable, at, names, j, inEvents, first),
		statements: newSeries(w, &statementTable, at, names, j, inStatements, first),
		arrivals:   newSeries(w, &arrivalTable, at, names, j, inArrivals, first),
		samples:    newSeries(w, &sampleTable, at, names, j, inSamples, first),
	}
}

// newSeries begins a table of a repeat, on the buffers of the repeat before.
func newSeries[T any](w *Writer, t *table[T], at place, names *event.Names, j *journal, number int, first partNumbers) series[T] {
	about := w.about(t.name)
	about.Append("assay.cell", strconv.Itoa(at.cell))
	about.Append("assay.repeat", strconv.Itoa(at.repeat))
	used := w.press.used[t.name]
	delete(w.press.used, t.name)
	return series[T]{
		dir: at.dir(t.name), group: newGroup(t, names, used), press: &w.press, about: about,
		next: first[number], number: number, journal: j,
	}
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

// Write stores events and their statements, and seconds of open loops. The
// batch is only lent.
func (r *Repeat) Write(b *event.Batch) error {
	return r.store("events", func() error {
		return firstError(
			func() error { return r.events.add(b.Events) },
			func() error { return r.statements.add(b.Statements) },
			func() error { return r.arrivals.add(b.Arrivals) },
		)
	})
}

// Samples stores readings. The slice is only lent.
func (r *Repeat) Samples(rows []event.Sample) error {
	return r.store("samples", func() error { return r.samples.add(rows) })
}

// store adds rows, keeps them in the journal and closes the parts when one of
// them is full.
func (r *Repeat) store(what string, add func() error) error {
	return r.do(what, func() error {
		if err := firstError(add, r.journal.commit); err != nil {
			return err
		}
		if r.events.full() || r.statements.full() || r.arrivals.full() || r.samples.full() {
			return r.closeParts()
		}
		return nil
	})
}

// roll closes the parts that are open, also when no row has come for long.
// Its error is for the next call to return.
func (r *Repeat) roll() {
	_ = r.do("events", func() error {
		if r.w.open[r.at] != r {
			return nil
		}
		r.timer.Reset(partAge)
		return r.closeParts()
	})
}

// closeParts closes the parts of all tables together, in two steps. Only when
// all are whole and on the disk do they get their names, one after the other.
// So once one part has its name, repair can give theirs to the others; until
// then the journal has all rows.
func (r *Repeat) closeParts() error {
	if err := firstError(r.events.seal, r.statements.seal, r.arrivals.seal, r.samples.seal); err != nil {
		return err
	}
	r.named = true
	if err := firstError(r.events.publish, r.statements.publish, r.arrivals.publish, r.samples.publish); err != nil {
		return err
	}
	r.named = false
	return r.journal.next(partNumbers{r.events.next, r.statements.next, r.arrivals.next, r.samples.next})
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
		return r.end()
	})
}

// end closes the parts for the last time and gives the buffers to the next
// repeat.
func (r *Repeat) end() error {
	if r.events.next == 0 {
		if err := r.events.open(); err != nil {
			return err
		}
	}
	err := r.closeParts()
	used := r.w.press.used
	used[eventTable.name], used[statementTable.name] = r.events.group.columns, r.statements.group.columns
	used[arrivalTable.name], used[sampleTable.name] = r.arrivals.group.columns, r.samples.group.columns
	return err
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

// abandon removes the open parts, whose rows are in the journal. Parts that
// were getting their names are left: they are whole.
func (r *Repeat) abandon() {
	if r.timer != nil {
		r.timer.Stop()
	}
	r.journal.close()
	if r.named {
		return
	}
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
