// Package planner compiles an experiment of a spec into a plan: it gives every
// name its value in every cell of the matrix, folds what is constant, checks
// types and references, and writes out the SQL that Assay itself needs.
//
// It runs nothing and is pure: no clock, network, environment or randomness,
// so equal specs and options give equal plans on any machine. A cell costs
// only what depends on its factors: ten thousand of them about a second.
package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// Options are what a plan depends on besides the spec.
type Options struct {
	Experiment string  // which one; may be empty if there is only one
	Vars       []Var   // values for variables; later ones win
	Seed       *uint64 // instead of the experiment's
	Target     string  // name of a target, instead of the experiment's; may be empty
}

// compiler is the state of one compilation.
type compiler struct {
	spec    *spec.Spec
	opts    Options
	shared  *shared
	inputs  map[*spec.Variable]bound // of the root, but for factors
	factors []factor
	diags   hcl.Diagnostics
	seen    map[string]bool // what has been reported, so that no cell repeats it
	plan    *plan.Plan
	stored  map[string]int // places of schemas, mixes, loads and targets by content
	memos   memos
	results *resultNames // that assertions may name; nil without an experiment

	endpoints []placed   // of the targets used, in the order of use
	launches  []launched // of the servers used
}

// Compile makes the plan of one experiment. The plan is nil if there are
// errors; warnings may come with a plan. Values of sensitive variables appear
// neither in the plan nor in the diagnostics.
func Compile(s *spec.Spec, o Options) (*plan.Plan, hcl.Diagnostics) {
	c := compilation(s, o)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	return c.plan, c.diags
}

// Runnable is a plan and what a run needs beside it, which no plan may hold.
type Runnable struct {
	Plan      *plan.Plan
	Endpoints []Endpoint // of each target that the plan names
	Launches  []Launch   // of each server that the plan starts, once for all configurations of a block
}

// CompileToRun is Compile for whoever is going to run the plan. The Runnable
// is nil if there are errors.
func CompileToRun(s *spec.Spec, o Options) (*Runnable, hcl.Diagnostics) {
	c := compilation(s, o)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	ready := &Runnable{Plan: c.plan}
	for i := range c.endpoints {
		ready.Endpoints = append(ready.Endpoints, c.endpoints[i].Endpoint)
	}
	for i := range c.launches {
		ready.Launches = append(ready.Launches, c.launches[i].Launch)
	}
	return ready, c.diags
}

// compilation compiles one experiment; its plan is whole if there are no errors.
func compilation(s *spec.Spec, o Options) *compiler {
	c := newCompiler(s, o)
	if x := c.begin(); x != nil {
		c.experiment(x)
	}
	return c
}

// Experiments lists the names of a spec's experiments in written order.
func Experiments(s *spec.Spec) []string {
	return labels(s.Experiments, func(x *spec.Experiment) *spec.Named { return &x.Named })
}

// newCompiler is a compilation that has looked at nothing yet.
func newCompiler(s *spec.Spec, o Options) *compiler {
	return &compiler{
		spec: s, opts: o, shared: newShared(),
		inputs: map[*spec.Variable]bound{}, seen: map[string]bool{}, stored: map[string]int{},
		plan:  &plan.Plan{Format: plan.Format},
		memos: memos{loads: memosBy[*spec.Load, loaded]{}, blocks: memosBy[blockKey, int]{}, schemas: memosBy[blockKey, compiledSchema]{}, probes: memosBy[blockKey, probed]{}},
	}
}

// begin checks what all experiments share and finds the one to compile; nil
// if there is no going on.
func (c *compiler) begin() *spec.Experiment {
	x := c.chosen()
	if !c.prepare(x) {
		return nil
	}
	return x
}

// prepare checks what must be right before anything is evaluated, and gives
// variables their values; x is the experiment, if any.
func (c *compiler) prepare(x *spec.Experiment) bool {
	c.language()
	c.report(checkLocals(c.spec))
	if c.diags.HasErrors() {
		return false
	}
	c.bindInputs(x)
	return true
}

// chosen is the experiment that the options name, or the only one.
func (c *compiler) chosen() *spec.Experiment {
	names := Experiments(c.spec)
	if c.opts.Experiment == "" && len(names) == 1 {
		return c.spec.Experiments[0]
	}
	for i, name := range names {
		if name == c.opts.Experiment {
			return c.spec.Experiments[i]
		}
	}
	switch r := nowhere; {
	case len(names) == 0:
		c.report(errorAt(r, "No experiment", "There is no experiment block in this spec, so there is nothing to run."))
	case c.opts.Experiment == "":
		c.report(errorAt(r, "Which experiment?", "This spec has several experiments; name one of them: %s.", listed(names)))
	default:
		c.report(errorAt(r, "Unknown experiment", "There is no experiment %q; there are: %s.%s",
			c.opts.Experiment, listed(names), didYouMean(c.opts.Experiment, names)))
	}
	return nil
}

// maxReported is how many diagnostics are kept: nobody reads more at once.
const maxReported = 100

// report adds diagnostics, each place and summary once.
func (c *compiler) report(diags hcl.Diagnostics) {
	for _, d := range firsthand(bare(diags)) {
		key := identity(d)
		full := len(c.diags) >= maxReported && (d.Severity == hcl.DiagWarning || c.diags.HasErrors())
		if !c.seen[key] && !full { // the first error is never lost
			c.seen[key] = true
			c.diags = append(c.diags, d)
		}
	}
}

// identity tells diagnostics apart. The detail does not count where there is
// a place, as it may name the cell.
func identity(d *hcl.Diagnostic) string {
	if d.Subject == nil {
		return fmt.Sprint(d.Severity, d.Summary, d.Detail)
	}
	return fmt.Sprint(d.Severity, d.Summary, *d.Subject)
}

// reportIn is report for something computed in a cell, with the factors that
// it depends on.
func (c *compiler) reportIn(cell *cell, diags hcl.Diagnostics) {
	for _, d := range diags {
		copied := *d
		copied.Detail += c.where(cell, d.Subject)
		c.report(hcl.Diagnostics{&copied})
	}
}

// variable finds a variable of the root.
func (c *compiler) variable(name string) *spec.Variable {
	for _, v := range c.spec.Variables {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// bindInputs gives every variable that is no factor of x its value.
func (c *compiler) bindInputs(x *spec.Experiment) {
	factors := map[string]bool{}
	if x != nil {
		for _, a := range x.Factors {
			factors[a.Name] = true
		}
	}
	values := map[string]*Var{}
	for i := range c.opts.Vars {
		g := &c.opts.Vars[i]
		r := nowhere
		if g.Expression != nil {
			r = g.Expression.Range()
		}
		switch {
		case c.variable(g.Name) == nil && !g.Lax:
			names := labels(c.spec.Variables, func(v *spec.Variable) *spec.Named { return &v.Named })
			c.report(errorAt(r, "Unknown variable", "There is no variable %q in the spec to take the value from %s.%s", g.Name, g.Source, didYouMean(g.Name, names)))
		case factors[g.Name]:
			c.report(warningAt(r, "Value without effect", "Variable %q is a factor of the experiment, so each cell sets it. Use --only to run some cells.", g.Name))
		}
		values[g.Name] = g
	}
	for _, v := range c.spec.Variables {
		if factors[v.Name] {
			continue
		}
		if g := values[v.Name]; g != nil {
			c.inputs[v] = given(v, g)
		} else {
			c.inputs[v] = defaultOf(v, v.DeclRange)
		}
		c.report(c.inputs[v].diags)
	}
}
