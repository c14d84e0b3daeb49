package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// binaryOps gives HCL's operators their names in a plan and as written.
var binaryOps = map[*hclsyntax.Operation]struct {
	op     expr.Op
	symbol string
}{
	hclsyntax.OpAdd: {expr.OpAdd, "+"}, hclsyntax.OpSubtract: {expr.OpSub, "-"},
	hclsyntax.OpMultiply: {expr.OpMul, "*"}, hclsyntax.OpDivide: {expr.OpDiv, "/"},
	hclsyntax.OpModulo: {expr.OpMod, "%"},
	hclsyntax.OpEqual:  {expr.OpEq, "=="}, hclsyntax.OpNotEqual: {expr.OpNe, "!="},
	hclsyntax.OpLessThan: {expr.OpLt, "<"}, hclsyntax.OpLessThanOrEqual: {expr.OpLe, "<="},
	hclsyntax.OpGreaterThan: {expr.OpGt, ">"}, hclsyntax.OpGreaterThanOrEqual: {expr.OpGe, ">="},
	hclsyntax.OpLogicalAnd: {expr.OpAnd, "&&"}, hclsyntax.OpLogicalOr: {expr.OpOr, "||"},
}

// unary lowers -x and !x.
func (s *scope) unary(e *hclsyntax.UnaryOpExpr, n *names) (term, hcl.Diagnostics) {
	t, diags := s.scalar(e.Val, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	if e.Op == hclsyntax.OpLogicalNot {
		if t.Kind != expr.Bool {
			return term{}, operandFault(t, "!", "a bool")
		}
		return node(e.SrcRange, expr.OpNot, expr.Bool, t)
	}
	if !t.number() {
		return term{}, operandFault(t, "-", "a number")
	}
	return node(e.SrcRange, expr.OpNeg, t.Kind, t)
}

// binary lowers an operator with two operands.
func (s *scope) binary(e *hclsyntax.BinaryOpExpr, n *names) (term, hcl.Diagnostics) {
	l, diags := s.scalar(e.LHS, n)
	r, more := s.scalar(e.RHS, n)
	if diags = append(diags, more...); diags.HasErrors() {
		return term{}, diags
	}
	o := binaryOps[e.Op]
	switch o.op {
	case expr.OpAnd, expr.OpOr:
		return logical(e.SrcRange, o.op, o.symbol, l, r)
	case expr.OpEq, expr.OpNe, expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe:
		return comparison(e.SrcRange, o.op, o.symbol, l, r)
	}
	return arithmetic(e.SrcRange, o.op, o.symbol, l, r)
}

// logical needs bools, and drops what a constant decides.
func logical(at hcl.Range, op expr.Op, symbol string, l, r term) (term, hcl.Diagnostics) {
	for _, t := range []term{l, r} {
		if t.Kind != expr.Bool {
			return term{}, operandFault(t, symbol, "a bool")
		}
	}
	decisive := int64(0) // false && x is false
	if op == expr.OpOr {
		decisive = 1 // true || x is true
	}
	switch { // a right side that decides may not cut off the left one, whose draws count
	case l.constant() && l.Int == decisive, r.constant() && r.Int != decisive:
		return value(l.Expr, at), nil
	case l.constant():
		return value(r.Expr, at), nil
	}
	return node(at, op, expr.Bool, l, r)
}

// comparison needs operands of like kinds; order needs numbers or times.
func comparison(at hcl.Range, op expr.Op, symbol string, l, r term) (term, hcl.Diagnostics) {
	equality := op == expr.OpEq || op == expr.OpNe
	switch {
	case equality && (l.Kind == expr.Null || r.Kind == expr.Null): // asks whether a column was NULL
		return node(at, op, expr.Bool, l, r)
	case l.Kind != r.Kind && !(l.number() && r.number()):
		return term{}, errorAt(r.at, "Wrong type", "Both sides of %s must be of one kind: the left one is %s and this is %s.%s",
			symbol, l.called(), r.called(), quantityHint(l)+quantityHint(r))
	}
	if !equality && !l.number() && l.Kind != expr.Time {
		return term{}, operandFault(l, symbol, "a number or a time")
	}
	return node(at, op, expr.Bool, l, r)
}

// arithmetic needs numbers. A quotient is a float, as in HCL.
func arithmetic(at hcl.Range, op expr.Op, symbol string, l, r term) (term, hcl.Diagnostics) {
	for _, t := range []term{l, r} {
		if !t.number() {
			return term{}, operandFault(t, symbol, "a number")
		}
	}
	if (op == expr.OpDiv || op == expr.OpMod) && r.constant() && r.Int == 0 && r.Float == 0 {
		return term{}, errorAt(r.at, "Division by zero", "This divisor is always zero.")
	}
	kind := max(l.Kind, r.Kind) // Float is the greater
	if op == expr.OpDiv {
		kind = expr.Float
	}
	return node(at, op, kind, l, r)
}

// quantityHint shows how the text of a quantity becomes a number, with a
// leading space; nothing for other terms.
func quantityHint(t term) string {
	if !t.constant() || t.Kind != expr.String {
		return ""
	}
	if _, err := parseDuration(t.Text); err == nil {
		return fmt.Sprintf(" Write duration(%q).", t.Text)
	}
	if _, err := parseSize(t.Text); err == nil {
		return fmt.Sprintf(" Write size(%q).", t.Text)
	}
	return ""
}

// operandFault says what an operator needs.
func operandFault(t term, symbol, want string) hcl.Diagnostics {
	hint := ""
	if want == "a number" && t.Kind == expr.String {
		if hint = quantityHint(t); hint == "" {
			hint = " Use int(…) or float(…) to convert a text."
		}
	}
	return errorAt(t.at, "Wrong type", "The operator %s needs %s, and this is %s.%s", symbol, want, t.called(), hint)
}

// conditional lowers c ? x : y. A branch that is never taken is not looked
// at, so that `var.n > 0 ? uniform(1, var.n) : 0` holds for n = 0.
func (s *scope) conditional(e *hclsyntax.ConditionalExpr, n *names) (term, hcl.Diagnostics) {
	c, diags := s.scalar(e.Condition, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	if c.Kind != expr.Bool {
		return term{}, errorAt(c.at, "Wrong type", "A condition must be a bool, and this is %s.", c.called())
	}
	if c.constant() {
		return s.term(branch(e, c.Int != 0), n)
	}
	x, diags := s.term(e.TrueResult, n)
	y, more := s.term(e.FalseResult, n)
	if diags = append(diags, more...); diags.HasErrors() {
		return term{}, diags
	}
	both := []term{x, y}
	kind, diags := unify(both, "Both results of a conditional")
	if diags.HasErrors() {
		return term{}, diags
	}
	t, diags := node(e.SrcRange, expr.OpCond, kind, c, both[0], both[1])
	t.table = max(x.table, y.table) // equal, or one is null
	return t, diags
}

// branch is the result that a condition chooses.
func branch(e *hclsyntax.ConditionalExpr, then bool) hcl.Expression {
	if then {
		return e.TrueResult
	}
	return e.FalseResult
}
