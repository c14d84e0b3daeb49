package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// pair is an entry of a written object. Its value is an expression, so that
// whoever reads it can point at it.
type pair struct {
	name  string
	value hcl.Expression
}

// pairs reads an object in written order; one that is not written in place,
// such as a variable, in the order of its keys.
func (r *reading) pairs(e hcl.Expression) (pairs []pair) {
	if e == nil {
		return nil
	}
	if object, ok := e.(*hclsyntax.ObjectConsExpr); ok {
		for _, item := range object.Items {
			name, diags := r.s.constant(item.KeyExpr, cty.String)
			r.diags = append(r.diags, diags...)
			if !diags.HasErrors() {
				pairs = append(pairs, pair{name.AsString(), item.ValueExpr})
			}
		}
		return pairs
	}
	v, ok := r.value(e, cty.DynamicPseudoType)
	if !ok {
		return nil
	}
	if t := v.Type(); !t.IsObjectType() && !t.IsMapType() {
		r.wrong(e.Range(), "Wrong type", "Here an object such as { name = value } is needed, but this is %s.", article(t))
		return nil
	}
	for it := v.ElementIterator(); it.Next(); {
		key, value := it.Element()
		pairs = append(pairs, pair{key.AsString(), hcl.StaticExpr(value, e.Range())})
	}
	return pairs
}
