package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// roots are the first words of all references, with what they are; for those
// that have no value at plan time.
var roots = map[string]string{
	"var": "", "local": "",
	"module": "a declaration", "target": "a declaration", "schema": "a declaration",
	"mix": "a declaration", "table": "a declaration", "probe": "a declaration", "server": "a fact of the run",
	"let": "drawn at run time", "query": "read at run time", "count": "counted at run time",
	"self": "known only where a column's values are generated", "worker": "known only at run time",
	"host": "a fact of the run", "result": "known only after the run",
}

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

// nullable is constant for places where null stands for "not given".
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
	return cty.DynamicVal, errorAt(r, "Wrong type", "Here %s is needed, and this cannot be made one: %s.", article(want), err)
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
// sensitive went into it.
func (s *scope) evaluate(e hcl.Expression) (cty.Value, hcl.Diagnostics) {
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

// context holds the values of all variables and locals that e refers to, and
// tells whether one of them is sensitive.
func (s *scope) context(e hcl.Expression) (ctx *hcl.EvalContext, secret bool, diags hcl.Diagnostics) {
	values := map[string]map[string]cty.Value{"var": {}, "local": {}}
	for _, t := range e.Variables() {
		v, more := s.referred(t)
		diags = append(diags, more...)
		if !more.HasErrors() {
			values[t.RootName()][stepName(t)] = v
			secret = secret || v.ContainsMarked()
		}
	}
	ctx = &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: functions}
	for root, of := range values {
		ctx.Variables[root] = cty.ObjectVal(of)
	}
	return ctx, secret, diags
}

// referred is the value of the variable or local that t begins with.
func (s *scope) referred(t hcl.Traversal) (cty.Value, hcl.Diagnostics) {
	root, name := t.RootName(), stepName(t)
	what, known := roots[root]
	switch {
	case !known:
		names := make([]string, 0, len(roots))
		for r := range roots {
			names = append(names, r)
		}
		return cty.DynamicVal, unknownRoot(t, names)
	case what != "":
		return cty.DynamicVal, errorAt(t.SourceRange(), "Not a constant", "%q is %s and cannot be used here, where a value is needed before anything runs.", traversalText(t), what)
	case name == "":
		return cty.DynamicVal, errorAt(t.SourceRange(), "Incomplete reference", "%q must be followed by a dot and a name, as in %s.name.", root, root)
	case root == "var":
		b, declared := s.boundVariable(name)
		if !declared {
			return cty.DynamicVal, errorAt(t.SourceRange(), "Unknown variable", "There is no variable %q here.%s",
				name, didYouMean(name, s.variableNames()))
		}
		return b.value, b.diags
	}
	l := s.local(name)
	if l == nil {
		return cty.DynamicVal, errorAt(t.SourceRange(), "Unknown local", "There is no local %q here.%s", name, didYouMean(name, s.localNames()))
	}
	b := s.boundLocal(l)
	return b.value, b.diags
}

// unknownRoot says that a reference begins with a word that means nothing.
func unknownRoot(t hcl.Traversal, known []string) hcl.Diagnostics {
	root := t.RootName()
	hint := didYouMean(root, known)
	if hint == "" {
		hint = " References begin with var, local or another such word; text stands in quotes."
	}
	return errorAt(t.SourceRange(), "Unknown reference", "%q is nothing that can be referred to.%s", root, hint)
}

// stepName is NAME of var.NAME and var["NAME"]; "" if there is none.
func stepName(t hcl.Traversal) string {
	if len(t) < 2 {
		return ""
	}
	switch step := t[1].(type) {
	case hcl.TraverseAttr:
		return step.Name
	case hcl.TraverseIndex:
		if step.Key.Type() == cty.String {
			return step.Key.AsString()
		}
	}
	return ""
}

// traversalText is a reference as it was written, without indexes.
func traversalText(t hcl.Traversal) string {
	text := t.RootName()
	for _, step := range t[1:] {
		attr, ok := step.(hcl.TraverseAttr)
		if !ok {
			break
		}
		text += "." + attr.Name
	}
	return text
}
