package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// Var is a value for a variable of the spec from outside it. Exactly one of
// Text and Expression holds it.
type Var struct {
	Name       string
	Text       string         // as on a command line: text for a string, else an HCL constant
	Expression hcl.Expression // of a var file, with its range; nil if Text holds the value
	Source     string         // for messages: "--var", "ASSAY_VAR_threads", a file's name
	Lax        bool           // no mistake if there is no such variable, as for the environment
}

// secretMark marks the values of sensitive variables and all that is made of them.
const secretMark = "sensitive"

// given evaluates a value from outside for variable v.
func given(v *spec.Variable, g *Var) bound {
	if g.Expression != nil {
		value, diags := nothing().evaluate(g.Expression)
		return accept(v, value, g.Expression.Range(), diags)
	}
	b := givenText(v, g.Text)
	for _, d := range b.diags {
		if d.Subject == nil {
			d.Detail += fmt.Sprintf(" The value comes from %s.", g.Source)
		}
	}
	return b
}

// givenText reads a value as it is written on a command line: a text for a
// variable of that type needs no quotes, and neither does a bare word if any
// type will do.
func givenText(v *spec.Variable, text string) bound {
	if v.Type == cty.String {
		return accept(v, cty.StringVal(text), nowhere, nil)
	}
	e, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if !diags.HasErrors() {
		value, more := nothing().evaluate(e)
		if !more.HasErrors() {
			return accept(v, value, nowhere, nil)
		}
	}
	if v.Type == cty.DynamicPseudoType {
		return accept(v, cty.StringVal(text), nowhere, nil)
	}
	return bound{value: cty.DynamicVal, diags: errorAt(nowhere, fmt.Sprintf("Wrong type for variable %q", v.Name),
		"Here %s is needed.%s", article(v.Type), textHint(v.Type))}
}

// textHint shows how values of a type are written on a command line.
func textHint(t cty.Type) string {
	switch {
	case t == cty.Number:
		return " Write a number, such as 16."
	case t == cty.Bool:
		return " Write true or false."
	case t.IsListType() || t.IsTupleType() || t.IsSetType():
		return ` Write a list, such as ["a", "b"].`
	case t.IsMapType() || t.IsObjectType():
		return ` Write an object, such as { a = 1 }.`
	}
	return ""
}

// defaultOf is the value of a variable for which none is given; r is where one
// could have been.
func defaultOf(v *spec.Variable, r hcl.Range) bound {
	if v.Default == nil {
		how := "--var " + v.Name + "=VALUE"
		switch {
		case r != v.DeclRange:
			how = "write " + v.Name + " = VALUE in this block"
		case v.Sensitive: // a command line is for every user of the machine to read
			how = "ASSAY_VAR_" + v.Name + " in the environment, or a file for --var-file"
		}
		return bound{value: cty.DynamicVal, diags: errorAt(r, "No value for a variable",
			"Variable %q has no default, so a value must be given: %s.", v.Name, how)}
	}
	value, diags := nothing().evaluate(v.Default)
	return accept(v, value, v.Default.Range(), diags)
}

// accept converts a value for v that was written at r, validates it and marks
// it if v is sensitive.
func accept(v *spec.Variable, value cty.Value, r hcl.Range, diags hcl.Diagnostics) bound {
	if v.Sensitive { // a diagnostic at r would show the line that holds the secret
		for _, d := range diags {
			if d.Subject == nil || sharesLine(*d.Subject, r) {
				d.Subject, d.Context = &v.NameRange, nil
			}
		}
		r = v.NameRange
	}
	if diags.HasErrors() {
		return bound{value: cty.DynamicVal, diags: bare(diags)}
	}
	if measure(value, maxValue) >= maxValue {
		return bound{value: cty.DynamicVal, diags: errorAt(r, "Value too large", "The value of variable %q takes more than 1 MiB.", v.Name)}
	}
	value, diags = convertTo(value, v.Type, r)
	if diags.HasErrors() {
		diags[0].Summary = fmt.Sprintf("Wrong type for variable %q", v.Name)
		return bound{value: cty.DynamicVal, diags: diags}
	}
	if v.Sensitive {
		value = value.Mark(secretMark)
	}
	for _, rule := range v.Validations {
		if diags = broken(v, rule, value, r); diags.HasErrors() {
			return bound{value: cty.DynamicVal, diags: diags}
		}
	}
	return bound{value: value}
}

// sharesLine tells whether two ranges have a line in common.
func sharesLine(a, b hcl.Range) bool {
	return a.Filename == b.Filename && a.Start.Line <= b.End.Line && b.Start.Line <= a.End.Line
}

// broken reports a rule that value does not keep. The rule sees this variable
// alone, so that a factor's values can be checked one by one.
func broken(v *spec.Variable, rule *spec.Validation, value cty.Value, r hcl.Range) hcl.Diagnostics {
	s := ruleScope(v, value)
	ok, diags := s.evaluate(rule.Condition)
	if diags.HasErrors() {
		return diags
	}
	ok, _ = ok.UnmarkDeep()
	ok, diags = convertTo(ok, cty.Bool, rule.Condition.Range())
	if diags.HasErrors() {
		return diags
	}
	if !ok.IsNull() && ok.True() {
		return nil
	}
	text := "The value breaks the rule of this variable."
	if rule.ErrorMessage != nil {
		m, more := s.evaluate(rule.ErrorMessage)
		if more.HasErrors() {
			return more
		}
		if !m.ContainsMarked() && m.Type() == cty.String && !m.IsNull() {
			text = m.AsString()
		}
	}
	return errorAt(r, fmt.Sprintf("Invalid value for variable %q", v.Name), "%s (The rule is at %s, line %d.)",
		text, rule.Condition.Range().Filename, rule.Condition.Range().Start.Line)
}

// nothing is a scope without names, for values that cannot refer to anything.
func nothing() *scope {
	return newScope(&spec.Spec{}, newShared(), new(factorSet), nil)
}

// ruleScope knows one variable only.
func ruleScope(v *spec.Variable, value cty.Value) *scope {
	return newScope(&spec.Spec{Variables: []*spec.Variable{v}}, newShared(), new(factorSet),
		func(*spec.Variable) bound { return bound{value: value} })
}
