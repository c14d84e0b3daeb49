package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/probes/probe"
	"github.com/assay-bench/assay/spec"
)

// resultNames are the names that results of an experiment can have: its loads,
// each with the mixes that it takes in one cell or another.
type resultNames struct {
	loads   []string
	mixes   map[string][]*spec.Mix // by load
	probes  map[string][]string    // operations, by load
	unknown bool                   // whether a load has a mix or probe that was not found
}

// newResultNames knows the loads of an experiment, whose mixes are added as
// its cells are compiled.
func newResultNames(x *spec.Experiment) *resultNames {
	return &resultNames{
		loads:  labels(x.Loads, func(l *spec.Load) *spec.Named { return &l.Named }),
		mixes:  map[string][]*spec.Mix{},
		probes: map[string][]string{},
	}
}

// takes notes that a load takes a mix.
func (r *resultNames) takes(load string, d declared) {
	m, diags := d.mix()
	switch {
	case diags.HasErrors():
		r.unknown = true
	case !slices.Contains(r.mixes[load], m):
		r.mixes[load] = append(r.mixes[load], m)
	}
}

// operates notes that a load runs a probe.
func (r *resultNames) operates(load string, p *spec.Probe) {
	for _, name := range probe.Find(p.Kind).Operations {
		if !slices.Contains(r.probes[load], name) {
			r.probes[load] = append(r.probes[load], name)
		}
	}
}

// ownStatements are what a transaction executes besides its queries.
var ownStatements = []string{"begin", "commit", "rollback", "connect"}

// check reports the first name of a scope that no part of the experiment has.
// t is the reference, in which the scope stands first, and each name is looked
// for among what the names before it leave. Nil knows nothing and allows all.
func (r *resultNames) check(t hcl.Traversal, scope []expr.Expr) hcl.Diagnostics {
	if r == nil {
		return nil
	}
	within := map[string]string{}
	for i := 0; i+1 < len(scope); i += 2 {
		what, name := scope[i].Text, scope[i+1].Text
		if what != "load" && r.unknown {
			continue // the mix that is missing may have it
		}
		known := r.known(what, within)
		if !slices.Contains(known, name) && !(what == "query" && slices.Contains(ownStatements, name)) {
			return errorAt(t[i+2].SourceRange(), "Unknown "+what, "The experiment has no %s %q here; there are: %s.%s",
				what, name, listed(known), didYouMean(name, known))
		}
		within[what] = name
	}
	return nil
}

// known are the names of a kind within a load and a transaction, if given.
func (r *resultNames) known(what string, within map[string]string) (names []string) {
	if what == "load" {
		return r.loads
	}
	for _, load := range r.loads {
		if only, given := within["load"]; given && load != only {
			continue
		}
		if what == "transaction" {
			names = append(names, r.probes[load]...)
		}
		for _, m := range r.mixes[load] {
			for _, t := range m.Transactions {
				if only, given := within["transaction"]; given && t.Name != only {
					continue
				}
				if what == "transaction" {
					names = append(names, t.Name)
				} else {
					names = append(names, queryNames(t.Steps)...)
				}
			}
		}
	}
	return distinctNames(names)
}

// queryNames are the labels of queries in steps and the groups among them.
func queryNames(steps []*spec.Step) (names []string) {
	for _, step := range steps {
		if step.Query != nil {
			names = append(names, step.Query.Name)
		}
		if step.Group != nil {
			names = append(names, queryNames(step.Group.Steps)...)
		}
	}
	return names
}

// distinctNames drops all but the first of equal names: several transactions
// may have a query of one name.
func distinctNames(names []string) (out []string) {
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
