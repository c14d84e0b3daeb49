package archive

import (
	"errors"
	"io/fs"
	"os"

	"github.com/assay-bench/assay/archive/event"
)

// restore puts the rows of a journal into parts and removes it. It may be
// stopped anywhere and done again.
func (w *Writer) restore(path string) error {
	var r *Repeat
	var tables []taker
	err := eachFrame(path, func(payload []byte) error {
		c := cursor{data: payload}
		if r != nil {
			return takeAll(tables, &c)
		}
		at, first := c.header()
		names := &event.Names{}
		r = newRows(w, at, names, nil, first)
		tables = r.takers(names)
		if c.err == nil && r.begunNaming() {
			return errNaming
		}
		return c.err
	})
	switch {
	case err == errNaming:
		err = r.nameAll()
	case err == nil && r != nil:
		err = r.closeParts()
	}
	if err != nil {
		if r != nil {
			r.abandon()
		}
		return err
	}
	return w.press.disk.remove(path)
}

// errNaming stops the reading of a journal that is not needed any more.
var errNaming = errors.New("the parts have names")

// header takes what the first frame tells: whose rows follow, and which parts
// they belong in.
func (c *cursor) header() (at place, first partNumbers) {
	const most = 1 << 31
	if version := c.number(most); version > SchemaVersion {
		c.fail()
	}
	at.cell, at.repeat = c.number(most), c.number(most)
	for i := range first {
		first[i] = c.number(most)
	}
	return at, first
}

// begunNaming tells whether one of the next parts has its name: then all are
// whole.
func (r *Repeat) begunNaming() bool {
	for _, name := range r.nextParts() {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}

// nameAll gives their names to the parts that have none yet.
func (r *Repeat) nameAll() error {
	for _, name := range r.nextParts() {
		if err := r.w.press.disk.publish(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// nextParts are the parts that the rows of the journal belong in.
func (r *Repeat) nextParts() []string {
	return []string{r.events.nextName(), r.statements.nextName(), r.arrivals.nextName(), r.samples.nextName()}
}

// taker takes the rows of one table from a frame.
type taker interface{ take(*cursor) error }

// takers has a taker for each table, by its number in journals.
func (r *Repeat) takers(names *event.Names) []taker {
	return []taker{
		inEvents:     newIntake(&r.events, names),
		inStatements: newIntake(&r.statements, names),
		inArrivals:   newIntake(&r.arrivals, names),
		inSamples:    newIntake(&r.samples, names),
	}
}

// takeAll takes all rows of a frame.
func takeAll(tables []taker, c *cursor) error {
	for len(c.data) > 0 {
		if err := tables[c.number(len(tables)-1)].take(c); err != nil {
			return err
		}
	}
	return c.err
}

// intake turns the columns of a frame into rows again.
type intake[T any] struct {
	into    *series[T]
	columns []values
	rows    []T
}

// newIntake takes rows for a series; its words go where the rows' codes look.
func newIntake[T any](into *series[T], names *event.Names) *intake[T] {
	in := &intake[T]{into: into, columns: make([]values, len(into.group.table.columns))}
	for i := range in.columns {
		switch c := &into.group.table.columns[i]; {
		case c.words != nil:
			in.columns[i].words.list = c.words(names)
		case c.kind == texts:
			in.columns[i].words.list = new([]string)
		}
	}
	return in
}

// take takes the rows of the table that come next in the frame.
func (in *intake[T]) take(c *cursor) error {
	n := c.number(groupRows)
	in.rows = sized(in.rows, n)
	for i := range in.columns {
		column, v := &in.into.group.table.columns[i], &in.columns[i]
		if v.words.list != nil {
			c.words(v.words.list, column.fixed)
		}
		if column.kind == doubles {
			v.floats = sized(v.floats, n)
			c.floats(v.floats)
		} else {
			v.ints = sized(v.ints, n)
			c.ints(v.ints)
		}
		if v.words.list != nil {
			c.codes(v.ints, len(*v.words.list))
		}
		if c.err != nil {
			return c.err
		}
		column.store(v, in.rows)
	}
	return in.into.add(in.rows)
}

// words takes the words that are new in a list. Those of a fixed list are
// the format's own and known.
func (c *cursor) words(list *[]string, fixed bool) {
	from := c.number(len(*list))
	n := c.number(len(c.data))
	for i := range n {
		word := c.text()
		switch at := from + i; {
		case !fixed && i == 0:
			*list = append((*list)[:from], word)
		case !fixed:
			*list = append(*list, word)
		case at >= len(*list) || (*list)[at] != word:
			c.fail()
		}
	}
}

// codes checks that the codes of words have words.
func (c *cursor) codes(codes []int64, words int) {
	for _, code := range codes {
		if code < 0 || code >= int64(words) {
			c.fail()
			return
		}
	}
}
