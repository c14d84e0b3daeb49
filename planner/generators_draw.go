package planner

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// distributions are what random's type may name, with the generator's name.
var distributions = map[string]string{
	"uniform": "uniform", "gaussian": "gaussian", "special": "special", "pareto": "pareto", "zipf": "zipf", "zipfian": "zipf",
}

// draw lowers the call of a generator.
func (s *scope) draw(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	if !n.frame.place.draws {
		return term{}, errorAt(callRange(e), "Nothing can be drawn here", "%s cannot draw: %s(…) makes a value for each event. Use constants.", n.frame.place.name, e.Name)
	}
	switch e.Name {
	case "any":
		return s.any(e, n)
	case "pick":
		return s.pick(e, n)
	case "weighted":
		return s.weighted(e, n)
	}
	args, diags := s.arguments(e, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	if e.Name == "random" {
		return s.random(e, args, n)
	}
	return drawOf(e.Name, e, args, n)
}

// random resolves the name of a distribution, which may be a variable's.
func (s *scope) random(e *hclsyntax.FunctionCallExpr, args []term, n *names) (term, hcl.Diagnostics) {
	if len(args) != 3 {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "random is written %s, and %s given.", generators["random"].form("random"), are(len(args)))
	}
	if args[0].Kind != expr.String || !args[0].constant() {
		return term{}, argumentFault(e, args[0], "the name of a distribution as a constant text")
	}
	name, ok := distributions[args[0].Text]
	if !ok {
		known := []string{"uniform", "gaussian", "special", "pareto", "zipf", "zipfian"}
		return term{}, errorAt(args[0].at, "Unknown distribution", "There is no distribution %q, but %s.%s", args[0].Text, listed(known), didYouMean(args[0].Text, known))
	}
	return drawOf(name, e, args[1:], n)
}

// drawOf checks the arguments of a generator and fills in those not given: a plan
// says in full what is drawn, whatever later versions take for granted.
func drawOf(name string, e *hclsyntax.FunctionCallExpr, args []term, n *names) (term, hcl.Diagnostics) {
	g := generators[name]
	if name == "letters" && len(args) == 1 {
		args = append(args, args[0])
	}
	args, diags := g.filled(name, e, args)
	if diags.HasErrors() {
		return term{}, diags
	}
	kind := g.kind
	if kind == expr.Null { // uniform: the ends decide
		if kind, diags = unify(args, "The ends of a range"); diags.HasErrors() {
			return term{}, diags
		}
	}
	if diags := emptyRange(g, args, n); diags.HasErrors() {
		return term{}, diags
	}
	d := expr.Expr{Op: expr.OpDraw, Kind: kind, Text: name, Int: -1, Args: trees(args)}
	if g.state {
		d.Int = int64(n.site(e.NameRange))
	}
	return above(d, callRange(e), args)
}

// filled checks each argument and appends the presets of those not given.
func (g *generator) filled(name string, e *hclsyntax.FunctionCallExpr, args []term) ([]term, hcl.Diagnostics) {
	least := len(slices.DeleteFunc(slices.Clone(g.params), func(p param) bool { return p.preset != nil }))
	if len(args) < least || len(args) > len(g.params) {
		return nil, errorAt(callRange(e), "Wrong number of arguments", "%s is written %s, and %s given.", name, g.form(name), are(len(args)))
	}
	out := make([]term, len(g.params))
	var diags hcl.Diagnostics
	for i, p := range g.params {
		if i >= len(args) {
			out[i] = value(*p.preset, e.NameRange)
			continue
		}
		t, more := p.accept(name, args[i])
		out[i], diags = t, append(diags, more...)
	}
	return out, diags
}

// form shows how a generator is written: "zipf(lo, hi[, theta = 0.8])".
func (g *generator) form(name string) string {
	text, optional := name+"(", false
	for i, p := range g.params {
		if p.preset != nil && !optional {
			text, optional = text+"[", true
		}
		if i > 0 {
			text += ", "
		}
		text += p.name
		if p.preset != nil {
			text += " = " + plainText(*p.preset)
		}
	}
	if optional {
		text += "]"
	}
	return text + ")"
}

// accept checks one argument. What is drawn itself can only be checked when it
// is; its kind is known now.
func (p *param) accept(name string, t term) (term, hcl.Diagnostics) {
	if p.kind == expr.Float {
		t = promote(t)
	}
	switch {
	case p.kind == expr.Null && !t.number(), p.kind != expr.Null && t.Kind != p.kind:
		hint := ""
		if p.kind == expr.Int && t.Kind == expr.Float {
			hint = " Use int(…) to drop its fraction."
		}
		return t, errorAt(t.at, "Wrong type", "%s of %s must be %s, and this is %s.%s", p.name, name, p.wanted(), t.called(), hint)
	case p.fixed && !t.constant():
		return t, errorAt(t.at, "Constant wanted", "%s shapes what %s draws and must be constant; it may be a variable, but not drawn.", p.name, name)
	case p.rule.holds != nil && t.constant() && !p.rule.holds(t.float()):
		return t, errorAt(t.at, "Argument out of range", "%s of %s must be %s.", p.name, name, p.rule.text)
	}
	return t, nil
}

// wanted is the kind of a parameter in words.
func (p *param) wanted() string {
	if p.kind == expr.Null {
		return "a number"
	}
	return kindCalled(p.kind)
}

// float is a constant number.
func (t *term) float() float64 {
	if t.Kind == expr.Float {
		return t.Float
	}
	return float64(t.Int)
}

// emptyRange refuses constant ends without a number between them, except
// where nothing will be drawn because the table has no rows.
func emptyRange(g *generator, args []term, n *names) hcl.Diagnostics {
	lo := slices.IndexFunc(g.params, func(p param) bool { return p.name == "lo" })
	if lo < 0 || !args[lo].constant() || !args[lo+1].constant() || args[lo].float() <= args[lo+1].float() {
		return nil
	}
	if n.frame.self != nil && n.frame.self.rows == 0 {
		return nil
	}
	return errorAt(hcl.RangeBetween(args[lo].at, args[lo+1].at), "Empty range",
		"There is no number from %s to %s. The lower end comes first.", plainText(args[lo].Expr), plainText(args[lo+1].Expr))
}
