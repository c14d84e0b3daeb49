package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// index lowers table.T[i], and [a, b, c][i] for a list of constants.
func (s *scope) index(e *hclsyntax.IndexExpr, n *names) (term, hcl.Diagnostics) {
	if t, ok := e.Collection.(*hclsyntax.ScopeTraversalExpr); ok && t.Traversal.RootName() == "table" {
		if !slices.Contains(n.frame.place.roots, "table") {
			return term{}, misplaced(t.Traversal, n.frame.place)
		}
		return s.copyOf(t.Traversal, e.Key, n)
	}
	i, diags := s.scalar(e.Key, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	return s.element(e.SrcRange, e.Collection, i, n)
}

// letReference is let.NAME of let.NAME[0].
func letReference(e *hclsyntax.ScopeTraversalExpr) *hclsyntax.ScopeTraversalExpr {
	return &hclsyntax.ScopeTraversalExpr{Traversal: e.Traversal[:2], SrcRange: e.SrcRange}
}

// element is the element of a list that i tells.
func (s *scope) element(at hcl.Range, list hcl.Expression, i term, n *names) (term, hcl.Diagnostics) {
	elements, diags := s.list(list, n)
	switch {
	case diags.HasErrors():
		return term{}, diags
	case i.Kind != expr.Int:
		return term{}, errorAt(i.at, "Wrong type", "The index of a list must be an int, and this is %s.", i.called())
	case !i.constant():
		return lookUp(at, list, elements, i)
	case i.Int < 0 || i.Int >= int64(len(elements)):
		return value(expr.Expr{Op: expr.OpConst, Kind: expr.Null}, at), nil
	}
	return elements[i.Int], nil
}

// lookUp chooses an element by comparing the index again and again, so the
// index must be the same each time; what is drawn goes into a let first.
func lookUp(at hcl.Range, list hcl.Expression, elements []term, i term) (term, hcl.Diagnostics) {
	switch {
	case i.Uses(expr.OpDraw):
		return term{}, errorAt(i.at, "Drawn index", "Draw the index in a let and use that here, or choose among the values with pick([…]) or weighted([…]).")
	case len(elements) == 0:
		return term{}, errorAt(list.Range(), "Empty list", "There is no element to choose.")
	}
	if diags := constants(elements); diags.HasErrors() {
		return term{}, diags
	}
	kind, diags := unify(elements, "The elements of a list")
	if diags.HasErrors() {
		return term{}, diags
	}
	less := func(bound int) expr.Expr { return compared(expr.OpLt, i.Expr, bound) }
	inside := expr.Expr{Op: expr.OpAnd, Kind: expr.Bool, Args: []expr.Expr{compared(expr.OpGe, i.Expr, 0), less(len(elements))}}
	outside := expr.Expr{Op: expr.OpConst, Kind: expr.Null}
	return foldable(chosen(inside, search(trees(elements), 0, kind, less), outside, kind), at, []term{i})
}

// constants refuses lists whose elements would be drawn or not depending on
// which is chosen, as pick does on purpose.
func constants(elements []term) hcl.Diagnostics {
	for _, t := range elements {
		if !t.constant() && t.Op != expr.OpSlot {
			return errorAt(t.at, "Constant wanted", "A list that is indexed by a number known only at run time must hold constants or be drawn in a let.")
		}
	}
	return nil
}

// compared compares the index with a bound.
func compared(op expr.Op, i expr.Expr, bound int) expr.Expr {
	return expr.Expr{Op: op, Kind: expr.Bool, Args: []expr.Expr{i, expr.ConstInt(int64(bound))}}
}

// chosen is a conditional.
func chosen(condition, then, otherwise expr.Expr, kind expr.Kind) expr.Expr {
	return expr.Expr{Op: expr.OpCond, Kind: kind, Args: []expr.Expr{condition, then, otherwise}}
}

// search is a tree of conditionals that finds one of the elements, of which
// the first has the index base, in a number of steps that grows as its
// logarithm.
func search(elements []expr.Expr, base int, kind expr.Kind, less func(bound int) expr.Expr) expr.Expr {
	if len(elements) == 1 {
		return elements[0]
	}
	half := len(elements) / 2
	return chosen(less(base+half), search(elements[:half], base, kind, less), search(elements[half:], base+half, kind, less), kind)
}
