package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/spec"
)

// drawFunctions are the functions that draw; each call makes a value at run time.
var drawFunctions = map[string]bool{
	"random": true, "uniform": true, "gaussian": true, "special": true, "pareto": true, "zipf": true,
	"nurand": true, "hotspot": true, "sequence": true, "permute": true, "pick": true, "weighted": true,
	"any": true, "digits": true, "letters": true, "text": true, "bytes": true, "chance": true,
	"now": true, "uuid": true, "unique": true,
}

// pending tells what makes e, or a local that it refers to, impossible to know
// at plan time, as the beginning of a sentence; "" if nothing does. Such an
// expression is lowered, and its locals are written out in place.
func (s *scope) pending(e hcl.Expression) (what string) {
	x, ok := e.(hclsyntax.Expression)
	if !ok {
		return ""
	}
	_ = hclsyntax.VisitAll(x, func(n hclsyntax.Node) hcl.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && drawFunctions[call.Name] && what == "" {
			what = fmt.Sprintf("%s(…) is drawn at run time", call.Name)
		}
		return nil
	})
	for _, t := range e.Variables() {
		if what != "" {
			return what
		}
		switch root := t.RootName(); root {
		case "let", "query", "count", "self", "worker", "host", "server", "result":
			what = fmt.Sprintf("%q is %s", traversalText(t), roots[root])
		case "local":
			what = s.pendingLocal(stepName(t))
		}
	}
	return what
}

// pendingLocal is pending for a local. The answer is the same in all cells.
func (s *scope) pendingLocal(name string) string {
	l := s.local(name)
	if l == nil {
		return ""
	}
	what, known := s.shared.pending[l]
	if !known {
		if what = s.pending(l.Value); what != "" {
			what = fmt.Sprintf("local.%s depends on the run (%s)", name, what)
		}
		s.shared.pending[l] = what
	}
	return what
}

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
