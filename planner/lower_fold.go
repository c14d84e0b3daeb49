package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/expr"
)

// node makes an operator of its operands. If all are constants it is
// evaluated at once, by the evaluator that runs would use, so that folding
// can change no result.
func node(at hcl.Range, op expr.Op, kind expr.Kind, operands ...term) (term, hcl.Diagnostics) {
	return foldable(expr.Expr{Op: op, Kind: kind, Args: trees(operands)}, at, operands)
}

// foldable is e, evaluated if its operands are constants.
func foldable(e expr.Expr, at hcl.Range, operands []term) (term, hcl.Diagnostics) {
	if slices.ContainsFunc(operands, func(t term) bool { return !t.constant() }) {
		return above(e, at, operands)
	}
	return fold(e, at)
}

// above is the tree e over its operands, if it is not too deep: what walks
// and decodes trees does so by recursion.
func above(e expr.Expr, at hcl.Range, operands []term) (term, hcl.Diagnostics) {
	t := value(e, at)
	for _, operand := range operands {
		t.depth = max(t.depth, operand.depth+1)
	}
	if t.depth > maxDepth {
		return t, errorAt(at, "Expression too deep", "Written out, this has more than %d operators within each other. Draw a part of it in a let.", maxDepth)
	}
	return t, nil
}

// trees are the operands without what only lowering needs.
func trees(terms []term) []expr.Expr {
	out := make([]expr.Expr, len(terms))
	for i := range terms {
		out[i] = terms[i].Expr
	}
	return out
}

// fold evaluates an operator of constants.
func fold(e expr.Expr, at hcl.Range) (term, hcl.Diagnostics) {
	v, err := e.Eval(&expr.Env{})
	if err != nil {
		return term{}, errorAt(at, "No such value", "This can be computed when the plan is made, and fails: %s.", err)
	}
	return value(leaf(v), at), nil
}

// leaf is the constant that holds v.
func leaf(v expr.Value) expr.Expr {
	return expr.Expr{Op: expr.OpConst, Kind: v.Kind, Int: v.Int, Float: v.Float, Text: string(v.Text)}
}
