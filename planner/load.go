package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/probe"
	"github.com/assay-bench/assay/spec"
)

// Bounds of a load: more sessions than any server takes, and more events than
// any run can archive.
const (
	maxThreads = 100_000
	maxEvents  = 1 << 50
)

// loaded is a load in a cell: its place in the plan, or -1, and that of the
// schema of its mix, or -1.
type loaded struct{ load, schema int }

// load compiles a load with its mix; at is the experiment's target. The load's
// own attributes are read even if the mix fails, to find all mistakes.
func (c *compiler) load(x *spec.Experiment, l *spec.Load, cell *cell, at home) loaded {
	failed := loaded{-1, -1}
	own := at
	if l.Target != nil {
		if own = c.targetOf(l.Target, cell); own.target < 0 {
			c.results.unknown = true
			return failed
		}
		if own.dialect != at.dialect {
			c.reportIn(cell, errorAt(l.Target.Range(), "Targets of different kinds",
				"The tables are made at the experiment's target, whose dialect is %s; this one's is %s.", at.dialect.Name, own.dialect.Name))
			c.results.unknown = true
			return failed
		}
	}
	s := cell.root.plannedFor(own.dialect)
	d, diags := s.declaration(l.Mix, "mix")
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		c.results.unknown = true
		return failed
	}
	c.results.takes(l.Name, d)
	mix := c.mix(cell, d)
	made, diags := s.load(l, own, probe.Amount{})
	c.reportIn(cell, diags)
	if mix < 0 || diags.HasErrors() {
		return failed
	}
	made.Mix, made.Target = mix, own.target
	c.note("experiment."+x.Name+".load."+l.Name, l.NameRange)
	return loaded{store(c, "load", &c.plan.Loads, *made), c.plan.Mixes[mix].Schema}
}

// probeLoad compiles a load on a probe. What it lacks besides SQL are sessions
// that can be lost and statements that can be tried again.
func (c *compiler) probeLoad(x *spec.Experiment, l *spec.Load, cell *cell) loaded {
	on := c.probe(l.Probe, l.Name, cell)
	made, diags := cell.root.load(l, probeHome, on.amount)
	diags = append(diags, withoutStatements(l)...)
	if on.amount.Each && l.Rate != nil {
		diags = append(diags, errorAt(l.Rate.Range(), "Rate of a fixed number", "This probe gives each worker its number of events, which no rate can pace; remove the line.")...)
	}
	c.reportIn(cell, diags)
	if on.target < 0 || diags.HasErrors() {
		return loaded{-1, -1}
	}
	made.Mix, made.Target = -1, on.target
	c.note("experiment."+x.Name+".load."+l.Name, l.NameRange)
	return loaded{store(c, "load", &c.plan.Loads, *made), -1}
}

// probeHome stands for a database where there is none.
var probeHome = home{target: -1}

// withoutStatements reports what means nothing to a load on a probe.
func withoutStatements(l *spec.Load) (diags hcl.Diagnostics) {
	type attribute struct {
		e    hcl.Expression
		name string
	}
	all := []attribute{{l.Target, "target"}, {l.Reconnect, "reconnect"}}
	if e := l.Errors; e != nil {
		all = append(all, attribute{e.Retry, "retry"}, attribute{e.MaxAttempts, "max_attempts"}, attribute{e.Backoff, "backoff"},
			attribute{e.BackoffMax, "backoff_max"}, attribute{e.Reconnect, "reconnect"})
	}
	for _, a := range all {
		if a.e != nil {
			diags = append(diags, errorAt(a.e.Range(), "Attribute without effect", "A load on a probe has no %s; remove the line.", a.name)...)
		}
	}
	return diags
}

