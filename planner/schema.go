package planner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// Bounds of a table.
const (
	maxRows   = 1 << 50
	maxCopies = 1_000_000
	maxName   = 64 // of a table, in MySQL
)

// compiledSchema is a schema, and its place in the plan, or -1 if it has
// mistakes: whoever refers to its tables can still be checked.
type compiledSchema struct {
	schema *plan.Schema
	index  int
}

// schema compiles a schema for the dialect of its scope. It is nil if there
// is no such schema.
func (c *compiler) schema(cell *cell, d declared) (*plan.Schema, int) {
	block, diags := d.schema()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return nil, -1
	}
	made := recall(c.schemaMemo(blockKey{block, d.in.at, d.in.dialect.Name}), cell, func() compiledSchema {
		made := &plan.Schema{Name: block.Name}
		whole := true
		for _, t := range block.Tables {
			w := &tableWriter{reading: reading{s: d.in}, t: t, seed: c.plan.Seed}
			w.add(made)
			c.reportIn(cell, w.diags)
			whole = whole && !w.failed()
		}
		if diags := collisions(block, made); diags.HasErrors() {
			c.reportIn(cell, diags)
			whole = false
		}
		if !whole {
			return compiledSchema{made, -1}
		}
		c.noteSchema(block)
		return compiledSchema{made, store(c, "schema", &c.plan.Schemas, *made)}
	})
	return made.schema, made.index
}

func (c *compiler) schemaMemo(key blockKey) *memo[compiledSchema] {
	if c.memos.schemas == nil {
		c.memos.schemas = map[blockKey]*memo[compiledSchema]{}
	}
	if c.memos.schemas[key] == nil {
		c.memos.schemas[key] = &memo[compiledSchema]{}
	}
	return c.memos.schemas[key]
}

func (c *compiler) noteSchema(s *spec.Schema) {
	c.note("schema."+s.Name, s.NameRange)
	for _, t := range s.Tables {
		c.note("schema."+s.Name+".table."+t.Name, t.NameRange)
	}
}

// collisions finds tables of one schema whose names, with the numbers of
// copies, are the same.
func collisions(block *spec.Schema, s *plan.Schema) (diags hcl.Diagnostics) {
	at := map[string]hcl.Range{}
	for _, t := range block.Tables {
		at[t.Name] = t.NameRange
	}
	for i := range s.Tables {
		for j := range s.Tables {
			family, other := &s.Tables[i], &s.Tables[j]
			number, isPrefix := strings.CutPrefix(other.Name, family.Name)
			if i == j || !isPrefix || family.Copies == 0 {
				continue
			}
			if other.Copies > 0 {
				number += "1"
			}
			n, err := strconv.ParseInt(number, 10, 64)
			if err == nil && n > 0 && n <= family.Copies && strconv.FormatInt(n, 10) == number {
				diags = append(diags, errorAt(at[other.Name], "Two tables of one name",
					"Table %q is also copy %d of table %q. Rename one of them.", family.Name+number, n, family.Name)...)
			}
		}
	}
	return diags
}

// tableWriter compiles one table.
type tableWriter struct {
	reading
	t    *spec.Table
	seed uint64
	d    dialect.Table // as declared
	made plan.Table
}

// add compiles the table and adds it to its schema unless `when` is false.
func (w *tableWriter) add(to *plan.Schema) {
	if !w.truth(w.t.When, true) {
		return
	}
	w.d = dialect.Table{
		Index: len(to.Tables), Name: w.t.Name,
		Copies: w.whole(w.t.Copies, "copies", 1, maxCopies, 0),
	}
	w.made = plan.Table{
		Name: w.t.Name, Copies: w.d.Copies, Quote: w.s.dialect.Plan().Quote,
		Rows: w.whole(w.t.Rows, "rows", 0, maxRows, 0),
	}
	if n := len(w.made.CopyName(max(w.made.Copies-1, 0))); n > maxName {
		w.wrong(w.t.NameRange, "Name too long", "With the number of its copy the table's name has %d bytes; %d is the most.", n, maxName)
	}
	if w.t.Name == dialect.Ledger {
		w.wrong(w.t.NameRange, "Reserved name", "Assay keeps its own notes in a table called %q. Choose another name.", dialect.Ledger)
	}
	w.columns()
	w.keys()
	w.options()
	w.write(to)
}

