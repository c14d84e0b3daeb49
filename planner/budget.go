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
	maxWork     = 10_000_000 // units of all loops of one compilation
	maxExponent = 1_100      // of a number, base 2: that of a float64
	cellWork    = 1_000      // more units for each cell
	elementSize = 16
)

// budget counts what evaluation has cost so far.
type budget struct{ left int }

// overdrawn is thrown where a budget ends and caught around the evaluation:
// HCL offers no other way out of a `for` before its end.
type overdrawn struct{}

// spend takes units from the budget, or panics with overdrawn.
func (b *budget) spend(units int) {
	if b.left -= units; b.left < 0 {
		panic(overdrawn{})
	}
}

// metered is a part of an expression whose value is paid for each time that
// it is made: what a loop repeats, what a function gives, what a name brings.
// Between them nothing large can come up unpaid.
type metered struct {
	hclsyntax.Expression
	all  *budget // of the compilation
	loop *budget // of this expression; nil outside the bodies of loops
}

// Value evaluates the part and pays for its value.
func (m *metered) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	if m.loop != nil {
		m.loop.spend(elementSize)
	}
	v, diags := m.Expression.Value(ctx)
	units := measure(v, maxValue)
	m.all.spend(elementSize + units)
	if m.loop != nil {
		m.loop.spend(units)
	}
	return v, diags
}

// metering gives a copy of e that is metered. The expression itself stays as
// it is, since others read its tree.
func metering(e hclsyntax.Expression, all *budget) hclsyntax.Expression {
	loop := &budget{left: maxUnrolled * 2 * elementSize}
	return rewrite(e, func(e hclsyntax.Expression) hclsyntax.Expression {
		switch e := e.(type) {
		case *hclsyntax.ForExpr:
			e.ValExpr = &metered{Expression: e.ValExpr, all: all, loop: loop}
			if e.CondExpr != nil {
				e.CondExpr = &metered{Expression: e.CondExpr, all: all, loop: loop}
			}
		case *hclsyntax.FunctionCallExpr, *hclsyntax.ScopeTraversalExpr:
			return &metered{Expression: e, all: all}
		}
		return e
	})
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
	case t.IsListType() && t.ElementType() == cty.Number: // the usual long one
		return elementSize * (v.LengthInt() + 1)
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
