package dialect

import (
	"strings"

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

// Create is CREATE TABLE with the primary key and, where the grammar allows,
// the indexes that are built with the table. It does not say IF NOT EXISTS: a
// table that is there already is not the one that was asked for.
func (d *Dialect) Create(t *Table) plan.Template {
	w := &writer{}
	w.add("CREATE TABLE ")
	w.name(t)
	w.add(" (")
	for i, c := range t.Columns {
		if i > 0 {
			w.add(",")
		}
		w.add("\n  ", d.column(&c))
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

// column writes a column. That NULL is allowed is said, too: a server without
// explicit_defaults_for_timestamp makes a timestamp NOT NULL by itself.
func (d *Dialect) column(c *Column) string {
	if c.AutoIncrement && d.lite {
		return d.Quote(c.Name) + " INTEGER PRIMARY KEY"
	}
	text := d.Quote(c.Name) + " " + c.Type.SQL
	if !c.Null {
		text += " NOT NULL"
	} else if !d.lite {
		text += " NULL"
	}
	if c.Default != "" {
		text += " DEFAULT " + c.Default
	}
	if c.AutoIncrement {
		text += " AUTO_INCREMENT"
	}
	return text
}

// tableOptions writes what stands after the columns. Engine, charset and
// collation are plain words (see Word); the author's own options go last, as
// what they say is to win.
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

// Analyze refreshes the statistics of a table.
func (d *Dialect) Analyze(t *Table) plan.Template {
	if d.lite {
		return d.around("ANALYZE ", t, "")
	}
	return d.around("ANALYZE TABLE ", t, "")
}

// Insert is the head of an INSERT into the given columns. Loading appends rows
// as literals, so that one statement has as many as its size allows.
func (d *Dialect) Insert(t *Table, columns []string) plan.Template {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = d.Quote(c)
	}
	return d.around("INSERT INTO ", t, " ("+strings.Join(quoted, ", ")+") VALUES ")
}

// RowSize estimates the bytes of a row with its keys. Overheads are InnoDB's:
// about 25 bytes a record, and a copy of the primary key in each other index.
func (t *Table) RowSize() int64 {
	const record, entry = 25, 10
	sizes := map[string]int64{} // by column
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
