package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// columns reads all columns. Those that loading fills go into the plan; the
// others keep the database's default, and cost loading nothing.
func (w *tableWriter) columns() {
	if len(w.t.Columns) == 0 {
		w.wrong(w.t.NameRange, "Table without columns", "A table needs at least one column.")
	}
	counted := ""
	for _, c := range w.t.Columns {
		column := w.column(c)
		w.d.Columns = append(w.d.Columns, column)
		if column.AutoIncrement {
			if counted != "" {
				w.wrong(c.AutoIncrement.Range(), "Two auto-increment columns", "A table can have one auto_increment column, and %q is one already.", counted)
			}
			counted = c.Name
		}
		w.filled(c, &column)
	}
	if len(w.made.Columns) == 0 && w.made.Rows > 0 && !w.failed() {
		w.wrong(w.t.NameRange, "Rows without values", "The table has rows, but no column has a value. Give one a value, or leave rows out.")
	}
}

// column reads what a column is declared to be. It is NOT NULL unless the author
// says otherwise, as in the schemas of nearly all benchmarks.
func (w *tableWriter) column(c *spec.Column) dialect.Column {
	column := dialect.Column{Name: c.Name, Null: w.truth(c.Null, false), AutoIncrement: w.truth(c.AutoIncrement, false)}
	if c.Default != nil {
		column.Default = w.defaultLiteral(c.Default)
	}
	before := len(w.diags)
	text := w.text(c.Type, "")
	t, known := w.s.dialect.Type(text)
	column.Type = t
	if !known && c.Type != nil && len(w.diags) == before {
		word, _, _ := strings.Cut(text, "(")
		w.wrong(c.Type.Range(), "Unknown column type", "%q is not a column type that Assay knows.%s", text, didYouMean(strings.TrimSpace(word), dialect.TypeNames()))
	}
	if known && column.AutoIncrement && t.Max == 0 {
		w.wrong(c.AutoIncrement.Range(), "Not an integer", "Only columns of an integer type can be auto_increment; this is %s.", text)
	}
	return column
}

// filled decides where the values of a column come from: its value, else the
// row's number for an auto_increment column, else the database's default.
// Ids are written rather than left to the server, so that row i has id i
// however many sessions load at once.
func (w *tableWriter) filled(c *spec.Column, column *dialect.Column) {
	rows := w.made.Rows
	switch {
	case c.Value != nil:
		tree, diags := w.s.lower(c.Value, columnNames(&w.made))
		w.diags = append(w.diags, diags...)
		w.made.Columns = append(w.made.Columns, plan.Column{Name: c.Name, Value: tree})
	case column.AutoIncrement:
		if limit := column.Type.Max; limit > 0 && rows > limit {
			w.wrong(w.t.Rows.Range(), "More rows than ids", "Column %q counts up to %d, which is less than %d rows. Use bigint.", c.Name, limit, rows)
		}
		w.made.Columns = append(w.made.Columns, plan.Column{Name: c.Name, Value: expr.Expr{Op: expr.OpRow, Kind: expr.Int}})
	case rows > 0 && column.Default == "" && !column.Null:
		w.wrong(c.NameRange, "Column without a value", "Column %q needs a value, a default, or null = true, as the table is loaded with rows.", c.Name)
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
