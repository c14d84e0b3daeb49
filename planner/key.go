package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/spec"
)

// keys reads the primary key and the indexes. That an index exists may depend
// on a factor: with and without it is a usual comparison.
func (w *tableWriter) keys() {
	if w.t.PrimaryKey != nil {
		w.d.PrimaryKey = w.key(w.t.PrimaryKey)
	}
	for _, x := range w.t.Indexes {
		if !w.truth(x.When, true) {
			continue
		}
		index := dialect.Index{Name: w.text(x.Called, x.Name), Unique: w.truth(x.Unique, false)}
		index.Shared = x.Called != nil
		if x.Columns != nil {
			index.Columns = w.key(x.Columns)
		}
		index.After = w.choice(x.Build, "time to build an index", "with_table", "after_load") == "after_load"
		w.d.Indexes = append(w.d.Indexes, index)
	}
	for i, c := range w.d.Columns {
		if c.AutoIncrement {
			w.autoIncrementKey(&c, w.t.Columns[i].AutoIncrement.Range())
		}
	}
}

// key reads a list of columns, each perhaps "name(10)" or "name DESC". A mistake
// leaves the column in the key, so that it is not reported as a missing one.
func (w *tableWriter) key(e hcl.Expression) (keys []dialect.Key) {
	names := labels(w.t.Columns, func(c *spec.Column) *spec.Named { return &c.Named })
	texts, ok := w.texts(e)
	if ok && len(texts) == 0 {
		w.wrong(e.Range(), "Empty key", "A key needs at least one column.")
	}
	for i, text := range texts {
		r := elementRange(e, i)
		k, ok := dialect.ParseKey(text)
		switch {
		case !ok:
			w.wrong(r, "Invalid key column", "%q is not the name of a column, perhaps with a length or a direction, as in \"c(10)\" or \"c DESC\".", text)
		case !slices.Contains(names, k.Column):
			w.wrong(r, "Unknown column", "Table %q has no column %q.%s", w.t.Name, k.Column, didYouMean(k.Column, names))
		case slices.ContainsFunc(keys, func(o dialect.Key) bool { return o.Column == k.Column }):
			w.wrong(r, "Column given twice", "Column %q is in this key already.", k.Column)
		}
		if k.Prefix > 0 && !w.s.dialect.HasPrefixes() {
			w.lacks(r, "indexes of dialect %s hold whole columns; the length is ignored", w.s.dialect.Name)
		}
		keys = append(keys, k)
	}
	return keys
}

// autoIncrementKey holds the databases' rules for where ids come from. Both
// give them out from the end of an index: MySQL of any, SQLite of the table's
// own. An index built after loading is not there when the table is created.
func (w *tableWriter) autoIncrementKey(c *dialect.Column, r hcl.Range) {
	alone := len(w.d.PrimaryKey) == 1 && w.d.PrimaryKey[0].Column == c.Name
	leads := len(w.d.PrimaryKey) > 0 && w.d.PrimaryKey[0].Column == c.Name
	for _, x := range w.d.Indexes {
		leads = leads || len(x.Columns) > 0 && x.Columns[0].Column == c.Name && !x.After
	}
	switch {
	case !w.s.dialect.AutoIncrementAnywhere() && !alone:
		w.wrong(r, "Not available in this dialect", "In dialect %s only a column that is the whole primary key can be auto_increment.", w.s.dialect.Name)
	case !leads:
		w.wrong(r, "Auto-increment without key", "Column %q is auto_increment, so it must come first in the primary key or in an index that is built with the table.", c.Name)
	}
}
