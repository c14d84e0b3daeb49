package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
)

// any lowers any(table.T) to the number of a copy, each as likely as the others.
// A table without copies is its own only one, and costs no draw.
func (s *scope) any(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	if len(e.Args) != 1 {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "any takes one table, as in any(table.sbtest), and %s given.", are(len(e.Args)))
	}
	t, ok := e.Args[0].(*hclsyntax.ScopeTraversalExpr)
	if !ok || t.Traversal.RootName() != "table" || len(t.Traversal) != 2 {
		return term{}, errorAt(e.Args[0].Range(), "Table wanted", "any takes a table, as in any(table.sbtest). To choose among values use pick([…]).")
	}
	if n.frame.place != mixPlace {
		return term{}, misplaced(t.Traversal, n.frame.place)
	}
	index, table, diags := s.tableOf(t.Traversal)
	if diags.HasErrors() {
		return term{}, diags
	}
	out := value(expr.ConstInt(0), callRange(e))
	if last := table.Count() - 1; last > 0 {
		out.Expr = expr.Expr{Op: expr.OpDraw, Kind: expr.Int, Text: "uniform", Int: -1, Args: []expr.Expr{expr.ConstInt(0), expr.ConstInt(last)}}
	}
	out.table = index
	return out, nil
}

// pick lowers pick([a, b]): the operands are the options.
func (s *scope) pick(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	if len(e.Args) != 1 {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "pick takes one list, as in pick([1, 2, 3]), and %s given.", are(len(e.Args)))
	}
	options, diags := s.list(e.Args[0], n)
	if diags.HasErrors() {
		return term{}, diags
	}
	if len(options) == 0 {
		return term{}, errorAt(e.Args[0].Range(), "Empty list", "pick needs at least one element to choose.")
	}
	return choice(e, "pick", options, nil)
}

// choice is a draw among options; weights, if any, stand behind each. Options
// are trees and not values, since only the one that is chosen is to draw.
func choice(e *hclsyntax.FunctionCallExpr, name string, options []term, weights []float64) (term, hcl.Diagnostics) {
	kind, diags := unify(options, "All values of "+name)
	if diags.HasErrors() {
		return term{}, diags
	}
	if kind == expr.Null {
		return term{}, errorAt(callRange(e), "Wrong type", "%s has nothing but null to choose.", name)
	}
	var args []expr.Expr
	for i := range options {
		args = append(args, options[i].Expr)
		if weights != nil {
			args = append(args, expr.ConstFloat(weights[i]))
		}
	}
	return above(expr.Expr{Op: expr.OpDraw, Kind: kind, Text: name, Int: -1, Args: args}, callRange(e), options)
}

// weighted lowers both forms of weighted to values and weights in turn.
func (s *scope) weighted(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	var values, weights []item
	var diags hcl.Diagnostics
	switch len(e.Args) {
	case 1:
		values, weights, diags = s.pairs(e.Args[0], n)
	case 2:
		var more hcl.Diagnostics
		values, diags = s.items(e.Args[0], n)
		weights, more = s.items(e.Args[1], n)
		diags = append(diags, more...)
	default:
		diags = errorAt(callRange(e), "Wrong number of arguments", "weighted takes a list of { value, weight }, or a list of values and a list of weights, and %s given.", are(len(e.Args)))
	}
	if diags.HasErrors() {
		return term{}, diags
	}
	if len(values) != len(weights) || len(values) == 0 {
		return term{}, errorAt(callRange(e), "Lists of unequal length", "weighted needs one weight for each value: there are %s and %s.", count(len(values), "value"), count(len(weights), "weight"))
	}
	options, diags := s.terms(values, nil)
	numbers, more := s.weights(weights, callRange(e))
	if diags = append(diags, more...); diags.HasErrors() {
		return term{}, diags
	}
	return choice(e, "weighted", options, numbers)
}

// weights evaluates constant weights, of which one must be positive. Weights that
// differ from draw to draw would have to be added up at each.
func (s *scope) weights(items []item, at hcl.Range) ([]float64, hcl.Diagnostics) {
	out, sum := make([]float64, len(items)), 0.0
	for i, it := range items {
		w, diags := s.lowerTo(it.e, it.n, expr.Float, "A weight")
		if diags.HasErrors() {
			return nil, diags
		}
		if w.Op != expr.OpConst || w.Float < 0 {
			return nil, errorAt(it.e.Range(), "Not a weight", "A weight must be a constant number, 0 or more.")
		}
		out[i] = w.Float
		sum += w.Float
	}
	if sum == 0 {
		return nil, errorAt(at, "No weight", "All weights are 0, so that nothing can be drawn.")
	}
	return out, nil
}

// pairs takes a list of { value, weight } apart.
func (s *scope) pairs(list hcl.Expression, n *names) (values, weights []item, diags hcl.Diagnostics) {
	items, diags := s.items(list, n)
	for _, it := range items {
		v, w, ok := s.pair(it)
		if !ok {
			return nil, nil, errorAt(it.e.Range(), "Value and weight wanted", "Each element must be an object such as { value = 1, weight = 10 }.")
		}
		values, weights = append(values, item{v, it.n}), append(weights, item{w, it.n})
	}
	return values, weights, diags
}

// pair finds value and weight in one element: an object written in place, whose
// value may be drawn, or one that planning knows.
func (s *scope) pair(it item) (v, w hcl.Expression, ok bool) {
	if object, written := it.e.(*hclsyntax.ObjectConsExpr); written {
		v, w = member(object, hcl.TraverseAttr{Name: "value"}), member(object, hcl.TraverseAttr{Name: "weight"})
		return v, w, v != nil && w != nil && len(object.Items) == 2
	}
	if s.drawn(it.e) {
		return nil, nil, false
	}
	c, diags := s.constant(it.n.within(it.e), cty.DynamicPseudoType)
	if diags.HasErrors() || !c.Type().IsObjectType() || !c.Type().HasAttribute("value") || !c.Type().HasAttribute("weight") {
		return nil, nil, false
	}
	at := it.e.Range()
	return hcl.StaticExpr(c.GetAttr("value"), at), hcl.StaticExpr(c.GetAttr("weight"), at), true
}
