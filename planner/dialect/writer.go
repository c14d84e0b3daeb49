package dialect

import (
	"strings"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// writer builds a template part by part: text gathers until a hole ends it.
type writer struct {
	t    plan.Template
	text strings.Builder
}

// add writes constant text.
func (w *writer) add(texts ...string) {
	for _, s := range texts {
		w.text.WriteString(s)
	}
}

// hole writes what is filled in for each copy.
func (w *writer) hole(h plan.Hole) {
	w.t.Parts = append(w.t.Parts, w.text.String())
	w.t.Holes = append(w.t.Holes, h)
	w.text.Reset()
}

// done ends the template with the text behind its last hole, be it empty: a
// template has one part more than holes.
func (w *writer) done() plan.Template {
	w.t.Parts = append(w.t.Parts, w.text.String())
	return w.t
}

// name is the hole for the name of the copy at hand. It is quoted when it is
// filled in, since only then the copy's number is known.
func (w *writer) name(t *Table) {
	copyNumber := expr.ConstInt(0)
	if t.Copies > 0 {
		copyNumber = expr.Expr{Op: expr.OpCopy, Kind: expr.Int}
	}
	w.hole(plan.Hole{Table: t.Index, Value: copyNumber})
}

// around is a statement that needs no more of a table than its name.
func (d *Dialect) around(before string, t *Table, after string) plan.Template {
	w := &writer{}
	w.add(before)
	w.name(t)
	w.add(after)
	return w.done()
}
