package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
)

// The bounds of one column, mix or condition. Locals that use other locals
// twice double with each level, and so do loops in loops.
const (
	maxNodes = 200_000 // of its trees
	maxDepth = 500     // of one tree; plans have 1,000, for lists and coalescing too
	nodeSize = 10      // units of the compilation's work budget
)

// term is a lowered expression on its way up the tree. If table is not -1 its
// value is the number of a copy of that table, good for nothing but SQL.
type term struct {
	expr.Expr
	table  int
	at     hcl.Range
	failed bool // of a let whose value is wrong
	depth  int  // levels of the tree, constants not counted

	list []term // of a let that is a list: its elements, each drawn by itself
}

// value is an ordinary term.
func value(e expr.Expr, at hcl.Range) term { return term{Expr: e, table: -1, at: at} }

// constant tells whether the term's value is known at plan time.
func (t *term) constant() bool { return t.Op == expr.OpConst }

// number tells whether the term is an int or a float.
func (t *term) number() bool { return t.Kind == expr.Int || t.Kind == expr.Float }

// called is the term's kind in the words of a diagnostic.
func (t *term) called() string {
	if t.table >= 0 {
		return "a table"
	}
	return kindCalled(t.Kind)
}

// kindCalled is a kind with its article.
func kindCalled(k expr.Kind) string {
	switch k {
	case expr.Null:
		return "null"
	case expr.Int:
		return "an int"
	}
	return "a " + k.String()
}

// lower compiles e, which stands where n says, to a tree with static kinds.
// What needs no draw, read or fact is folded to a constant.
func (s *scope) lower(e hcl.Expression, n *names) (expr.Expr, hcl.Diagnostics) {
	t, diags := s.scalar(e, n)
	return t.Expr, diags
}

// lowerTo is lower where only one kind will do; an int is made a float where
// a float is wanted. what names the place in messages: "The weight".
func (s *scope) lowerTo(e hcl.Expression, n *names, want expr.Kind, what string) (expr.Expr, hcl.Diagnostics) {
	t, diags := s.scalar(e, n)
	if diags.HasErrors() {
		return expr.Expr{}, diags
	}
	if want == expr.Float && t.Kind == expr.Int {
		return promote(t).Expr, diags
	}
	if t.Kind != want {
		return expr.Expr{}, append(diags, errorAt(t.at, "Wrong type", "%s must be %s, and this is %s.%s", what, kindCalled(want), t.called(), t.conversion(want))...)
	}
	return t.Expr, diags
}

// conversion says how to make an int of the term, with a leading space, if that
// is what is wanted and it can be one.
func (t *term) conversion(want expr.Kind) string {
	if want != expr.Int || t.table >= 0 || t.Kind != expr.Float && t.Kind != expr.String {
		return ""
	}
	return " Put int(…) around it."
}

// scalar is term without tables.
func (s *scope) scalar(e hcl.Expression, n *names) (term, hcl.Diagnostics) {
	t, diags := s.term(e, n)
	if !diags.HasErrors() && t.table >= 0 {
		diags = append(diags, errorAt(t.at, "Table used as a value",
			"A table can only be interpolated into sql, as in \"SELECT c FROM ${let.t}\"; it is no value.")...)
	}
	return t, diags
}

// term lowers one node. Whatever constants can say is left to constant, so
// that HCL's own rules hold there.
func (s *scope) term(e hcl.Expression, n *names) (term, hcl.Diagnostics) {
	if !s.drawn(e) {
		return s.folded(e, n)
	}
	if diags := s.charge(e, n); diags.HasErrors() {
		return term{}, diags
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.term(e.Expression, n)
	case *hclsyntax.TemplateWrapExpr:
		return s.term(e.Wrapped, n)
	case *hclsyntax.TemplateExpr:
		return s.concat(e.Parts, e, n)
	case *hclsyntax.TemplateJoinExpr:
		return s.concatItems(e, n)
	case *hclsyntax.UnaryOpExpr:
		return s.unary(e, n)
	case *hclsyntax.BinaryOpExpr:
		return s.binary(e, n)
	case *hclsyntax.ConditionalExpr:
		return s.conditional(e, n)
	case *hclsyntax.FunctionCallExpr:
		return s.call(e, n)
	case *hclsyntax.ScopeTraversalExpr:
		return s.refer(e, n)
	case *hclsyntax.IndexExpr:
		return s.index(e, n)
	}
	return term{}, unsupported(e)
}

// charge counts one more node and stops what grows without end.
func (s *scope) charge(e hcl.Expression, n *names) hcl.Diagnostics {
	n.frame.nodes++
	s.shared.work.left -= nodeSize
	if n.frame.nodes <= maxNodes && s.shared.work.left >= 0 {
		return nil
	}
	if n.frame.overfull {
		return following(e.Range())
	}
	n.frame.overfull = true
	return errorAt(e.Range(), "Expression too large",
		"Written out, the expressions here have more than %d parts. Locals that use other locals several times multiply; draw a let once and use that.", maxNodes)
}

// unsupported explains what else HCL has and a drawn value cannot use.
func unsupported(e hcl.Expression) hcl.Diagnostics {
	what := "This form of expression"
	switch e.(type) {
	case *hclsyntax.TupleConsExpr, *hclsyntax.ForExpr:
		what = "A list"
	case *hclsyntax.ObjectConsExpr:
		what = "An object"
	case *hclsyntax.SplatExpr:
		what = "A splat"
	case *hclsyntax.RelativeTraversalExpr:
		what = "An attribute of a computed value"
	}
	return errorAt(e.Range(), "Not possible with drawn values",
		"%s is no single value. Drawn values are numbers, texts, bools and times; lists of them can stand in args, pick, weighted, min, max and coalesce only.", what)
}

// folded evaluates an expression of constants.
func (s *scope) folded(e hcl.Expression, n *names) (term, hcl.Diagnostics) {
	var v cty.Value
	var diags hcl.Diagnostics
	if l, ok := e.(*hclsyntax.LiteralValueExpr); ok { // most constants by far
		v = l.Val
	} else if v, diags = s.nullable(n.within(e), cty.DynamicPseudoType); diags.HasErrors() {
		return term{}, diags
	}
	c, more := literal(v, e.Range())
	if c.Kind == expr.Int && s.pointed(e) {
		c = expr.ConstFloat(float64(c.Int))
	}
	return value(c, e.Range()), append(diags, more...)
}
