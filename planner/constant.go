package planner

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// constant is the value of e as far as planning can know it, converted to
// type want (cty.DynamicPseudoType: any). It is never null, unknown or marked:
// a sensitive value is a mistake here, as it would enter the plan.
func (s *scope) constant(e hcl.Expression, want cty.Type) (cty.Value, hcl.Diagnostics) {
	v, diags := s.nullable(e, want)
	if !diags.HasErrors() && v.IsNull() {
		return cty.DynamicVal, errorAt(e.Range(), "No value", "The value is null here, but one is needed.")
	}
	return v, diags
}

// nullable is constant for places where null stands for "not given", so that
// an attribute can be left out on a condition: var.x ? "InnoDB" : null.
func (s *scope) nullable(e hcl.Expression, want cty.Type) (cty.Value, hcl.Diagnostics) {
	v, diags := s.evaluate(e)
	if diags.HasErrors() {
		return cty.DynamicVal, diags
	}
	if v.ContainsMarked() {
		return cty.DynamicVal, errorAt(e.Range(), "Sensitive value in the plan",
			"A plan is printed, archived and shared, so no sensitive value may enter it. Only the address, user and password of a target may be sensitive.")
	}
	return convertTo(v, want, e.Range())
}

// convertTo converts v for the expression at r.
func convertTo(v cty.Value, want cty.Type, r hcl.Range) (cty.Value, hcl.Diagnostics) {
	if want == cty.DynamicPseudoType {
		return v, nil
	}
	c, err := convert.Convert(v, want)
	switch {
	case err == nil:
		return c, nil
	case v.Type().IsPrimitiveType() || want.IsPrimitiveType(): // the types say it all
		return cty.DynamicVal, errorAt(r, "Wrong type", "Here %s is needed, but this is %s.", article(want), article(v.Type()))
	}
	return cty.DynamicVal, errorAt(r, "Wrong type", "Here %s is needed, and this cannot be made one: %s%s.", article(want), partText(err), err)
}

// partText names the part of a value that an error is about: "b.c[0]: ".
func partText(err error) string {
	var at cty.PathError
	if !errors.As(err, &at) || len(at.Path) == 0 {
		return ""
	}
	var text strings.Builder
	for i, step := range at.Path {
		switch step := step.(type) {
		case cty.GetAttrStep:
			if i > 0 {
				text.WriteByte('.')
			}
			text.WriteString(step.Name)
		case cty.IndexStep:
			key, err := convert.Convert(step.Key, cty.String)
			if err == nil && key.IsKnown() && !key.IsNull() {
				fmt.Fprintf(&text, "[%s]", key.AsString())
			}
		}
	}
	return text.String() + ": "
}

// article is a type's name for use in a sentence.
func article(t cty.Type) string {
	name := t.FriendlyName()
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// evaluate gives the value of e, which may be null, and is marked if anything
// sensitive went into it. HCL's own messages may quote the values at hand, so
// where one is sensitive they are replaced.
func (s *scope) evaluate(e hcl.Expression) (cty.Value, hcl.Diagnostics) {
	before := *s.reads
	*s.reads = 0
	v, diags := s.valueOf(e)
	if *s.reads != 0 {
		s.shared.reads[e.Range()] |= *s.reads
	}
	*s.reads |= before
	return v, diags
}

// valueOf is evaluate without a note of the factors that were read.
func (s *scope) valueOf(e hcl.Expression) (cty.Value, hcl.Diagnostics) {
	if what := s.pending(e); what != "" {
		return cty.DynamicVal, errorAt(e.Range(), "Not a constant",
			"%s and cannot be used here, where a value is needed before anything runs.", what)
	}
	costly, diags := s.check(e)
	if diags.HasErrors() {
		return cty.DynamicVal, diags
	}
	ctx, secret, diags := s.context(e)
	if diags.HasErrors() {
		return cty.DynamicVal, diags
	}
	if x, ok := e.(hclsyntax.Expression); ok && costly {
		e = metering(x, &s.shared.work)
	}
	v, more := s.valueWithin(e, ctx)
	if secret && more.HasErrors() {
		return cty.DynamicVal, errorAt(e.Range(), "Invalid use of a sensitive value",
			"A sensitive value in this expression cannot be used like this. The details are left out, since they might show it.")
	}
	if more.HasErrors() {
		return cty.DynamicVal, bare(more)
	}
	if measure(v, maxValue) >= maxValue {
		return cty.DynamicVal, errorAt(e.Range(), "Value too large",
			"Text and lists may take 1 MiB at most, and numbers range to about 1.8e308. This value is larger.")
	}
	return v, bare(append(diags, more...))
}

// valueWithin evaluates e and turns an overdrawn budget into a diagnostic.
func (s *scope) valueWithin(e hcl.Expression, ctx *hcl.EvalContext) (v cty.Value, diags hcl.Diagnostics) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case overdrawn:
			v, diags = cty.DynamicVal, errorAt(e.Range(), "Too much to unroll",
				"The loops of this expression make more than %d elements. Make their lists shorter.", maxUnrolled)
			if s.shared.work.left < 0 {
				diags = errorAt(e.Range(), "Too much to evaluate",
					"The loops, calls and long lists of this spec take more steps than planning allows. This is where they ran out; make lists shorter.")
			}
		default:
			panic(r)
		}
	}()
	v, diags = e.Value(ctx)
	if !diags.HasErrors() && !v.IsWhollyKnown() {
		diags = errorAt(e.Range(), "Unknown value", "The value of this expression cannot be told before the run.")
	}
	return v, diags
}

// check looks for what can be said of an expression without evaluating it,
// and tells whether loops or calls can make it costly.
func (s *scope) check(e hcl.Expression) (costly bool, diags hcl.Diagnostics) {
	x, ok := e.(hclsyntax.Expression)
	if !ok {
		return false, nil
	}
	_ = hclsyntax.VisitAll(x, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n := n.(type) {
		case *hclsyntax.ForExpr:
			costly = true
		case *hclsyntax.FunctionCallExpr:
			costly = true
			if _, known := functions[n.Name]; !known {
				diags = append(diags, errorAt(n.NameRange, "Unknown function", "There is no function %q.%s",
					n.Name, didYouMean(n.Name, functionNames()))...)
			}
		case *hclsyntax.TemplateExpr:
			if len(n.Parts) > maxParts {
				diags = append(diags, errorAt(n.SrcRange, "Template too long", "A template may have at most %d parts.", maxParts)...)
			}
		case *hclsyntax.LiteralValueExpr:
			if n.Val.Type() == cty.Number && n.Val.IsKnown() && !n.Val.IsNull() && numberLength(n.Val.AsBigFloat()) > 0 {
				diags = append(diags, errorAt(n.SrcRange, "Number out of range", "Numbers range to about 1.8e308.")...)
			}
		}
		return nil
	})
	return costly, diags
}
