package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// maxCount bounds a constant count: what is meant to go on belongs into the
// load's duration.
const maxCount = 1_000_000_000

// block compiles lets and then steps, both in written order, at n.
func (w *work) block(lets []*spec.Let, steps []*spec.Step, n *names) plan.Block {
	b := plan.Block{Lets: w.lets(lets, n)}
	for _, step := range steps {
		if made, runs := w.step(step, n); runs {
			b.Steps = append(b.Steps, made)
		}
	}
	return b
}

// lets compiles the lets of a block.
func (w *work) lets(lets []*spec.Let, n *names) (made []plan.Let) {
	for _, l := range lets {
		n.later[l.Name] = l.NameRange
	}
	for _, l := range lets {
		var t term
		var diags hcl.Diagnostics
		if isList(l.Value) {
			if t.list, diags = w.s.list(l.Value, n); t.list == nil {
				t.list = []term{} // an empty list is one all the same
			}
		} else {
			t, diags = w.s.term(l.Value, n)
		}
		w.diags = append(w.diags, diags...)
		delete(n.later, l.Name)
		switch {
		case diags.HasErrors():
			t = term{failed: true}
		case t.list == nil:
			made = keep(made, l.Name, &t, n)
		}
		for i := range t.list {
			made = keep(made, fmt.Sprintf("%s[%d]", l.Name, i), &t.list[i], n)
		}
		n.lets[l.Name] = t
	}
	return made
}

// keep gives a drawn value a slot, which then stands for it. What turns out
// constant needs none: it stands wherever it is used.
func keep(lets []plan.Let, name string, t *term, n *names) []plan.Let {
	if t.constant() {
		return lets
	}
	slot := n.slot()
	lets = append(lets, plan.Let{Name: name, Slot: slot, Value: t.Expr})
	t.Expr = expr.Slot(slot, t.Kind)
	return lets
}

// step compiles one step. runs is false if it never would, such as a query
// with a count of 0: what a spec switches off leaves no trace in its plan.
func (w *work) step(step *spec.Step, n *names) (made plan.Step, runs bool) {
	switch {
	case step.Query != nil:
		made.Query, runs = w.query(step.Query, n)
	case step.Group != nil:
		made.Group, runs = w.group(step.Group, n)
	case step.Rollback != nil:
		when, possible := w.when(step.Rollback.When, n)
		made.Rollback, runs = &plan.Rollback{When: when}, possible
	case step.Think != nil:
		micros, diags := w.s.micros(step.Think.Time, n)
		w.diags = append(w.diags, diags...)
		made.Think, runs = &plan.Think{Micros: micros}, true
	}
	return made, runs
}

// group compiles a group.
func (w *work) group(g *spec.Group, n *names) (*plan.Group, bool) {
	inner, queries, wrote := n.inner(), len(w.made.Queries), w.writes
	r, runs := w.repetition(g.When, g.Count, n, inner)
	body := w.block(g.Lets, g.Steps, inner)
	if !runs {
		w.made.Queries, w.writes = w.made.Queries[:queries], wrote
	}
	return &plan.Group{Name: g.Name, Repetition: r, Body: body}, runs
}

// repetition compiles when and count at n, outside of what they repeat, and
// gives inner its count.index.
func (w *work) repetition(when, count hcl.Expression, n, inner *names) (r plan.Repetition, runs bool) {
	r = plan.Repetition{Count: plan.Fixed(1), Index: -1}
	r.When, runs = w.when(when, n)
	if count == nil {
		return r, runs
	}
	r.Index = n.slot()
	inner.index = r.Index
	e, diags := w.s.lowerTo(count, n, expr.Int, "A count")
	w.diags = append(w.diags, diags...)
	switch {
	case diags.HasErrors():
	case e.Op != expr.OpConst:
		r.Count = plan.Number{Expr: e}
	case e.Int < 0 || e.Int > maxCount:
		w.wrong(count.Range(), "Not a count", "A count is a whole number from 0 to %d, and this is %d.", maxCount, e.Int)
	default:
		r.Count = plan.Fixed(e.Int)
		runs = runs && e.Int > 0
	}
	return r, runs
}

// when compiles a condition; absent, or constantly true, it is none.
func (w *work) when(e hcl.Expression, n *names) (when expr.Expr, possible bool) {
	if e == nil {
		return when, true
	}
	when, diags := w.s.lowerTo(e, n, expr.Bool, "A condition")
	w.diags = append(w.diags, diags...)
	if diags.HasErrors() || when.Op != expr.OpConst {
		return when, true
	}
	return expr.Expr{}, when.Int != 0
}

// micros compiles a pause: text with a unit, or a number of seconds, which
// may be drawn.
func (s *scope) micros(e hcl.Expression, n *names) (expr.Expr, hcl.Diagnostics) {
	if !s.drawn(e) {
		v, diags := s.constant(e, cty.DynamicPseudoType)
		if diags.HasErrors() {
			return expr.Expr{}, diags
		}
		if v.Type() == cty.String {
			nanos, err := parseDuration(v.AsString())
			if err != nil {
				return expr.Expr{}, errorAt(e.Range(), "Invalid quantity", "%s.", upperFirst(err.Error()))
			}
			return expr.ConstInt(nanos / 1000), nil
		}
	}
	t, diags := s.scalar(e, n)
	switch {
	case diags.HasErrors():
		return expr.Expr{}, diags
	case !t.number():
		return expr.Expr{}, errorAt(t.at, "Wrong type", `A pause is a text with a unit, such as "5ms", or a number of seconds, and this is %s.`, t.called())
	case t.constant() && (t.float() < 0 || t.float() > maxPause):
		return expr.Expr{}, errorAt(t.at, "Not a pause",
			`A number here is seconds, from 0 to %d, and this is %s. Write other units as text, such as "5ms".`, maxPause, plainText(t.Expr))
	}
	micros, diags := arithmetic(t.at, expr.OpMul, "*", t, value(expr.ConstInt(1_000_000), t.at))
	if diags.HasErrors() || micros.Kind == expr.Int {
		return micros.Expr, diags
	}
	micros, diags = node(t.at, expr.OpInt, expr.Int, micros)
	return micros.Expr, diags
}

// maxPause is a day. duration("5ms") is 5,000,000 nanoseconds, and whoever
// writes that here would otherwise wait for two months.
const maxPause = 86_400
