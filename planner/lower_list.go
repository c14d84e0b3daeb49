package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// item is one element of a list, not lowered yet: where a list is written out
// or unrolled its elements are expressions, each with the names around it.
type item struct {
	e hcl.Expression
	n *names
}

// isList tells whether e is written as a list.
func isList(e hcl.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return isList(e.Expression)
	case *hclsyntax.TupleConsExpr:
		return true
	case *hclsyntax.ForExpr:
		return e.KeyExpr == nil
	}
	return false
}

// list lowers every element of a list. Those of a let are drawn already.
func (s *scope) list(e hcl.Expression, n *names) ([]term, hcl.Diagnostics) {
	if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 2 && t.Traversal.RootName() == "let" {
		switch drawn, ok := n.let(stepName(t.Traversal)); {
		case ok && drawn.failed:
			return nil, following(e.Range())
		case ok && drawn.list != nil:
			return drawn.list, nil
		}
	}
	items, diags := s.items(e, n)
	return s.terms(items, diags)
}

// terms lowers items.
func (s *scope) terms(items []item, diags hcl.Diagnostics) ([]term, hcl.Diagnostics) {
	if diags.HasErrors() {
		return nil, diags
	}
	out := make([]term, 0, len(items))
	for _, it := range items {
		t, more := s.scalar(it.e, it.n)
		diags = append(diags, more...)
		out = append(out, t)
	}
	return out, diags
}

// items takes a list apart. Lists exist at plan time only, so their length is
// always known.
func (s *scope) items(e hcl.Expression, n *names) ([]item, hcl.Diagnostics) {
	if tuple, ok := e.(*hclsyntax.TupleConsExpr); ok {
		out := make([]item, len(tuple.Exprs))
		for i, element := range tuple.Exprs {
			out[i] = item{element, n}
		}
		return out, n.made(len(out), e.Range())
	}
	if !s.drawn(e) {
		return s.constantItems(e, n)
	}
	if diags := s.charge(e, n); diags.HasErrors() {
		return nil, diags
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.items(e.Expression, n)
	case *hclsyntax.ForExpr:
		return s.unroll(e, n)
	case *hclsyntax.ConditionalExpr:
		return s.chosenItems(e, n)
	case *hclsyntax.FunctionCallExpr:
		if e.Name == "concat" {
			return s.joinedItems(e, n)
		}
	case *hclsyntax.ScopeTraversalExpr:
		if e.Traversal.RootName() == "local" {
			return s.localItems(e.Traversal, n)
		}
	}
	return nil, errorAt(e.Range(), "A list is wanted", "Write a list here, such as [let.a, let.b], a for over a constant range, or concat(…) of these.")
}

// made counts elements against the bound of one mix or column.
func (n *names) made(count int, at hcl.Range) hcl.Diagnostics {
	if n.frame.elements += count; n.frame.elements > maxUnrolled {
		if n.frame.overfull {
			return following(at)
		}
		n.frame.overfull = true
		return errorAt(at, "Too much to unroll", "The lists here have more than %d elements together. Make them shorter, or repeat a query with count instead.", maxUnrolled)
	}
	return nil
}

// constantItems are the elements of a list that planning knows.
func (s *scope) constantItems(e hcl.Expression, n *names) ([]item, hcl.Diagnostics) {
	v, diags := s.constant(n.within(e), cty.DynamicPseudoType)
	if diags.HasErrors() {
		return nil, diags
	}
	if !v.Type().IsTupleType() && !v.Type().IsListType() && !v.Type().IsSetType() {
		return nil, errorAt(e.Range(), "A list is wanted", "A list such as [1, 2] is wanted here, and this is %s.", article(v.Type()))
	}
	out := make([]item, 0, v.LengthInt())
	for it := v.ElementIterator(); it.Next(); {
		_, element := it.Element()
		out = append(out, item{hcl.StaticExpr(element, e.Range()), n.unlooped()})
	}
	return out, n.made(len(out), e.Range())
}

// unroll evaluates the body of a `for` once for each element of a constant
// collection, so that each draws for itself.
func (s *scope) unroll(e *hclsyntax.ForExpr, n *names) ([]item, hcl.Diagnostics) {
	if e.KeyExpr != nil {
		return nil, errorAt(e.SrcRange, "A list is wanted", "This for makes an object. Write [for … : …] to make a list.")
	}
	if why := s.pending(e.CollExpr); why != "" {
		return nil, errorAt(e.CollExpr.Range(), "Drawn range", "A for is written out when the plan is made, so its range must be constant, but %s. Use count for a drawn number of repetitions.", why)
	}
	coll, diags := s.constant(n.within(e.CollExpr), cty.DynamicPseudoType)
	if diags.HasErrors() {
		return nil, diags
	}
	if !coll.CanIterateElements() {
		return nil, errorAt(e.CollExpr.Range(), "A list is wanted", "A for needs a list, such as range(10), and this is %s.", article(coll.Type()))
	}
	var out []item
	for it := coll.ElementIterator(); it.Next(); {
		if diags := n.made(1, e.SrcRange); diags.HasErrors() {
			return nil, diags
		}
		body := n.looping(loopValues(e, it))
		keep, diags := s.kept(e.CondExpr, body)
		if diags.HasErrors() {
			return nil, diags
		}
		if keep {
			out = append(out, item{e.ValExpr, body})
		}
	}
	return out, nil
}

// loopValues are the names of a `for` for the iterator's element.
func loopValues(e *hclsyntax.ForExpr, it cty.ElementIterator) map[string]cty.Value {
	key, element := it.Element()
	values := map[string]cty.Value{e.ValVar: element}
	if e.KeyVar != "" {
		values[e.KeyVar] = key
	}
	return values
}

// kept evaluates the condition of a `for`, which must be constant: how many
// elements a list has is known at plan time.
func (s *scope) kept(condition hcl.Expression, n *names) (bool, hcl.Diagnostics) {
	if x, ok := condition.(hclsyntax.Expression); !ok || x == nil {
		return true, nil
	}
	v, diags := s.constant(n.within(condition), cty.Bool)
	return !diags.HasErrors() && v.True(), diags
}

// chosenItems is the list that a constant condition chooses.
func (s *scope) chosenItems(e *hclsyntax.ConditionalExpr, n *names) ([]item, hcl.Diagnostics) {
	v, diags := s.constant(n.within(e.Condition), cty.Bool)
	if diags.HasErrors() {
		return nil, diags
	}
	return s.items(branch(e, v.True()), n)
}

// joinedItems are the elements of concat(list, …).
func (s *scope) joinedItems(e *hclsyntax.FunctionCallExpr, n *names) (out []item, diags hcl.Diagnostics) {
	for _, arg := range e.Args {
		items, more := s.items(arg, n)
		out, diags = append(out, items...), append(diags, more...)
	}
	return out, diags
}

// localItems are the elements of a local that is a list of draws.
func (s *scope) localItems(t hcl.Traversal, n *names) ([]item, hcl.Diagnostics) {
	e, leave, diags := s.enter(t, n)
	if diags.HasErrors() {
		return nil, diags
	}
	defer leave()
	return s.items(e, n.unlooped())
}
