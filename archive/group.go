package archive

import "github.com/assay-bench/assay/archive/event"

// group is a row group that is being filled, column by column.
//
// Records are taken apart as they come, while they are in the cache. Kept as
// records until the group is full, they would be read from memory once for
// each column, which costs more than all encoding.
type group[T any] struct {
	table   *table[T]
	columns []values
	keys    []int64 // by which the rows will be sorted
	n       int
}

// newGroup makes an empty group, on the buffers of a group that is no longer
// used if there is one.
func newGroup[T any](t *table[T], names *event.Names, used []values) group[T] {
	if used == nil {
		used = make([]values, len(t.columns))
	}
	g := group[T]{table: t, columns: used}
	for i := range t.columns {
		if words := t.columns[i].words; words != nil {
			// The codes are in the records already, so nothing is looked up.
			g.columns[i].words = dictionary{list: words(names)}
		}
	}
	g.reset()
	return g
}

// add appends rows.
func (g *group[T]) add(rows []T) {
	for i := range g.table.columns {
		g.table.columns[i].load(&g.columns[i], rows)
	}
	for i := range rows {
		key := int64(0)
		if g.table.key != nil {
			key = g.table.key(&rows[i])
		}
		g.keys = append(g.keys, key)
	}
	g.n += len(rows)
}

// flush writes the rows to a part, sorted, and forgets them.
func (g *group[T]) flush(p *part, press *press) error {
	if g.n == 0 {
		return nil
	}
	err := writeGroup(p, g.table, g.columns, press.sorter.by(g.keys), &press.vector)
	g.reset()
	return err
}

// reset forgets the rows and keeps the buffers.
func (g *group[T]) reset() {
	for i := range g.columns {
		c := &g.columns[i]
		c.ints, c.floats = c.ints[:0], c.floats[:0]
		if column := &g.table.columns[i]; column.kind == texts && column.words == nil {
			c.words = ownWords()
		}
	}
	g.keys, g.n = g.keys[:0], 0
}
