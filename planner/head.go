package planner

import (
	"math"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// head reads what holds for all cells, and so depends on no factor: a plan
// has one seed and one order. It is evaluated outside any cell, where a factor
// has its first value, and whether one was read is looked at afterwards.
func (c *compiler) head(x *spec.Experiment) {
	outside := c.cell(0, nil)
	r := &reading{s: outside.root}
	p := c.plan
	p.Experiment = x.Name
	// HCL's numbers go beyond 64 bits, but a seed that other tools can read
	// back from Parquet and JSON fits a signed one.
	p.Seed = uint64(r.whole(x.Seed, "the seed", 0, math.MaxInt64, 1))
	if c.opts.Seed != nil {
		p.Seed = *c.opts.Seed
	}
	p.Repeat = int(r.whole(x.Repeat, "repeats", 1, 1_000_000, 1))
	p.Order = plan.Order(r.choice(x.Order, "order", string(plan.Grouped), string(plan.Interleaved), string(plan.Shuffled)))
	p.Data = plan.Data(r.choice(x.Data, "policy for data", string(plan.Reuse), string(plan.Fresh)))
	p.OnFailure = r.choice(x.OnFailure, "policy for failures", "continue", "stop")
	p.Notes.Description = r.text(x.Description, "")
	p.Notes.Labels = r.labels(x.Labels)
	p.Notes.Archive = plan.Levels{Events: true, Statements: true, Samples: true}
	if a := x.Archive; a != nil {
		p.Notes.Archive = plan.Levels{Events: r.truth(a.Events, true), Statements: r.truth(a.Statements, true), Samples: r.truth(a.Samples, true)}
	}
	c.report(r.diags)
	if outside.reads != 0 {
		c.report(errorAt(x.DeclRange, "Depends on a factor",
			"Seed, repeat, order, data, labels and the like hold for all cells of an experiment and cannot depend on a factor."))
	}
}

// labels reads an object of texts in written order.
func (r *reading) labels(e hcl.Expression) (out []plan.Label) {
	for _, p := range r.pairs(e) {
		text, ok := r.value(p.value, cty.String)
		if ok {
			out = append(out, plan.Label{Name: p.name, Value: text.AsString()})
		}
	}
	return out
}
