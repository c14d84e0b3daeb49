package planner

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
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

// context holds the values of all variables and locals that e refers to, and
// of target.dialect, and tells whether one of them is sensitive. It holds
// no others: a name that is not asked for costs nothing, and its mistakes are
// somebody else's.
func (s *scope) context(e hcl.Expression) (ctx *hcl.EvalContext, secret bool, diags hcl.Diagnostics) {
	values := map[string]map[string]cty.Value{"var": {}, "local": {}, "target": {}}
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

// referred is the value of the variable or local that t begins with, or of
// target.dialect, which is known where something is planned for a target.
func (s *scope) referred(t hcl.Traversal) (cty.Value, hcl.Diagnostics) {
	root, name := t.RootName(), stepName(t)
	what, known := roots[root]
	switch {
	case !known:
		return cty.DynamicVal, unknownRoot(t, slices.Sorted(maps.Keys(roots)))
	case root == "target" && name == "dialect" && s.dialect != nil:
		return cty.StringVal(s.dialect.Name), nil
	case what != "":
		return cty.DynamicVal, errorAt(t.SourceRange(), "Not a constant", "%q is %s and cannot be used here, where a value is needed before anything runs.", traversalText(t), what)
	case s.bind == nil:
		return cty.DynamicVal, errorAt(t.SourceRange(), "Not a constant",
			"The value or default of a variable cannot refer to anything. Put what is made of other values into locals.")
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