// load reads a load's own attributes. Without a number of events it does what
// a probe's options ask for, for ten seconds at most, unless that is to be
// done whole.
func (s *scope) load(l *spec.Load, at home, amount probe.Amount) (*plan.Load, hcl.Diagnostics) {
	r := &reading{s: s}
	made := &plan.Load{
		Name:     l.Name,
		Threads:  r.threads(l.Threads),
		Events:   r.whole(l.Events, "events", 1, maxEvents, 0),
		Warmup:   r.duration(l.Warmup, "0s"),
		Cooldown: r.duration(l.Cooldown, "0s"),
		Grace:    r.duration(l.Grace, "10s"),
		Think:    r.think(l.Think),
		Errors:   r.errors(l.Errors, at),

		Reconnect:    r.reconnect(l.Reconnect),
		StartTimeout: r.duration(l.StartTimeout, "0s"),
	}
	made.Open = r.open(l, made.Events)
	otherwise := "10s"
	if made.Events > 0 || amount.Whole {
		otherwise = "0s"
	}
	if made.Events == 0 {
		made.Events, made.Each = amount.Events, amount.Each
	}
	made.Duration = r.duration(l.Duration, otherwise)
	r.stages(l, made)
	if made.Duration == 0 && made.Events == 0 && !r.failed() {
		r.wrong(l.Duration.Range(), "Load without end", "Either `duration` or `events` must be more than zero, or the load would end at once.")
	}
	return made, r.diags
}

// threads is a whole number, or an expression over facts of the host, such as
// 2 * host.cpus, which the executor computes when it starts.
func (r *reading) threads(e hcl.Expression) plan.Number {
	if e == nil || r.s.pending(e) == "" {
		return plan.Fixed(r.whole(e, "threads", 1, maxThreads, 1))
	}
	tree, diags := r.s.lowerTo(e, startNames(), expr.Int, "The number of threads")
	r.diags = append(r.diags, diags...)
	return plan.Number{Expr: tree}
}

// think is a pause in microseconds.
func (r *reading) think(e hcl.Expression) expr.Expr {
	if e == nil {
		return expr.Expr{}
	}
	tree, diags := r.s.micros(e, loadNames())
	r.diags = append(r.diags, diags...)
	return tree
}

// errors reads the policy for failed statements. By default what conflicts is
// tried again, as any application would, and all else ends the cell: a
// benchmark that counts failures as work measures nothing.
func (r *reading) errors(e *spec.Errors, at home) plan.Errors {
	if e == nil {
		e = &spec.Errors{}
	}
	policy := plan.Errors{
		Retry:       at.retryCodes(),
		Ignore:      r.codes(e.Ignore),
		MaxAttempts: int(r.whole(e.MaxAttempts, "attempts", 1, 1_000_000, 10)),
		Backoff:     r.duration(e.Backoff, "1ms"),
		BackoffMax:  r.duration(e.BackoffMax, "100ms"),
		Reconnect:   r.duration(e.Reconnect, "30s"),
	}
	if e.Retry != nil {
		policy.Retry = r.codes(e.Retry)
	}
	if policy.BackoffMax < policy.Backoff {
		if e.BackoffMax != nil {
			r.wrong(e.BackoffMax.Range(), "Back-off out of order", "The longest back-off is shorter than the first.")
		}
		policy.BackoffMax = policy.Backoff
	}
	return policy
}

// retryCodes are the codes of what conflicts at a database; a probe has none.
func (at home) retryCodes() []int {
	if at.dialect == nil {
		return nil
	}
	return at.dialect.RetryCodes()
}

// isAll tells whether an element of a list is the word "all".
func isAll(v cty.Value) bool { return !v.IsNull() && v.AsString() == "all" }

// codes is a list of error codes, or the word "all", which plans write as -1.
func (r *reading) codes(e hcl.Expression) []int {
	if e == nil {
		return nil
	}
	if v, diags := r.s.nullable(e, cty.DynamicPseudoType); !diags.HasErrors() && !v.IsNull() && v.Type() == cty.String {
		if v.AsString() == "all" {
			return []int{-1}
		}
		r.wrong(e.Range(), "Wrong type", `Error codes are a list of numbers, such as [1213, 1205], or "all".`)
		return nil
	}
	if v, diags := r.s.nullable(e, cty.List(cty.String)); !diags.HasErrors() && !v.IsNull() && slices.ContainsFunc(v.AsValueSlice(), isAll) {
		r.wrong(e.Range(), "Wrong type", `"all" stands alone, without brackets: it leaves nothing to list beside it.`)
		return nil
	}
	return r.wholes(e, "error code", 1, 65535)
}
