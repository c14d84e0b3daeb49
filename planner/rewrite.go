package planner

import "github.com/hashicorp/hcl/v2/hclsyntax"

// change makes something else of a node, which is a copy and may be altered.
type change func(hclsyntax.Expression) hclsyntax.Expression

// rewrite gives a copy of e in which loops, calls and references went through
// f, the innermost first. Only the nodes on the way to those are copied. HCL has
// a walk over its trees and no way to change one, so every kind of node with
// operands stands here.
func rewrite(e hclsyntax.Expression, f change) hclsyntax.Expression {
	switch e := e.(type) {
	case nil:
		return nil
	case *hclsyntax.ScopeTraversalExpr:
		c := *e
		return f(&c)
	case *hclsyntax.FunctionCallExpr:
		c := *e
		c.Args = rewriteAll(e.Args, f)
		return f(&c)
	case *hclsyntax.ForExpr:
		c := *e
		c.CollExpr, c.ValExpr = rewrite(e.CollExpr, f), rewrite(e.ValExpr, f)
		c.KeyExpr, c.CondExpr = rewrite(e.KeyExpr, f), rewrite(e.CondExpr, f)
		return f(&c)
	case *hclsyntax.TupleConsExpr:
		c := *e
		c.Exprs = rewriteAll(e.Exprs, f)
		return &c
	case *hclsyntax.TemplateExpr:
		c := *e
		c.Parts = rewriteAll(e.Parts, f)
		return &c
	case *hclsyntax.ObjectConsExpr:
		c := *e
		c.Items = make([]hclsyntax.ObjectConsItem, len(e.Items))
		for i, item := range e.Items {
			c.Items[i] = hclsyntax.ObjectConsItem{KeyExpr: rewrite(item.KeyExpr, f), ValueExpr: rewrite(item.ValueExpr, f)}
		}
		return &c
	}
	return rewriteOperands(e, f)
}

// rewriteAll rewrites several operands.
func rewriteAll(es []hclsyntax.Expression, f change) []hclsyntax.Expression {
	out := make([]hclsyntax.Expression, len(es))
	for i, e := range es {
		out[i] = rewrite(e, f)
	}
	return out
}

// rewriteOperands is rewrite for nodes with a few operands. Of a kind that is
// not here the node itself comes out, unchanged with all that is in it.
func rewriteOperands(e hclsyntax.Expression, f change) hclsyntax.Expression {
	switch e := e.(type) {
	case *looped:
		return &looped{Expression: rewrite(e.Expression, f), values: e.values}
	case *hclsyntax.ParenthesesExpr:
		return &hclsyntax.ParenthesesExpr{Expression: rewrite(e.Expression, f), SrcRange: e.SrcRange}
	case *hclsyntax.ObjectConsKeyExpr:
		if _, word := e.Wrapped.(*hclsyntax.ScopeTraversalExpr); word && !e.ForceNonLiteral {
			return e // a bare key, which only looks like a reference
		}
		return &hclsyntax.ObjectConsKeyExpr{Wrapped: rewrite(e.Wrapped, f), ForceNonLiteral: e.ForceNonLiteral}
	case *hclsyntax.ConditionalExpr:
		c := *e
		c.Condition, c.TrueResult, c.FalseResult = rewrite(e.Condition, f), rewrite(e.TrueResult, f), rewrite(e.FalseResult, f)
		return &c
	case *hclsyntax.BinaryOpExpr:
		c := *e
		c.LHS, c.RHS = rewrite(e.LHS, f), rewrite(e.RHS, f)
		return &c
	case *hclsyntax.UnaryOpExpr:
		c := *e
		c.Val = rewrite(e.Val, f)
		return &c
	case *hclsyntax.IndexExpr:
		c := *e
		if _, plain := e.Collection.(*hclsyntax.ScopeTraversalExpr); !plain { // one element of a list is cheap
			c.Collection = rewrite(e.Collection, f)
		}
		c.Key = rewrite(e.Key, f)
		return &c
	case *hclsyntax.RelativeTraversalExpr:
		c := *e
		c.Source = rewrite(e.Source, f)
		return &c
	case *hclsyntax.SplatExpr:
		c := *e
		c.Source, c.Each = rewrite(e.Source, f), rewrite(e.Each, f)
		return &c
	case *hclsyntax.TemplateWrapExpr:
		c := *e
		c.Wrapped = rewrite(e.Wrapped, f)
		return &c
	case *hclsyntax.TemplateJoinExpr:
		c := *e
		c.Tuple = rewrite(e.Tuple, f)
		return &c
	}
	return e // a leaf
}
