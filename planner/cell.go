package planner

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/spec"

	"github.com/hashicorp/hcl/v2"
)

// factor is one dimension of the matrix.
type factor struct {
	name     string
	variable *spec.Variable
	levels   []bound     // in written order
	values   []expr.Expr // the same, as the plan has them
	kind     expr.Kind
}

// cell is one combination of levels, with the scope in which its names have
// their values.
type cell struct {
	number int
	levels []int // of each factor
	reads  factorSet
	root   *scope
}

// key tells apart the cells that differ in one of the factors of a set. Levels
// are compared by number: within a factor no two have the same value.
func (c *cell) key(of factorSet) string {
	var key strings.Builder
	for i, level := range c.levels {
		if of&(1<<i) != 0 {
			fmt.Fprintf(&key, "%d,", level)
		}
	}
	return key.String()
}

// cell makes the scope of the cell with the given levels. Nil stands for the
// first of each factor, outside any cell, for what must not depend on them:
// the caller looks at reads afterwards.
func (c *compiler) cell(number int, levels []int) *cell {
	if levels == nil {
		levels = make([]int, len(c.factors))
	}
	cell := &cell{number: number, levels: levels}
	cell.root = newScope(c.spec, c.shared, &cell.reads, func(v *spec.Variable) bound {
		for i := range c.factors {
			if c.factors[i].variable == v {
				b := c.factors[i].levels[levels[i]]
				b.reads = 1 << i
				return b
			}
		}
		return c.inputs[v]
	})
	return cell
}

// where is a sentence with the values of the factors that a mistake at some
// place depends on: those that the expressions there read in this cell.
func (c *compiler) where(cell *cell, at *hcl.Range) string {
	var reads factorSet
	for r, set := range c.shared.reads {
		if at != nil && r.Overlaps(*at) {
			reads |= set & cell.reads
		}
	}
	var parts []string
	for i := range c.factors {
		if reads&(1<<i) != 0 {
			text := plainText(c.factors[i].values[cell.levels[i]])
			parts = append(parts, c.factors[i].name+" = "+text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(" With %s.", listed(parts))
}

// factorKind is the kind in the archive's columns that holds all levels.
func factorKind(levels []bound) expr.Kind {
	kind := expr.Null
	for _, b := range levels {
		k := expr.String
		switch b.value.Type() {
		case cty.Bool:
			k = expr.Bool
		case cty.Number:
			k = expr.Float
			if _, whole := wholeNumber(b.value); whole {
				k = expr.Int
			}
		}
		switch {
		case kind == expr.Null || kind == k:
			kind = k
		case kind == expr.Int && k == expr.Float || kind == expr.Float && k == expr.Int:
			kind = expr.Float
		default:
			return expr.String
		}
	}
	return kind
}

// factorValue is a level as a constant of the factor's kind. Lists and objects
// are written as JSON.
func factorValue(v cty.Value, kind expr.Kind, r hcl.Range) (expr.Expr, hcl.Diagnostics) {
	switch kind {
	case expr.Bool:
		return expr.ConstBool(v.True()), nil
	case expr.Int:
		n, _ := wholeNumber(v)
		return expr.ConstInt(n), nil
	case expr.Float:
		f, _ := v.AsBigFloat().Float64()
		return expr.ConstFloat(f), nil
	}
	if v.Type() == cty.String {
		return expr.ConstString(v.AsString()), nil
	}
	text, err := functions["jsonencode"].Call([]cty.Value{v})
	if err != nil {
		return expr.Expr{}, errorAt(r, "Invalid factor", "This value cannot be written down: %s.", err)
	}
	return expr.ConstString(text.AsString()), nil
}
