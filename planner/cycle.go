package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/spec"
)

// checkLocals finds locals that refer to themselves, in a spec and its
// modules. It runs before anything is evaluated or written out, so that
// nothing else need mind cycles.
func checkLocals(sp *spec.Spec) hcl.Diagnostics {
	return checkLocalsOnce(sp, map[*spec.Spec]bool{})
}

// checkLocalsOnce leaves out specs that have been looked at.
func checkLocalsOnce(sp *spec.Spec, done map[*spec.Spec]bool) hcl.Diagnostics {
	if sp == nil || done[sp] {
		return nil
	}
	done[sp] = true
	f := &cycleFinder{scope: newScope(sp, newShared(), new(factorSet), nil), state: map[*spec.Local]visit{}}
	for _, l := range sp.Locals {
		if f.state[l] == unvisited {
			f.visit(l)
		}
	}
	for _, m := range sp.Modules {
		f.diags = append(f.diags, checkLocalsOnce(m.Spec, done)...)
	}
	return f.diags
}

// visit is how far a local has been looked at.
type visit uint8

const (
	unvisited visit = iota
	onPath
	visited
)

// cycleFinder walks references depth first; one back into the path is a cycle.
type cycleFinder struct {
	scope *scope
	state map[*spec.Local]visit
	path  []string
	diags hcl.Diagnostics
}

// visit follows what a local refers to. Variables cannot refer to anything, so
// only locals can close a cycle.
func (f *cycleFinder) visit(l *spec.Local) {
	f.state[l] = onPath
	f.path = append(f.path, "local."+l.Name)
	for _, t := range l.Value.Variables() {
		if t.RootName() != "local" {
			continue
		}
		next := f.scope.local(stepName(t))
		switch {
		case next == nil: // reported where it is evaluated
		case f.state[next] == unvisited:
			f.visit(next)
		case f.state[next] == onPath:
			f.cycle(t.SourceRange(), "local."+next.Name)
		}
	}
	f.path = f.path[:len(f.path)-1]
	f.state[l] = visited
}

// cycle reports the way from name along the path back to it.
func (f *cycleFinder) cycle(r hcl.Range, name string) {
	start := len(f.path) - 1
	for f.path[start] != name {
		start--
	}
	way := f.path[start:]
	if len(way) > 10 {
		way = append(append([]string{}, way[:9]...), "…")
	}
	f.diags = append(f.diags, errorAt(r, "Cyclic locals",
		"A local cannot depend on itself: %s → %s. Break the cycle.", strings.Join(way, " → "), name)...)
}
