package plan

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// schemas writes each schema; a matrix over engines makes several of one name,
// of which a reader wants the difference.
func (t *describer) schemas() {
	p := t.plan
	t.variants(&kind{
		word:  "schema",
		count: len(p.Schemas),
		name:  func(i int) string { return p.Schemas[i].Name },
		users: func(i int) []int { return cellsWith(p, func(c *Cell) bool { return c.Schema == i }) },
		full:  func(i int) { t.schema(&p.Schemas[i]) },
		compare: func(i, j int) []string {
			w := walker{differ: new(differ)}
			w.structs("", "", reflect.ValueOf(p.Schemas[i]), reflect.ValueOf(p.Schemas[j]))
			return w.lines
		},
	})
}

// schema writes the statements that will be executed for the first copy of each
// table, and how its columns are filled.
func (t *describer) schema(s *Schema) {
	for i := range s.Tables {
		table := &s.Tables[i]
		rows := multiply(table.Rows, table.Count())
		t.line("  %s: %s, about %s", tableWords(table), rowsWords(table), size(multiply(rows, table.RowSize)))
		for _, ddl := range append([]Template{table.Create}, table.After...) {
			t.line("    %s;", strings.ReplaceAll(copyText(&ddl, s.Tables), "\n", "\n    "))
		}
		for j := range table.Columns {
			t.column(&table.Columns[j])
		}
	}
}

// copyText is the DDL of a table's first copy: a hole depends on nothing but
// the copy's number.
func copyText(d *Template, tables []Table) string {
	var b strings.Builder
	for i, part := range d.Parts {
		if i > 0 {
			hole := &d.Holes[i-1]
			v, err := hole.Value.Eval(new(expr.Env))
			switch {
			case err != nil:
				b.WriteString(holeWords(hole, tables, nil))
			case hole.Table >= 0:
				b.Write(tables[hole.Table].AppendName(nil, v.Int))
			default:
				b.Write(v.Append(nil))
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// tableWords names a table, or a family by its ends.
func tableWords(t *Table) string {
	if t.Copies <= 1 {
		return "table " + t.CopyName(0)
	}
	return fmt.Sprintf("tables %s … %s (the first one's statements)", t.CopyName(0), t.CopyName(t.Copies-1))
}

// rowsWords is the rows of a table, or of each of several.
func rowsWords(t *Table) string {
	if t.Copies <= 1 {
		return plural(t.Rows, "row")
	}
	return count(t.Copies) + " × " + plural(t.Rows, "row")
}

// column writes how a column's values are made, and what a distribution means.
func (t *describer) column(c *Column) {
	if c.Value.Op == expr.OpRow {
		return // ids from 1: the usual, and said by AUTO_INCREMENT
	}
	explained := ""
	if s := share(&c.Value); s != "" {
		explained = ": " + s
	}
	t.line("    %s = %s%s", c.Name, words(&c.Value, nil), explained)
	s := spreads{seen: make(map[string]bool)}
	for i := range c.Value.Args {
		s.expr(&c.Value.Args[i])
	}
	for _, line := range s.lines {
		t.line("      %s", line)
	}
}
