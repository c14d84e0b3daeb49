package planner

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
)

// refer lowers a reference that is no constant.
func (s *scope) refer(e *hclsyntax.ScopeTraversalExpr, n *names) (term, hcl.Diagnostics) {
	root, name := e.Traversal.RootName(), stepName(e.Traversal)
	switch {
	case root == "local":
		return s.inline(e.Traversal, n)
	case !slices.Contains(n.frame.place.roots, root):
		return term{}, misplaced(e.Traversal, n.frame.place)
	case name == "":
		return term{}, errorAt(e.SrcRange, "Incomplete reference", "%q must be followed by a dot and a name, as in %s.name.", root, root)
	case root == "result":
		return s.result(e)
	case root == "table":
		return s.copyOf(e.Traversal, nil, n)
	}
	if last := len(e.Traversal) - 1; last > steps(root) {
		return term{}, errorAt(e.SrcRange, "Reference too long", "%q is one value and has nothing below it.", traversalText(e.Traversal[:steps(root)+1]))
	}
	switch root {
	case "let":
		return letTerm(name, e.SrcRange, n)
	case "query":
		return readTerm(e, n)
	case "self":
		return selfTerm(name, e.SrcRange, n)
	case "count":
		return countTerm(name, e.SrcRange, n)
	case "worker":
		return workerTerm(name, e.SrcRange)
	}
	return factTerm(root, name, e.SrcRange)
}

// steps is how many names follow a root.
func steps(root string) int {
	if root == "query" {
		return 2
	}
	return 1
}

// misplaced says that a root has no meaning at a place.
func misplaced(t hcl.Traversal, p *place) hcl.Diagnostics {
	may := append([]string{"var", "local"}, p.roots...)
	return errorAt(t.SourceRange(), "Reference out of place", "%s cannot refer to %q. It may use %s.", p.name, t.RootName(), listed(may))
}

// inline lowers the value of a local in place, so that each use draws anew.
func (s *scope) inline(t hcl.Traversal, n *names) (term, hcl.Diagnostics) {
	e, leave, diags := s.enter(t, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	defer leave()
	return s.term(e, n.unlooped())
}

// enter finds the expression that a reference to a local stands for; steps
// after its name choose among what the local lists. Until leave is called the
// local cannot be entered again, so that a cycle ends.
func (s *scope) enter(t hcl.Traversal, n *names) (e hcl.Expression, leave func(), diags hcl.Diagnostics) {
	l, path := s.local(stepName(t)), &n.frame.inlining
	if slices.Contains(*path, l) {
		return nil, nil, errorAt(t.SourceRange(), "Cyclic locals", "local.%s depends on itself. Break the cycle.", l.Name)
	}
	e, diags = descend(l.Value, t[2:])
	if diags.HasErrors() {
		return nil, nil, diags
	}
	*path = append(*path, l)
	return e, func() { *path = (*path)[:len(*path)-1] }, nil
}

// descend follows attribute and index steps into a written object or list.
func descend(e hcl.Expression, path hcl.Traversal) (hcl.Expression, hcl.Diagnostics) {
	for _, step := range path {
		var next hcl.Expression
		switch e := e.(type) {
		case *hclsyntax.ObjectConsExpr:
			next = member(e, step)
		case *hclsyntax.TupleConsExpr:
			if i, ok := position(step); ok && i < len(e.Exprs) {
				next = e.Exprs[i]
			}
		}
		if next == nil {
			return nil, errorAt(step.SourceRange(), "No such element",
				"The local that this refers to is drawn, and has no such element written in it.")
		}
		e = next
	}
	return e, nil
}

// member is the value that an object gives a name, or nil.
func member(e *hclsyntax.ObjectConsExpr, step hcl.Traverser) hcl.Expression {
	name := stepName(hcl.Traversal{hcl.TraverseRoot{}, step})
	for _, item := range e.Items {
		if key, ok := objectKey(item); ok && key == name && name != "" {
			return item.ValueExpr
		}
	}
	return nil
}

// objectKey is the key of an item if it is written as a name or plain text.
func objectKey(item hclsyntax.ObjectConsItem) (string, bool) {
	if key := hcl.ExprAsKeyword(item.KeyExpr); key != "" {
		return key, true
	}
	v, diags := item.KeyExpr.Value(nil)
	if diags.HasErrors() || v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// position is the index that a step names.
func position(step hcl.Traverser) (int, bool) {
	index, ok := step.(hcl.TraverseIndex)
	if !ok || index.Key.Type() != cty.Number {
		return 0, false
	}
	i, _ := index.Key.AsBigFloat().Int64()
	return int(i), i >= 0
}

// letTerm is the value of a let.
func letTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	if t, ok := n.let(name); ok {
		if t.failed {
			return term{}, following(at)
		}
		t.at = at
		return t, nil
	}
	if later, ok := n.laterLet(name); ok {
		return term{}, errorAt(at, "Let used before it is drawn",
			"let.%s is drawn on line %d, after this. Lets are drawn in written order; move it up.", name, later.Start.Line)
	}
	if elsewhere, ok := n.frame.lets[name]; ok {
		return term{}, errorAt(at, "Let of another block",
			"let.%s is drawn on line %d, for the block that it stands in and those within; when and count of that block come before its lets.", name, elsewhere.Start.Line)
	}
	return term{}, errorAt(at, "Unknown let", "There is no let %q. Those that are drawn here are: %s.%s",
		name, listed(n.letNames()), didYouMean(name, n.letNames()))
}

// selfTerm is a property of the table whose column is generated.
func selfTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	self := n.frame.self
	number := expr.Expr{Op: expr.OpAdd, Kind: expr.Int, Args: []expr.Expr{{Op: expr.OpCopy, Kind: expr.Int}, expr.ConstInt(1)}}
	switch name {
	case "row":
		return value(expr.Expr{Op: expr.OpRow, Kind: expr.Int}, at), nil
	case "rows":
		return value(expr.ConstInt(self.rows), at), nil
	case "copy":
		return value(number, at), nil
	case "name":
		if self.copies == 0 {
			return value(expr.ConstString(self.name), at), nil
		}
		return value(expr.Expr{Op: expr.OpConcat, Kind: expr.String, Args: []expr.Expr{expr.ConstString(self.name), number}}, at), nil
	}
	known := []string{"row", "rows", "copy", "name"}
	return term{}, errorAt(at, "Unknown reference", "self has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
}

// countTerm is count.index.
func countTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	if name != "index" {
		return term{}, errorAt(at, "Unknown reference", "count has index, but no %q.", name)
	}
	slot := n.countIndex()
	if slot < 0 {
		return term{}, errorAt(at, "count.index without count",
			"count.index is the number of a repetition, from 0, and no block around this one is repeated. Give a group or query a count.")
	}
	return value(expr.Slot(slot, expr.Int), at), nil
}

