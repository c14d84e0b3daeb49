package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/probe"
	"github.com/assay-bench/assay/spec"
)

// probed is a probe in a cell: its place among the plan's targets, or -1, and
// the work that its options ask for.
type probed struct {
	target int
	amount probe.Amount
}

// probe compiles the probe that an expression names: as a target, since to a
// load it is one. A probe that is wrong makes the names of results unknown, so
// that no assertion is blamed for it.
func (c *compiler) probe(e hcl.Expression, load string, cell *cell) probed {
	d, diags := cell.root.declaration(e, "probe")
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		c.results.unknown = true
		return probed{target: -1}
	}
	p, diags := d.probe()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		c.results.unknown = true
		return probed{target: -1}
	}
	c.results.operates(load, p)
	return c.probeBlock(p, d.in, cell)
}

// probeBlock compiles a probe block once for all cells that do not differ in the
// factors that its options read. Each other set of values is a target of its own
// in the plan, stored once by content.
func (c *compiler) probeBlock(p *spec.Probe, in *scope, cell *cell) probed {
	return recall(c.memos.probes.of(blockKey{p, in.at, ""}), cell, func() probed {
		k := probe.Find(p.Kind)
		r := &reading{s: in}
		values := r.options(p, k)
		r.together(p, values)
		at := Endpoint{Name: "probe." + p.Name}
		// The plan has no place, so its cells cannot differ in one: what reading it
		// needs is watched apart from what the options have read.
		before := cell.reads
		cell.reads = 0
		for _, o := range k.Options {
			if e := p.Option(o.Name); o.Type == probe.Place && e != nil {
				at.Path = r.secret(e)
			}
		}
		if cell.reads != 0 && !r.failed() {
			r.wrong(p.NameRange, "Place depends on a factor",
				"Where a probe works is the same in all cells, as it is not in the plan. To compare places, declare a probe for each and choose: probe = var.fast ? probe.fileio.fast : probe.fileio.slow.")
		}
		cell.reads |= before
		c.reportIn(cell, r.diags)
		if r.failed() {
			return probed{target: -1}
		}
		c.endpoint(at, p, p.NameRange)
		c.note(at.Name, p.NameRange)
		made := plan.Target{Name: at.Name, Driver: plan.ProbeDriver, Probe: planned(k, values)}
		return probed{store(c, "target", &c.plan.Targets, made), values.Amount()}
	})
}

// planned is a probe as the plan has it: with all options, in the order of the
// kind, so that equal probes are equal bytes and a later default changes no plan.
func planned(k *probe.Kind, v probe.Values) *plan.Probe {
	step := v.Step()
	p := &plan.Probe{Kind: k.Name, Operations: k.Operations, Step: step.Name, Steps: step.N}
	for _, o := range k.Options {
		value := v.Get(o.Name)
		constant := expr.ConstString(value.Text)
		switch o.Type {
		case probe.Place:
			continue
		case probe.Count, probe.Size, probe.Span:
			constant = expr.ConstInt(value.Int)
		case probe.Truth:
			constant = expr.ConstBool(value.Int != 0)
		case probe.Ratio:
			constant = expr.ConstFloat(value.Float)
		}
		p.Options = append(p.Options, plan.ProbeOption{Name: o.Name, Value: constant})
	}
	return p
}

// options reads the options of a probe; those that are wrong keep their
// defaults. Places are left to whoever reads the endpoint.
func (r *reading) options(p *spec.Probe, k *probe.Kind) probe.Values {
	values := k.Defaults()
	for i := range k.Options {
		o := &k.Options[i]
		e := p.Option(o.Name)
		if e == nil || o.Type == probe.Place {
			continue
		}
		value, ok := r.option(o, e)
		if !ok {
			continue
		}
		if err := o.Check(value); err != nil {
			r.wrong(e.Range(), "Impossible option", "The option %s.", err)
			continue
		}
		values.Set(o.Name, value)
	}
	return values
}

// option reads one option; false if there is no value to check, because it is
// null or a mistake that has been reported.
func (r *reading) option(o *probe.Option, e hcl.Expression) (v probe.Value, ok bool) {
	before := len(r.diags)
	switch o.Type {
	case probe.Count:
		v.Int, ok = r.exact(e, o.Name)
	case probe.Size:
		v.Int, ok = r.bytes(e, o.Name)
	case probe.Span:
		v.Int, ok = r.duration(e, o.Default), true
	case probe.Ratio:
		var number cty.Value
		if number, ok = r.value(e, cty.Number); ok {
			v.Float, _ = number.AsBigFloat().Float64()
		}
	case probe.Truth:
		if ok = true; r.truth(e, o.Default == "true") {
			v.Int = 1
		}
	case probe.Word:
		v.Text, ok = r.text(e, o.Default), true
	case probe.Words:
		var words []string
		if words, ok = r.texts(e); ok {
			v, ok = r.words(o, words, e.Range())
		}
	}
	return v, ok && len(r.diags) == before
}

// words puts words into the order of the option.
func (r *reading) words(o *probe.Option, words []string, at hcl.Range) (probe.Value, bool) {
	v, err := o.Join(words)
	if err != nil {
		r.wrong(at, "Impossible option", "The option %s.", err)
	}
	return v, err == nil
}

// exact is a whole number of 64 bits.
func (r *reading) exact(e hcl.Expression, what string) (int64, bool) {
	v, ok := r.value(e, cty.Number)
	if !ok {
		return 0, false
	}
	n, whole := wholeNumber(v)
	if !whole {
		r.wrong(e.Range(), "Not a whole number", "The option %s must be whole and fit into 64 bits; it is %s.", what, v.AsBigFloat().Text('g', 20))
	}
	return n, whole
}

// bytes is a size: text with a unit, or a number of bytes, as sysbench's users
// are used to.
func (r *reading) bytes(e hcl.Expression, what string) (int64, bool) {
	v, ok := r.value(e, cty.DynamicPseudoType)
	if ok && v.Type() == cty.Number {
		return r.exact(e, what)
	}
	return r.quantity(e, parseSize, `a size is text with a unit, such as "16KiB", or a number of bytes`, 0), ok
}

// together reports what the options of a probe make impossible together, at the
// option that the remedy speaks of if it is written. After another mistake it
// says nothing: with a default in place of a wrong value it would mislead.
func (r *reading) together(p *spec.Probe, values probe.Values) {
	if r.failed() {
		return
	}
	for _, problem := range values.Problems() {
		at := p.NameRange
		if e := p.Option(problem.Option); e != nil {
			at = e.Range()
		}
		r.wrong(at, "Impossible probe", "%s", problem.Detail)
	}
}
