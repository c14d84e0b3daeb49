package archive

import (
	"fmt"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// book is the arrivals of one phase of a load, added up.
type book struct {
	load, phase                                          string
	scheduled, started, finished, failed, dropped, wrong int64
}

// arrivals checks that no arrival of a repeat was lost: at the end of each
// second those that were due have begun, were dropped or wait; and once the
// repeat is complete, all that have begun have ended.
func (c *checker) arrivals(at place, cell *event.Cell) {
	var books []*book
	names := &event.Names{}
	for rows, err := range c.run.Arrivals(at.cell, at.repeat, names) {
		if err != nil {
			return // which the check of the rows has found
		}
		for i := range rows {
			books = enter(books, &rows[i], names)
		}
	}
	for _, b := range books {
		of := fmt.Sprintf("of load %q in phase %s", b.load, b.phase)
		if b.wrong > 0 {
			c.find(at.dir(arrivalTable.name), "has arrivals %s that are lost: in %d seconds those due are not those begun, dropped and waiting", of, b.wrong)
		}
		if ended := b.finished + b.failed; ended > b.started || cell != nil && cell.Status == string(Complete) && ended != b.started {
			c.find(at.dir(arrivalTable.name), "has %d arrivals %s that began and %d that ended", b.started, of, ended)
		}
	}
}

// enter adds a second to the book that it belongs to.
func enter(books []*book, a *event.Arrival, names *event.Names) []*book {
	load, phase := names.Loads[a.Load], event.Phases[a.Phase]
	i := slices.IndexFunc(books, func(b *book) bool { return b.load == load && b.phase == phase })
	if i < 0 {
		i, books = len(books), append(books, &book{load: load, phase: phase})
	}
	b := books[i]
	b.scheduled, b.started, b.dropped = b.scheduled+a.Scheduled, b.started+a.Started, b.dropped+a.Dropped
	b.finished, b.failed = b.finished+a.Finished, b.failed+a.Failed
	if b.scheduled != b.started+b.dropped+a.Waiting {
		b.wrong++
	}
	return books
}
