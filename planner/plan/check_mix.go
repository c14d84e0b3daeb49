package plan

import (
	"errors"
	"fmt"
	"math"
)

// checkMix: weights are compared by their sum, which must be a positive number
// for a transaction to be chosen at all.
func checkMix(p *Plan, m *Mix) error {
	if m.Schema != -1 {
		if err := index("schema", m.Schema, len(p.Schemas)); err != nil {
			return err
		}
	}
	if err := within("sites", int64(m.Sites), 0, maxCount); err != nil {
		return err
	}
	total := 0.0
	for i := range m.Transactions {
		t := &m.Transactions[i]
		if !(t.Weight >= 0) || math.IsInf(t.Weight, 0) {
			return fmt.Errorf("transaction %q: the weight is %v", t.Name, t.Weight)
		}
		total += t.Weight
		if err := checkTransaction(p, m, t); err != nil {
			return fmt.Errorf("transaction %q: %w", t.Name, err)
		}
	}
	if !(total > 0) || math.IsInf(total, 0) {
		return fmt.Errorf("the weights of its transactions sum to %v", total)
	}
	return nil
}

// checkTransaction checks a transaction's body against its own frame. Draws are
// allowed everywhere in it, facts and the worker too.
func checkTransaction(p *Plan, m *Mix, t *Transaction) error {
	if err := within("frame", int64(t.Frame), 0, maxCount); err != nil {
		return err
	}
	s := &scope{facts: true, draws: true, worker: true, frame: t.Frame, sites: m.Sites, queries: m.Queries}
	if m.Schema != -1 {
		s.tables = p.Schemas[m.Schema].Tables
	}
	return s.block(&t.Body, 0)
}

// block checks a pass. Groups in groups recur, so their depth is bounded.
func (s *scope) block(b *Block, depth int) error {
	if depth > maxBlocks {
		return errors.New("groups are nested too deep")
	}
	if err := s.lets(b.Lets); err != nil {
		return err
	}
	for i := range b.Steps {
		if err := s.step(&b.Steps[i], depth); err != nil {
			return err
		}
	}
	return nil
}

// lets: a let may refer to a slot that is drawn after it; that is the planner's
// to refuse and harms nobody, since every slot of a frame exists.
func (s *scope) lets(lets []Let) error {
	for i := range lets {
		let := &lets[i]
		if err := first(index("slot", let.Slot, s.frame), s.tree(&let.Value)); err != nil {
			return fmt.Errorf("let %q: %w", let.Name, err)
		}
	}
	return nil
}

// step: a step is a union by convention, so it is here that it is held.
func (s *scope) step(step *Step, depth int) error {
	set := 0
	for _, present := range []bool{step.Query != nil, step.Group != nil, step.Rollback != nil, step.Think != nil} {
		if present {
			set++
		}
	}
	switch {
	case set != 1:
		return fmt.Errorf("a step has %d parts instead of one", set)
	case step.Query != nil:
		if err := s.query(step.Query); err != nil {
			return fmt.Errorf("query %q: %w", step.Query.Name, err)
		}
		return nil
	case step.Group != nil:
		g := step.Group
		if err := first(s.repetition(&g.Repetition), s.block(&g.Body, depth+1)); err != nil {
			return fmt.Errorf("group %q: %w", g.Name, err)
		}
		return nil
	case step.Rollback != nil:
		return s.optional("rollback", &step.Rollback.When)
	}
	return s.tree(&step.Think.Micros)
}

// repetition checks when, count and the slot of count.index. A count of 0 is
// allowed: the planner drops such steps, but they do no harm.
func (s *scope) repetition(r *Repetition) error {
	if r.Index != -1 {
		if err := index("slot of count.index", r.Index, s.frame); err != nil {
			return err
		}
	}
	return first(s.optional("when", &r.When), s.number("count", &r.Count, 0, maxRows))
}

// query: the label by its index is what the archive calls the statement, so
// the two must agree.
func (s *scope) query(q *Query) error {
	if err := index("index", q.Index, len(s.queries)); err != nil {
		return err
	}
	if label := s.queries[q.Index]; label != q.Name {
		return fmt.Errorf("its index %d is that of %q", q.Index, label)
	}
	if err := first(s.repetition(&q.Repetition), s.lets(q.Lets), s.template(&q.SQL)); err != nil {
		return err
	}
	for i := range q.Args {
		if err := s.tree(&q.Args[i]); err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
	}
	for _, r := range q.Read {
		if err := index("slot of "+r.Name, r.Slot, s.frame); err != nil {
			return err
		}
	}
	return first(
		within("batch", q.Batch, 0, maxBytes),
		oneOf("on_empty", q.OnEmpty, "", "rollback", "error"),
		oneOf("on_null", q.OnNull, "", "rollback", "error"),
		within("expect.rows", q.Expect.Rows, -1, math.MaxInt64),
		within("expect.affected", q.Expect.Affected, -1, math.MaxInt64),
		within("expect.error", int64(q.Expect.Error), -1, math.MaxInt32),
	)
}