// workerTerm is a property of the worker.
func workerTerm(name string, at hcl.Range) (term, hcl.Diagnostics) {
	switch name {
	case "index":
		return value(expr.Expr{Op: expr.OpWorker, Kind: expr.Int}, at), nil
	case "count":
		return value(expr.Expr{Op: expr.OpWorkers, Kind: expr.Int}, at), nil
	}
	known := []string{"index", "count"}
	return term{}, errorAt(at, "Unknown reference", "worker has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
}

// hostFacts are the facts of the host that an expression may use.
var hostFacts = map[string]expr.Kind{
	"cpus":   expr.Int, // logical processors that this process may use
	"memory": expr.Int, // bytes
	"name":   expr.String,
}

// factTerm is a fact that is fixed when the run starts. What a server says of
// itself is text; int() and float() convert it.
func factTerm(root, name string, at hcl.Range) (term, hcl.Diagnostics) {
	kind := expr.String
	if root == "host" {
		known := []string{"cpus", "memory", "name"}
		k, ok := hostFacts[name]
		if !ok {
			return term{}, errorAt(at, "Unknown fact", "host has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
		}
		kind = k
	}
	return value(expr.Expr{Op: expr.OpFact, Kind: kind, Text: root + "." + name}, at), nil
}

// readTerm is a value that an earlier query read.
func readTerm(e *hclsyntax.ScopeTraversalExpr, n *names) (term, hcl.Diagnostics) {
	label, name := stepName(e.Traversal), ""
	if len(e.Traversal) > 2 {
		name = stepName(e.Traversal[1:])
	}
	a, ok := n.frame.answers[label]
	switch {
	case !ok:
		known := slices.Sorted(maps.Keys(n.frame.answers))
		return term{}, errorAt(e.SrcRange, "Unknown query", "This transaction has no query %q; values can only be read from queries of the same transaction.%s",
			label, didYouMean(label, known))
	case name == "":
		return term{}, errorAt(e.SrcRange, "Incomplete reference", "query.%s must be followed by the name of a value that it reads, as in query.%s.name.", label, label)
	case !a.done:
		return term{}, a.early(label, e.SrcRange)
	}
	slot, ok := a.reads[name]
	if !ok && a.failed {
		return term{}, following(e.SrcRange)
	}
	if !ok {
		known := slices.Sorted(maps.Keys(a.reads))
		return term{}, errorAt(e.SrcRange, "Unknown value", "Query %q reads %s, but no %q. Add it to the query's read.%s", label, listed(known), name, didYouMean(name, known))
	}
	return value(slot, e.SrcRange), nil
}

// early says why a query has not been executed at some place. One that stands
// above it has not if the place is a let, which is drawn before all queries
// of its block.
func (a *answer) early(label string, at hcl.Range) hcl.Diagnostics {
	remedy := "Move it up."
	if a.running {
		remedy = "Its own parts come before its answer."
	} else if a.at.Filename == at.Filename && a.at.Start.Byte < at.Start.Byte {
		remedy = "The lets of a block are drawn when its pass begins, before its queries: put this into a let of the query or group that uses it."
	}
	return errorAt(at, "Value used before it is read", "Query %q stands on line %d and has not been executed here. %s", label, a.at.Start.Line, remedy)
}
