package executor

import (
	"fmt"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// CollisionError is two cells whose tables cannot both be kept: they have the
// same names in one database and differ.
type CollisionError struct {
	Target, Table string
	Cells         [2]int // their numbers
	Only          string // FACTOR=VALUE, which the first has and the second has not
}

func (e *CollisionError) Error() string {
	return fmt.Sprintf("cells %d and %d have different tables %q, of which target %s can keep one: choose cells with --only %s; a run makes the tables of each cell by itself",
		e.Cells[0], e.Cells[1], e.Table, e.Target, e.Only)
}

// collision finds two wanted cells whose tables cannot both be kept, before
// any is made; nil if there are none.
func (r *runner) collision() error {
	type name struct{ target, table string }
	type content struct {
		digest string
		rows   int64
		cell   *plan.Cell
	}
	known := map[name]content{}
	for i := range r.plan.Cells {
		cell := &r.plan.Cells[i]
		if cell.Schema < 0 || !r.options.wants(cell) {
			continue
		}
		target := r.plan.Targets[cell.Target].Name
		for _, t := range tables(&r.plan.Schemas[cell.Schema], r.plan.Seed, func(string) uint16 { return 0 }) {
			wanted := content{t.entry.digest, t.entry.rows, cell}
			first, found := known[name{target, t.name}]
			switch {
			case !found:
				known[name{target, t.name}] = wanted
			case first.digest != wanted.digest || first.rows != wanted.rows:
				return &CollisionError{
					Target: target, Table: t.name, Cells: [2]int{first.cell.Number, cell.Number}, Only: r.difference(first.cell, cell),
				}
			}
		}
	}
	return nil
}

// difference is a factor's value that tells a cell from another.
func (r *runner) difference(a, b *plan.Cell) string {
	for i, f := range r.plan.Factors {
		if x, y := levelText(&a.Values[i]), levelText(&b.Values[i]); x != y {
			return f.Name + "=" + x
		}
	}
	return "FACTOR=VALUE"
}

// levelText is a factor's value as it is given on a command line.
func levelText(e *expr.Expr) string {
	v := expr.Value{Kind: e.Kind, Int: e.Int, Float: e.Float, Text: []byte(e.Text)}
	return string(v.Append(nil))
}
