package planner

import (
	"math"
	"math/big"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
)

// literal is a constant leaf of v. A whole number is an int and must fit one;
// any other number is the nearest float. HCL has one kind of number; servers
// have two, and compare and index them differently.
func literal(v cty.Value, at hcl.Range) (expr.Expr, hcl.Diagnostics) {
	switch {
	case v.IsNull():
		return expr.Expr{Op: expr.OpConst, Kind: expr.Null}, nil
	case v.Type() == cty.Bool:
		return expr.ConstBool(v.True()), nil
	case v.Type() == cty.String:
		return expr.ConstString(v.AsString()), nil
	case v.Type() == cty.Number:
		return wholeOrFloat(v.AsBigFloat(), at)
	}
	return expr.Expr{}, errorAt(at, "Wrong type", "One number, text or bool is wanted here, and this is %s.", v.Type().FriendlyName())
}

// wholeOrFloat is the int or float leaf of b.
func wholeOrFloat(b *big.Float, at hcl.Range) (expr.Expr, hcl.Diagnostics) {
	if b.IsInt() {
		if i, exact := b.Int64(); exact == big.Exact {
			return expr.ConstInt(i), nil
		}
		return expr.Expr{}, errorAt(at, "Number too large",
			"Whole numbers lie between -2^63 and 2^63-1, and %s does not.", b.Text('g', 20))
	}
	f, _ := b.Float64()
	if math.IsInf(f, 0) {
		return expr.Expr{}, errorAt(at, "Number too large", "No float is as large as this number.")
	}
	return expr.ConstFloat(f), nil
}

// pointed tells whether e is a number written with a decimal point. HCL keeps
// no difference between 1 and 1.0, yet uniform(0.0, 1.0) must draw floats.
func (s *scope) pointed(e hcl.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.pointed(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		return e.Op == hclsyntax.OpNegate && s.pointed(e.Val)
	case *hclsyntax.LiteralValueExpr:
		text := s.source(e.SrcRange)
		return strings.Contains(text, ".") && strings.Trim(text, "0123456789.") == ""
	}
	return false
}

// promote makes an int term a float; other terms stay.
func promote(t term) term {
	switch {
	case t.Kind != expr.Int:
	case t.constant():
		t.Expr = expr.ConstFloat(float64(t.Int))
	default:
		t.Expr = expr.Expr{Op: expr.OpFloat, Kind: expr.Float, Args: []expr.Expr{t.Expr}}
	}
	return t
}

// unify gives all terms one kind, promoting ints among floats; a null takes
// any. what names the terms in messages.
func unify(terms []term, what string) (expr.Kind, hcl.Diagnostics) {
	kind, first := expr.Null, term{}
	for _, t := range terms {
		switch {
		case t.Kind == expr.Null && t.table < 0:
		case kind == expr.Null:
			kind, first = t.Kind, t
		case t.table != first.table:
			return kind, errorAt(t.at, "Wrong type", "%s must be of one kind; copies of different tables, or a table and a value, are not.", what)
		case t.number() && first.number():
			kind = max(kind, t.Kind) // Float is the greater
		case t.Kind != kind:
			return kind, errorAt(t.at, "Wrong type", "%s must be of one kind: this is %s, the first is %s.", what, t.called(), first.called())
		}
	}
	if kind == expr.Float {
		for i := range terms {
			terms[i] = promote(terms[i])
		}
	}
	return kind, nil
}

// source is the text of the spec at a range; "" where there is none.
func (s *scope) source(r hcl.Range) string {
	f := s.spec.Files[r.Filename]
	if f == nil || r.End.Byte > len(f.Bytes) || r.Start.Byte > r.End.Byte {
		return ""
	}
	return string(f.Bytes[r.Start.Byte:r.End.Byte])
}
