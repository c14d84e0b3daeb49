package planner

import (
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The bounds of planning. They are far beyond what a spec needs and keep a
// careless or hostile one from taking minutes or gigabytes.
const (
	maxUnrolled = 10_000     // of one list, and of all unrolled loops of one expression
	maxValue    = 1 << 20    // units of one value: bytes of text, 16 for each element
	maxParts    = 1_000      // of one template, which may repeat a long text
	maxWork     = 50_000_000 // units of all loops of one compilation
	maxExponent = 1_100      // of a number, base 2: that of a float64
	elementSize = 16
)

// budget counts what loops have cost so far.
type budget struct{ left int }

// overdrawn is thrown by a loop's body and caught around the evaluation: HCL
// offers no other way out of a `for` before its end.
type overdrawn struct{}

func (b *budget) spend(units int) {
	if b.left -= units; b.left < 0 {
		panic(overdrawn{})
	}
}

// metered is the body of a loop, paid for each time that it is evaluated.
type metered struct {
	hclsyntax.Expression
	all   *budget // of the compilation
	local *budget // of this expression
}

func (m *metered) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	m.local.spend(elementSize)
	v, diags := m.Expression.Value(ctx)
	units := measure(v, maxValue)
	m.all.spend(elementSize + units)
	m.local.spend(units)
	return v, diags
}

// metering gives a copy of e in which the bodies of loops are metered. The
// expression itself stays as it is, since others read its tree.
func metering(e hclsyntax.Expression, all *budget) hclsyntax.Expression {
	local := &budget{left: maxUnrolled * 2 * elementSize}
	return rewrite(e, func(f *hclsyntax.ForExpr) hclsyntax.Expression {
		c := *f
		c.ValExpr = &metered{Expression: f.ValExpr, all: all, local: local}
		if f.CondExpr != nil {
			c.CondExpr = &metered{Expression: f.CondExpr, all: all, local: local}
		}
		return &c
	})
}

// rewrite gives a copy of e whose loops, innermost first, went through f.
func rewrite(e hclsyntax.Expression, f func(*hclsyntax.ForExpr) hclsyntax.Expression) hclsyntax.Expression {
	all := func(es []hclsyntax.Expression) []hclsyntax.Expression {
		out := make([]hclsyntax.Expression, len(es))
		for i, e := range es {
			out[i] = rewrite(e, f)
		}
		return out
	}
	switch e := e.(type) {
	case nil:
		return nil
	case *hclsyntax.ForExpr:
		c := *e
		c.CollExpr, c.ValExpr = rewrite(e.CollExpr, f), rewrite(e.ValExpr, f)
		c.KeyExpr, c.CondExpr = rewrite(e.KeyExpr, f), rewrite(e.CondExpr, f)
		return f(&c)
	case *hclsyntax.ParenthesesExpr:
		return &hclsyntax.ParenthesesExpr{Expression: rewrite(e.Expression, f), SrcRange: e.SrcRange}
	case *hclsyntax.TupleConsExpr:
		c := *e
		c.Exprs = all(e.Exprs)
		return &c
	case *hclsyntax.ObjectConsExpr:
		c := *e
		c.Items = make([]hclsyntax.ObjectConsItem, len(e.Items))
		for i, item := range e.Items {
			c.Items[i] = hclsyntax.ObjectConsItem{KeyExpr: rewrite(item.KeyExpr, f), ValueExpr: rewrite(item.ValueExpr, f)}
		}
		return &c
	case *hclsyntax.FunctionCallExpr:
		c := *e
		c.Args = all(e.Args)
		return &c
	case *hclsyntax.TemplateExpr:
		c := *e
		c.Parts = all(e.Parts)
		return &c
	default:
		return rewriteOperator(e, f)
	}
}

// rewriteOperator does the same for expressions with a fixed number of operands.
func rewriteOperator(e hclsyntax.Expression, f func(*hclsyntax.ForExpr) hclsyntax.Expression) hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.ObjectConsKeyExpr:
		c := *e
		c.Wrapped = rewrite(e.Wrapped, f)
		return &c
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
		c.Collection, c.Key = rewrite(e.Collection, f), rewrite(e.Key, f)
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

// measure is the size of v written out: shared parts count each time. It
// stops at limit, so that a small tree of shared lists costs no more than it.
func measure(v cty.Value, limit int) int {
	v, _ = v.Unmark()
	if v == cty.NilVal || !v.IsKnown() || v.IsNull() {
		return elementSize
	}
	switch t := v.Type(); {
	case t == cty.String:
		return elementSize + len(v.AsString())
	case t == cty.Number:
		return elementSize + numberLength(v.AsBigFloat())
	case !v.CanIterateElements():
		return elementSize
	}
	units := elementSize
	for it := v.ElementIterator(); it.Next() && units < limit; {
		key, e := it.Element()
		if key, _ := key.Unmark(); key.Type() == cty.String {
			units += len(key.AsString())
		}
		units += measure(e, limit-units)
	}
	return units
}

// numberLength is about the number of digits that a number needs beyond those
// of a float64: 1e900000000 is a small number until someone prints it.
func numberLength(f *big.Float) int {
	if f.IsInf() {
		return maxValue
	}
	exponent := f.MantExp(nil)
	if exponent = max(exponent, -exponent); exponent < maxExponent {
		return 0
	}
	return exponent
}
