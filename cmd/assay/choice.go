package main

import (
	"fmt"
	"slices"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/spf13/cobra"
)

// choice is which cells of an archived run are shown.
type choice struct {
	only  []string
	cells []int
}

func (c *choice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&c.only, "only", nil, "show only the cells where `FACTOR=VALUE`; may be given often")
	flags.IntSliceVar(&c.cells, "cell", nil, "show only the cells of these `NUMBERS`")
}

// of is the choice among the cells of a run; nil for all of them. The archive's
// plan has the factors also of cells that have not run.
func (c *choice) of(run *archive.Run) (func(cell int) bool, error) {
	if len(c.only) == 0 && len(c.cells) == 0 {
		return nil, nil
	}
	data, err := run.Plan()
	if err != nil {
		return nil, err
	}
	p, err := plan.Decode(data)
	if err != nil {
		return nil, err
	}
	kept, err := filter(c.only, p)
	if err != nil {
		return nil, err
	}
	var all, wanted []int
	for i := range p.Cells {
		cell := &p.Cells[i]
		all = append(all, cell.Number)
		if (kept == nil || kept(cell)) && (len(c.cells) == 0 || slices.Contains(c.cells, cell.Number)) {
			wanted = append(wanted, cell.Number)
		}
	}
	for _, n := range c.cells {
		if !slices.Contains(all, n) {
			return nil, fmt.Errorf("--cell %d: no cell of the run has that number; they go from %d to %d", n, all[0], all[len(all)-1])
		}
	}
	if len(wanted) == 0 {
		return nil, fmt.Errorf("--cell and --only leave no cell of %d", len(all))
	}
	return func(cell int) bool { return slices.Contains(wanted, cell) }, nil
}
