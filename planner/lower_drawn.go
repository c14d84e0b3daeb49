package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/spec"
)

// lateness remembers what makes expressions unknown at plan time. The answer
// is the same in all cells, and asked for again in each.
type lateness struct {
	nodes  map[hclsyntax.Node]reason
	locals map[*spec.Local]reason
}

// reason is why an expression is no constant. The cause is the innermost one,
// however many locals stand between; it is empty if there is none.
type reason struct {
	local string // the local that is referred to; empty if none is
	cause string
}

// String is the beginning of a sentence.
func (r reason) String() string {
	if r.local == "" || r.cause == "" {
		return r.cause
	}
	return fmt.Sprintf("local.%s depends on the run (%s)", r.local, r.cause)
}

// drawn tells whether e needs more than planning knows; see pending.
func (s *scope) drawn(e hcl.Expression) bool { return s.pending(e) != "" }

// pending tells what makes e impossible to know at plan time, as the beginning
// of a sentence: a generator, a value read, a fact, a result, or a local that
// has one of these; "" if nothing does. Such an expression is lowered, and its
// locals are written out in place. A node seen before costs a look-up.
func (s *scope) pending(e hcl.Expression) string { return s.reason(e).String() }

// reason is pending before it is put into words.
func (s *scope) reason(e hcl.Expression) reason {
	node, ok := e.(hclsyntax.Node)
	if _, constant := e.(*looped); constant || !ok {
		return reason{} // nil, or made by the planner of constants
	}
	late := &s.shared.late
	if why, seen := late.nodes[node]; seen {
		return why
	}
	if late.nodes == nil {
		late.nodes = make(map[hclsyntax.Node]reason)
	}
	_ = hclsyntax.Walk(node, &lateWalker{scope: s}) // it reports nothing
	return late.nodes[node]
}

// localReason is reason for a local. One that is being looked at counts as
// constant, so that a cycle ends; checkLocals reports it.
func (s *scope) localReason(name string) reason {
	l := s.local(name)
	if l == nil {
		return reason{}
	}
	late := &s.shared.late
	if why, seen := late.locals[l]; seen {
		return why
	}
	if late.locals == nil {
		late.locals = make(map[*spec.Local]reason)
	}
	late.locals[l] = reason{}
	if why := s.reason(l.Value); why.cause != "" {
		late.locals[l] = reason{local: name, cause: why.cause}
	}
	return late.locals[l]
}

// lateWalker marks every node below one, children before parents.
type lateWalker struct {
	scope *scope
	stack []reason               // why each node on the way down is drawn, so far
	loops []hclsyntax.ChildScope // whose names are in force
}

// Enter opens a node.
func (w *lateWalker) Enter(node hclsyntax.Node) hcl.Diagnostics {
	if child, ok := node.(hclsyntax.ChildScope); ok {
		w.loops = append(w.loops, child)
	}
	w.stack = append(w.stack, w.itself(node))
	return nil
}

// Exit closes a node and tells its parent.
func (w *lateWalker) Exit(node hclsyntax.Node) hcl.Diagnostics {
	top := len(w.stack) - 1
	why := w.stack[top]
	w.stack = w.stack[:top]
	if top > 0 && w.stack[top-1].cause == "" {
		w.stack[top-1] = why
	}
	if _, ok := node.(hclsyntax.ChildScope); ok {
		w.loops = w.loops[:len(w.loops)-1] // no memo: it holds a map and is no key
		return nil
	}
	w.scope.shared.late.nodes[node] = why
	return nil
}

// itself tells why a node is drawn without regard to its children.
func (w *lateWalker) itself(node hclsyntax.Node) reason {
	switch node := node.(type) {
	case *hclsyntax.FunctionCallExpr:
		if generators[node.Name] != nil {
			return reason{cause: node.Name + "(…) is drawn at run time"}
		}
	case *hclsyntax.ScopeTraversalExpr:
		root := node.Traversal.RootName()
		switch {
		case w.hidden(root):
		case root == "local":
			return w.scope.localReason(stepName(node.Traversal))
		case lateRoots[root]:
			return reason{cause: fmt.Sprintf("%q is %s", traversalText(node.Traversal), roots[root])}
		}
	}
	return reason{}
}

// lateRoots are the roots whose values exist only after planning and that a
// lowered expression may use somewhere.
var lateRoots = map[string]bool{
	"let": true, "query": true, "count": true, "self": true, "worker": true, "table": true,
	"host": true, "server": true, "result": true,
}

// hidden tells whether a `for` gives name another meaning.
func (w *lateWalker) hidden(name string) bool {
	for _, loop := range w.loops {
		if _, ok := loop.LocalNames[name]; ok {
			return true
		}
	}
	return false
}