// write makes the statements.
func (w *tableWriter) write(to *plan.Schema) {
	t, d := &w.made, w.s.dialect
	t.Create, t.After = d.Create(&w.d), d.After(&w.d)
	t.Analyze, t.Drop = d.Analyze(&w.d), d.Drop(&w.d)
	names := make([]string, len(t.Columns))
	for i := range t.Columns {
		names[i] = t.Columns[i].Name
	}
	t.Insert = d.Insert(&w.d, names)
	t.RowSize = w.d.RowSize()
	t.Digest = digest(struct {
		Name           string
		Rows           int64
		Create, Insert plan.Template
		After          []plan.Template
		Columns        []plan.Column
		Seed           uint64
	}{t.Name, t.Rows, t.Create, t.Insert, t.After, t.Columns, w.seed})
	to.Tables = append(to.Tables, *t)
}

// options reads engine, charset, collation and options. SQLite has none of
// the first three; a warning lets one spec run on both.
func (w *tableWriter) options() {
	for _, o := range []struct {
		e    hcl.Expression
		name string
		to   *string
	}{
		{w.t.Engine, "engine", &w.d.Engine}, {w.t.Charset, "charset", &w.d.Charset}, {w.t.Collation, "collation", &w.d.Collation},
	} {
		text := w.text(o.e, "")
		if text == "" {
			continue
		}
		if err := dialect.Word(text); err != nil {
			w.wrong(o.e.Range(), "Invalid "+o.name, "The name %s.", err)
			continue
		}
		if !w.s.dialect.HasEngines() {
			w.lacks(o.e.Range(), "tables of dialect %s have no %s; it is ignored", w.s.dialect.Name, o.name)
			continue
		}
		*o.to = text
	}
	w.d.Options = w.text(w.t.Options, "")
	if w.d.Options != "" && !w.s.dialect.HasOption(w.d.Options) {
		w.lacks(w.t.Options.Range(), "tables of dialect %s have only the options WITHOUT ROWID and STRICT; this is ignored", w.s.dialect.Name)
		w.d.Options = ""
	}
}

// lacks warns of a feature that the dialect does not have.
func (w *tableWriter) lacks(r hcl.Range, detail string, args ...any) {
	w.diags = append(w.diags, warningAt(r, "Not available in this dialect", "%s.", upperFirst(fmt.Sprintf(detail, args...)))...)
}

// keys reads the primary key and the indexes.
func (w *tableWriter) keys() {
	if w.t.PrimaryKey != nil {
		w.d.PrimaryKey = w.key(w.t.PrimaryKey)
	}
	for _, x := range w.t.Indexes {
		if !w.truth(x.When, true) {
			continue
		}
		index := dialect.Index{Name: x.Name, Unique: w.truth(x.Unique, false)}
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

// key reads a list of columns, each perhaps "name(10)" or "name DESC".
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

// autoIncrementKey holds the databases' rules for where ids come from.
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

// defaultLiteral reads a column's default as SQL. CURRENT_TIMESTAMP is a word
// of SQL rather than text.
func (w *tableWriter) defaultLiteral(e hcl.Expression) string {
	v, ok := w.value(e, cty.DynamicPseudoType)
	if !ok {
		return ""
	}
	if v.Type() == cty.String && strings.EqualFold(v.AsString(), "CURRENT_TIMESTAMP") {
		return "CURRENT_TIMESTAMP"
	}
	text, ok := sqlLiteral(v, w.s.dialect)
	if !ok {
		w.wrong(e.Range(), "Wrong type", "A default is text, a number or a bool; this is %s.", article(v.Type()))
		return "''" // not to be missed as well
	}
	return text
}
