package dialect

import (
	"strings"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Table is a table as its author declared it.
type Table struct {
	Index      int // in the schema
	Name       string
	Copies     int64 // 0: one table
	Columns    []Column
	PrimaryKey []Key
	Indexes    []Index
	Engine     string
	Charset    string
	Collation  string
	Options    string // text to append
}

// Column is a column as declared.
type Column struct {
	Name          string
	Type          Type
	Null          bool
	Default       string // an SQL literal; empty: none
	AutoIncrement bool
}

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

// writer builds a template part by part.
type writer struct {
	t    plan.Template
	text strings.Builder
}

func (w *writer) add(texts ...string) {
	for _, s := range texts {
		w.text.WriteString(s)
	}
}

func (w *writer) hole(h plan.Hole) {
	w.t.Parts = append(w.t.Parts, w.text.String())
	w.t.Holes = append(w.t.Holes, h)
	w.text.Reset()
}

func (w *writer) done() plan.Template {
	w.t.Parts = append(w.t.Parts, w.text.String())
	return w.t
}

// name is the hole for the name of the copy at hand.
func (w *writer) name(t *Table) {
	copyNumber := expr.ConstInt(0)
	if t.Copies > 0 {
		copyNumber = expr.Expr{Op: expr.OpCopy, Kind: expr.Int}
	}
	w.hole(plan.Hole{Table: t.Index, Value: copyNumber})
}

// Create is CREATE TABLE with the primary key and, where the grammar allows,
// the indexes that are built with the table.
func (d *Dialect) Create(t *Table) plan.Template {
	w := &writer{}
	w.add("CREATE TABLE ")
	w.name(t)
	w.add(" (")
	for i, c := range t.Columns {
		if i > 0 {
			w.add(",")
		}
		w.add("\n  ", d.column(t, &c))
	}
	if len(t.PrimaryKey) > 0 && !d.rowid(t) {
		w.add(",\n  PRIMARY KEY ", d.keys(t.PrimaryKey))
	}
	for i := range t.Indexes {
		if x := &t.Indexes[i]; !d.after(x) {
			w.add(",\n  ")
			if x.Unique {
				w.add("UNIQUE ")
			}
			w.add("KEY ")
			d.indexName(w, t, x)
			w.add(" ", d.keys(x.Columns))
		}
	}
	w.add("\n)", d.tableOptions(t))
	return w.done()
}

// rowid tells whether the primary key is SQLite's own row number, which must
// be declared in its column.
func (d *Dialect) rowid(t *Table) bool {
	if !d.lite || len(t.PrimaryKey) != 1 {
		return false
	}
	for _, c := range t.Columns {
		if c.Name == t.PrimaryKey[0].Column {
			return c.AutoIncrement
		}
	}
	return false
}

func (d *Dialect) column(t *Table, c *Column) string {
	if c.AutoIncrement && d.lite {
		return d.Quote(c.Name) + " INTEGER PRIMARY KEY"
	}
	text := d.Quote(c.Name) + " " + c.Type.SQL
	if !c.Null {
		text += " NOT NULL"
	} else if !d.lite {
		text += " NULL" // or a timestamp could become NOT NULL by itself
	}
	if c.Default != "" {
		text += " DEFAULT " + c.Default
	}
	if c.AutoIncrement {
		text += " AUTO_INCREMENT"
	}
	return text
}

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

func (d *Dialect) tableOptions(t *Table) (text string) {
	if !d.lite {
		for _, o := range []struct{ word, value string }{
			{"ENGINE=", t.Engine}, {"DEFAULT CHARSET=", t.Charset}, {"COLLATE=", t.Collation},
		} {
			if o.value != "" {
				text += " " + o.word + o.value
			}
		}
	}
	if t.Options != "" {
		text += " " + t.Options
	}
	return text
}

// after tells whether an index is made by a statement of its own. SQLite has
// no other way.
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

// Analyze refreshes the statistics of a table.
func (d *Dialect) Analyze(t *Table) plan.Template {
	if d.lite {
		return d.around("ANALYZE ", t, "")
	}
	return d.around("ANALYZE TABLE ", t, "")
}

// Insert is the head of an INSERT into the given columns; rows follow it.
func (d *Dialect) Insert(t *Table, columns []string) plan.Template {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = d.Quote(c)
	}
	return d.around("INSERT INTO ", t, " ("+strings.Join(quoted, ", ")+") VALUES ")
}

func (d *Dialect) around(before string, t *Table, after string) plan.Template {
	w := &writer{}
	w.add(before)
	w.name(t)
	w.add(after)
	return w.done()
}

// RowSize estimates the bytes of a row with its keys. Overheads are InnoDB's:
// about 25 bytes a record, and a copy of the primary key in each other index.
func (t *Table) RowSize() int64 {
	const record, entry = 25, 10
	sizes := map[string]int64{}
	size := int64(record)
	for _, c := range t.Columns {
		sizes[c.Name] = c.Type.Size
		size += c.Type.Size
	}
	width := func(keys []Key) (n int64) {
		for _, k := range keys {
			n += sizes[k.Column]
		}
		return n
	}
	for _, x := range t.Indexes {
		size += entry + width(x.Columns) + width(t.PrimaryKey)
	}
	return size
}
