package planner

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/spec"
)

// Validate finds what is wrong with any part of a spec: it compiles every
// experiment (o.Experiment is ignored), and then the schemas, mixes, targets
// and locals that none of them uses.
func Validate(s *spec.Spec, o Options) hcl.Diagnostics {
	v := &validation{seen: map[string]bool{}, used: map[any]bool{}}
	for _, x := range s.Experiments {
		o.Experiment = x.Name
		c := newCompiler(s, o)
		if c.begin() != nil {
			c.experiment(x)
		}
		v.take(c)
	}
	c := newCompiler(s, o)
	if c.prepare(nil) {
		c.modules()
		c.unused(v.used)
	}
	v.take(c)
	return v.diags
}

// validation gathers the mistakes of several compilations, each once.
type validation struct {
	diags hcl.Diagnostics
	seen  map[string]bool
	used  map[any]bool // blocks that were compiled
}

// take gathers the mistakes of one compilation and what it has compiled.
func (v *validation) take(c *compiler) {
	for _, d := range c.diags {
		if key := identity(d); !v.seen[key] {
			v.seen[key] = true
			v.diags = append(v.diags, d)
		}
	}
	for key := range c.memos.blocks {
		v.used[key.block] = true
	}
	for key := range c.memos.probes {
		v.used[key.block] = true
	}
	for key := range c.memos.schemas {
		v.used[key.block] = true
	}
}

// unused compiles what no experiment has compiled, for the dialect of the
// first target, in the root and in each module.
func (c *compiler) unused(used map[any]bool) {
	cell := c.cell(0, nil)
	for _, s := range c.spec.Servers {
		if !used[s] {
			c.server(s, cell.root, cell)
		}
	}
	for _, t := range c.spec.Targets {
		c.target(declared{in: cell.root, name: t.Name, at: t.NameRange}, cell)
	}
	d := dialect.Find("sqlite")
	if len(c.plan.Targets) > 0 { // none is a probe: those come last
		d = dialect.Find(c.plan.Targets[0].Dialect.Name)
	}
	c.unusedOf(cell.root.plannedFor(d), cell, used)
}

// unusedOf does so for one spec and its modules. A local that is drawn has no
// meaning by itself: it is looked at where a mix or a column uses it.
func (c *compiler) unusedOf(s *scope, cell *cell, used map[any]bool) {
	for _, x := range s.spec.Schemas {
		if !used[x] {
			c.schema(cell, declared{in: s, name: x.Name, at: x.NameRange})
		}
	}
	for _, p := range s.spec.Probes {
		if !used[p] && p.Kind != "" {
			c.probeBlock(p, s, cell)
		}
	}
	for _, m := range s.spec.Mixes {
		if !used[m] {
			c.mix(cell, declared{in: s, name: m.Name, at: m.NameRange})
		}
	}
	for _, l := range s.spec.Locals {
		if len(c.diags) >= maxReported {
			break
		}
		if s.pending(l.Value) == "" {
			c.report(s.boundLocal(l).diags)
		}
	}
	for _, m := range s.spec.Modules {
		if m.Spec != nil {
			c.unusedOf(s.child(m), cell, used)
		}
	}
}
