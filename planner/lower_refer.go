package planner

import (
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
		return s.result(e, n)
	case root == "table":
		return s.copyOf(e.Traversal, nil, n)
	case root == "let" && len(e.Traversal) == 3:
		t, _ := n.let(name)
		if i, ok := position(e.Traversal[2]); ok && (t.list != nil || t.failed) {
			return s.element(e.SrcRange, letReference(e), value(expr.ConstInt(int64(i)), e.SrcRange), n)
		}
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

// steps is how many names follow a root: query.LABEL.VALUE, but let.NAME.
func steps(root string) int {
	if root == "query" {
		return 2
	}
	return 1
}

// misplaced says that a root has no meaning at a place, and which ones have: most
// often a column's value asks for what only a mix knows.
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
	if len(*path) >= maxDepth {
		return nil, nil, errorAt(t.SourceRange(), "Expression too deep", "Locals stand in more than %d others here. Draw one of them in a let.", maxDepth)
	}
	e, diags = descend(l.Value, t[2:])
	if diags.HasErrors() {
		return nil, nil, diags
	}
	*path = append(*path, l)
	return e, func() { *path = (*path)[:len(*path)-1] }, nil
}

// descend follows attribute and index steps into a written object or list. What
// is drawn has no value yet that could be taken apart, but its text has parts.
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

// position is the index that a step names, if it is a whole number from 0.
func position(step hcl.Traverser) (int, bool) {
	index, ok := step.(hcl.TraverseIndex)
	if !ok || index.Key.Type() != cty.Number {
		return 0, false
	}
	i, whole := wholeNumber(index.Key)
	return int(i), whole && i >= 0
}
