package planner

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// home is where a cell's tables are made: the experiment's target, and the
// dialect that schema and mixes are written in.
type home struct {
	target  int // index into the plan's targets, or -1
	dialect *dialect.Dialect
}

// experiment fills the plan. Cells are compiled in order, so that places in
// the plan's lists are those of first use, whatever else a spec declares.
func (c *compiler) experiment(x *spec.Experiment) {
	if !c.matrix(x) {
		return
	}
	for _, f := range c.factors {
		c.plan.Factors = append(c.plan.Factors, plan.Factor{Name: f.name, Kind: f.kind})
	}
	c.modules()
	c.head(x)
	c.note("experiment."+x.Name, x.NameRange)
	c.results = newResultNames(x)
	c.cells(func(number int, levels []int) { c.compileCell(x, c.cell(number, levels)) })
	if len(c.plan.Cells) == 0 && !c.diags.HasErrors() {
		c.report(errorAt(x.Where.Range(), "No cell is left", "The condition leaves out every cell of the matrix, so there is nothing to run."))
	}
	c.asserts(x)
}

// compileCell adds a cell to the plan unless `where` leaves it out.
func (c *compiler) compileCell(x *spec.Experiment, cell *cell) {
	c.shared.work.left = min(c.shared.work.left+cellWork, maxWork)
	if x.Where != nil && !recall(&c.memos.where, cell, func() bool { return c.kept(x, cell) }) {
		return
	}
	here := func() home { return recall(&c.memos.home, cell, func() home { return c.home(x, cell) }) }
	probesOnly := onlyProbes(x)
	at := home{target: -1}
	if probesOnly {
		c.noTarget(x)
	} else {
		at = here()
	}
	made := plan.Cell{Number: cell.number, Schema: -1, Target: at.target}
	for i, f := range c.factors {
		made.Values = append(made.Values, f.values[cell.levels[i]])
	}
	// A load that fails leaves the cell out, but the others are compiled all
	// the same: one pass is to find every mistake.
	whole := at.target >= 0 || probesOnly
	for _, l := range x.Loads {
		if at.dialect == nil && !probesOnly {
			c.results.unknown = true
			break
		}
		got := c.loadOf(x, l, cell, here)
		whole = whole && got.load >= 0
		made.Loads = append(made.Loads, got.load)
		if whole {
			c.joinSchema(&made, got, l)
		}
	}
	if len(x.Loads) == 0 {
		c.report(errorAt(x.DeclRange, "No load", "An experiment needs at least one load block, which says what runs and how hard."))
	}
	if whole && probesOnly && len(made.Loads) > 0 {
		made.Target = c.plan.Loads[made.Loads[0]].Target // nothing is made there
	}
	if whole {
		c.plan.Cells = append(c.plan.Cells, made)
	}
}

// loadOf compiles a load once for all cells that do not differ in what it
// reads. Asking here for the target notes its factors among those.
func (c *compiler) loadOf(x *spec.Experiment, l *spec.Load, cell *cell, here func() home) loaded {
	return recall(c.memos.loads.of(l), cell, func() loaded {
		if l.Probe != nil {
			return c.probeLoad(x, l, cell)
		}
		return c.load(x, l, cell, here())
	})
}

// onlyProbes tells whether no load goes to a database.
func onlyProbes(x *spec.Experiment) bool {
	return len(x.Loads) > 0 && !slices.ContainsFunc(x.Loads, func(l *spec.Load) bool { return l.Probe == nil })
}

// noTarget reports a target where no load would go to it.
func (c *compiler) noTarget(x *spec.Experiment) {
	const detail = "All loads of the experiment run probes of the hardware, so nothing would go to this target. Leave it out."
	switch {
	case x.Target != nil:
		c.report(errorAt(x.Target.Range(), "Target without effect", detail))
	case c.opts.Target != "":
		c.report(warningAt(nowhere, "Target without effect", detail))
	}
}

// joinSchema makes the tables of a load those of its cell. A cell has one
// schema: its loads share the tables, or it would not matter that they run at
// the same time.
func (c *compiler) joinSchema(cell *plan.Cell, got loaded, l *spec.Load) {
	switch {
	case got.schema < 0 || got.schema == cell.Schema:
	case cell.Schema < 0:
		cell.Schema = got.schema
	default:
		c.report(errorAt(l.NameRange, "Several schemas in one cell",
			"The mixes of the loads that run side by side must use one schema, and load %q uses schema %q while another uses %q.",
			l.Name, c.plan.Schemas[got.schema].Name, c.plan.Schemas[cell.Schema].Name))
	}
}

// kept evaluates `where`. Where that fails the cell is left out, as its
// mistakes would not interest anybody yet.
func (c *compiler) kept(x *spec.Experiment, cell *cell) bool {
	v, diags := cell.root.constant(x.Where, cty.Bool)
	c.reportIn(cell, diags)
	c.results.unknown = c.results.unknown || diags.HasErrors()
	return !diags.HasErrors() && v.True()
}

// asserts lowers the conditions on results. A plan has one list for all cells,
// so a condition cannot depend on a factor.
func (c *compiler) asserts(x *spec.Experiment) {
	for _, a := range x.Asserts {
		outside := c.cell(0, nil)
		condition, diags := outside.root.lowerTo(a.Condition, reportNames(c.results), expr.Bool, "The condition of an assertion")
		c.report(diags)
		r := &reading{s: outside.root}
		message := r.text(a.ErrorMessage, "The assertion "+a.Name+" does not hold.")
		c.report(r.diags)
		if outside.reads != 0 {
			c.report(errorAt(a.Condition.Range(), "Depends on a factor", "An assertion holds for every cell alike and cannot depend on a factor."))
		}
		c.plan.Asserts = append(c.plan.Asserts, plan.Assert{Name: a.Name, Condition: condition, Message: message})
		c.note("experiment."+x.Name+".assert."+a.Name, a.NameRange)
	}
}
