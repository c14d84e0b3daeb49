package executor

import (
	"errors"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// block runs one pass of b, the block of a group or, without a name, of a
// transaction: what its lets drew holds for this pass.
func (w *worker) block(b *plan.Block, group string) ending {
	if err := w.lets(b.Lets); err != nil {
		w.culprit.group = group
		return w.giveUp(nil, err)
	}
	for i := range b.Steps {
		if how := w.step(&b.Steps[i]); how != proceed {
			return how
		}
	}
	return proceed
}

// step runs the one of its parts that is set; plan.Check has made sure of that.
func (w *worker) step(s *plan.Step) ending {
	switch {
	case s.Query != nil:
		return w.query(s.Query)
	case s.Group != nil:
		return w.group(s.Group)
	case s.Rollback != nil:
		return w.rollback(s.Rollback)
	}
	return w.think(s.Think)
}

// group repeats a block. How often is evaluated once, before the first pass:
// what a pass draws cannot change the number of passes.
func (w *worker) group(g *plan.Group) ending {
	n, err := w.passes(&g.Repetition)
	if err != nil {
		w.culprit.group = g.Name
		return w.giveUp(nil, err)
	}
	for i := range n {
		w.number(g.Index, i)
		if how := w.block(&g.Body, g.Name); how != proceed {
			return how
		}
	}
	return proceed
}

// rollback ends the transaction if its condition holds; without one it always
// does. It is an outcome that the author wants, such as TPC-C's one new order in
// a hundred, and no failure.
func (w *worker) rollback(r *plan.Rollback) ending {
	if !r.When.Absent() {
		v, err := r.When.Eval(&w.env)
		if err != nil {
			w.culprit.part = "rollback"
			return w.giveUp(nil, err)
		}
		if !v.True() {
			return proceed
		}
	}
	return rolledBack
}

// think pauses inside an event, whose service time it is part of: locks are
// held meanwhile, which is what such a pause is for.
func (w *worker) think(t *plan.Think) ending {
	pause, err := w.micros(&t.Micros)
	if err != nil {
		w.culprit.part = "think"
		return w.giveUp(nil, err)
	}
	if pause > 0 && !w.waiter.Until(w.clock.now()+pause, w.brake.broken) {
		return cut
	}
	return proceed
}

// passes is how often a group or query runs now: never if its condition does
// not hold, or the count is not above 0.
func (e *evaluator) passes(r *plan.Repetition) (int64, error) {
	if !r.When.Absent() {
		v, err := r.When.Eval(&e.env)
		if err != nil {
			e.culprit.part = "when"
		}
		if err != nil || !v.True() {
			return 0, err
		}
	}
	if r.Count.Known() {
		return r.Count.N, nil
	}
	v, err := r.Count.Expr.Eval(&e.env)
	switch {
	case err != nil:
	case v.Kind == expr.Null:
		err = errNoNumber
	case v.Kind != expr.Int:
		err = expr.ErrKind
	default:
		return v.Int, nil
	}
	e.culprit.part = "count"
	return 0, err
}

// errNoNumber is a count or a pause that comes to null.
var errNoNumber = errors.New("null, where a number is wanted")

// number sets count.index, if the block uses it.
func (e *evaluator) number(slot int, i int64) {
	if slot >= 0 {
		e.env.Slots[slot] = expr.IntValue(i)
	}
}

// lets draws the values of a pass, in written order, as each may use the ones
// before it.
func (e *evaluator) lets(lets []plan.Let) error {
	for i := range lets {
		v, err := lets[i].Value.Eval(&e.env)
		if err != nil {
			e.culprit = culprit{part: "let", name: lets[i].Name}
			return err
		}
		e.env.Slots[lets[i].Slot] = v
	}
	return nil
}
