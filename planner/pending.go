package planner

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/spec"
)

// checkLocals finds locals that refer to themselves. It runs before anything
// is evaluated or written out, so that nothing else need mind cycles.
func checkLocals(sp *spec.Spec) (diags hcl.Diagnostics) {
	s := &scope{spec: sp}
	state := map[string]int{} // 1: on the path, 2: done
	var path []string
	var visit func(l *spec.Local)
	visit = func(l *spec.Local) {
		state[l.Name] = 1
		path = append(path, "local."+l.Name)
		for _, t := range l.Value.Variables() {
			if t.RootName() != "local" {
				continue
			}
			next := s.local(stepName(t))
			if next == nil {
				continue
			}
			switch state[next.Name] {
			case 0:
				visit(next)
			case 1:
				diags = append(diags, cycleAt(t.SourceRange(), path, "local."+next.Name)...)
			}
		}
		path = path[:len(path)-1]
		state[l.Name] = 2
	}
	for _, l := range sp.Locals {
		if state[l.Name] == 0 {
			visit(l)
		}
	}
	for _, m := range sp.Modules {
		if m.Spec != nil {
			diags = append(diags, checkLocals(m.Spec)...)
		}
	}
	return diags
}

// cycleAt describes the cycle that leads from name along path back to it.
func cycleAt(r hcl.Range, path []string, name string) hcl.Diagnostics {
	chain := name
	for i := len(path) - 1; i >= 0 && path[i] != name; i-- {
		chain = path[i] + " → " + chain
	}
	return errorAt(r, "Cyclic locals", "A local cannot depend on itself: %s → %s. Break the cycle.", name, chain)
}
