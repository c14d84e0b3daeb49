package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// filter is the choice of cells that --only makes; nil for all cells. Values
// of one factor are alternatives, factors add up. The plan stays whole, so that
// the cells keep their numbers and the digest is that of the experiment; a
// choice without any cell is a slip of the pen, and refused.
func filter(only []string, p *plan.Plan) (func(*plan.Cell) bool, error) {
	if len(only) == 0 {
		return nil, nil
	}
	wanted := make([][]string, len(p.Factors))
	for _, text := range only {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--only %s is not of the form FACTOR=VALUE", text)
		}
		i, err := factorIndex(p, name)
		if err != nil {
			return nil, err
		}
		wanted[i] = append(wanted[i], value)
	}
	keep := func(c *plan.Cell) bool { return matches(c, wanted) }
	for i := range p.Cells {
		if keep(&p.Cells[i]) {
			return keep, nil
		}
	}
	return nil, fmt.Errorf("--only %s leaves no cell of %d", strings.Join(only, " --only "), len(p.Cells))
}

// factorIndex finds a factor of the plan by its name.
func factorIndex(p *plan.Plan, name string) (int, error) {
	names := make([]string, len(p.Factors))
	for i, f := range p.Factors {
		if f.Name == name {
			return i, nil
		}
		names[i] = f.Name
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("--only %s: the experiment has no matrix", name)
	}
	return 0, fmt.Errorf("--only: no factor is called %q; there are %s", name, strings.Join(names, ", "))
}

// matches tells whether a cell has, for each factor, one of the values wanted;
// none wanted are all.
func matches(c *plan.Cell, wanted [][]string) bool {
	for i, values := range wanted {
		if len(values) > 0 && !contains(values, &c.Values[i]) {
			return false
		}
	}
	return true
}

// contains tells whether a constant of a cell is written as one of values: text
// is compared with text, since a command line knows no types.
func contains(values []string, c *expr.Expr) bool {
	v, err := c.Eval(&expr.Env{})
	return err == nil && slices.Contains(values, string(v.Append(nil)))
}
