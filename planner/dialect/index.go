package dialect

import (
	"strings"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Key is a column in a key.
type Key struct {
	Column string
	Prefix int64 // leading characters; 0: the whole column
	Desc   bool
}

// Index is a secondary index.
type Index struct {
	Name    string
	Columns []Key
	Unique  bool
	After   bool // built once the rows are in
	Shared  bool // copies of the table have it under one name
}

// after tells whether an index is made by a statement of its own: as the author
// asks, since an index over rows that are there is built faster and denser. In
// SQLite there is no other way.
func (d *Dialect) after(x *Index) bool { return x.After || d.lite }

// indexName writes the name of an index, with the copy's number. In SQLite
// names are unique in the database, so the table's name goes first.
func (d *Dialect) indexName(w *writer, t *Table, x *Index) {
	name := x.Name
	if d.lite {
		name = t.Name + "_" + name
	}
	name = strings.ReplaceAll(name, d.quote, d.quote+d.quote)
	w.add(d.quote, name)
	if t.Copies > 0 && (d.lite || !x.Shared) {
		w.add("_")
		number := expr.Expr{Op: expr.OpAdd, Kind: expr.Int,
			Args: []expr.Expr{{Op: expr.OpCopy, Kind: expr.Int}, expr.ConstInt(1)}}
		w.hole(plan.Hole{Table: -1, Value: number})
	}
	w.add(d.quote)
}

// After gives a CREATE INDEX for each index that Create leaves out.
func (d *Dialect) After(t *Table) (statements []plan.Template) {
	for i := range t.Indexes {
		x := &t.Indexes[i]
		if !d.after(x) {
			continue
		}
		w := &writer{}
		w.add("CREATE ")
		if x.Unique {
			w.add("UNIQUE ")
		}
		w.add("INDEX ")
		d.indexName(w, t, x)
		w.add(" ON ")
		w.name(t)
		w.add(" ", d.keys(x.Columns))
		statements = append(statements, w.done())
	}
	return statements
}

// keys writes the columns of a key. SQLite indexes whole columns only, and has
// no use for their leading characters.
func (d *Dialect) keys(keys []Key) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = d.Quote(k.Column)
		if k.Prefix > 0 && !d.lite {
			parts[i] += "(" + d.Int(k.Prefix) + ")"
		}
		if k.Desc {
			parts[i] += " DESC"
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
