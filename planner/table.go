package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// Bounds of a table. Rows stay so far below 2^63 that sums over copies and
// estimates of bytes cannot overflow.
const (
	maxRows   = 1 << 50
	maxCopies = 1_000_000
	maxName   = 64 // bytes of a table's name, in MySQL
)

// tableWriter compiles one table: it reads what is declared into d, which
// knows names and types only, and from that writes the SQL of made.
type tableWriter struct {
	reading
	t    *spec.Table
	seed uint64
	d    dialect.Table // as declared
	made plan.Table    // as planned
}

// add compiles the table and adds it to its schema unless `when` is false. A
// table with mistakes is added too: that it exists is no mistake, and mixes
// refer to it.
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
	w.columns() // before keys, which name them
	w.keys()
	w.options()
	w.write(to)
}

// write makes the statements, and the digest by which a loaded table is known
// again. What changes no row or index is not in it: the number of copies, as
// each is a table by itself, and the statement that analyzes.
func (w *tableWriter) write(to *plan.Schema) {
	t, d := &w.made, w.s.dialect
	t.Create, t.After, t.Analyze = d.Create(&w.d), d.After(&w.d), d.Analyze(&w.d)
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

// lacks warns of a feature that the dialect does not have and that can be left
// out without changing what the statements mean.
func (w *tableWriter) lacks(r hcl.Range, detail string, args ...any) {
	w.diags = append(w.diags, warningAt(r, "Not available in this dialect", "%s.", upperFirst(fmt.Sprintf(detail, args...)))...)
}
