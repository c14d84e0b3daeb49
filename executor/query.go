package executor

import (
	"errors"
	"unsafe"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// query executes q as often as it says. All executions are of one event; each
// is a statement of its own in the archive.
func (w *worker) query(q *plan.Query) ending {
	n, err := w.passes(&q.Repetition)
	if err != nil {
		return w.giveUp(q, err)
	}
	for i := range n {
		w.number(q.Repetition.Index, i)
		if how := w.once(q); how != proceed {
			return how
		}
	}
	return proceed
}

// once executes q one time: its lets are drawn, then its arguments, then the
// table references, always in this order, since draws depend on it.
func (w *worker) once(q *plan.Query) ending {
	compiled := &w.load.program.queries[q.Index]
	if err := w.lets(q.Lets); err != nil {
		return w.giveUp(q, err)
	}
	if err := w.arguments(q.Args); err != nil {
		return w.giveUp(q, err)
	}
	if q.Batch > 0 {
		return w.join(q, compiled)
	}
	st, err := w.statement(q, compiled)
	if err != nil {
		w.culprit.part = "sql"
		return w.giveUp(q, err)
	}
	how := w.execute(st, w.args, compiled.label, compiled.code)
	switch how {
	case proceed:
		return w.answered(q)
	case failed:
		// A transaction may go on after a failed statement; servers undo no more
		// than the statement. Deadlocks, which undo more, are not for expecting.
		if q.Expect.Error > 0 && w.failure.err.Code == q.Expect.Error && w.failure.err.Class == driver.Failed {
			return proceed
		}
	}
	return how
}

// statement is the text of q that the table references mean now.
func (w *worker) statement(q *plan.Query, compiled *query) (*driver.Statement, error) {
	f := &compiled.family
	if len(f.members) > 0 {
		member, err := f.member(&w.env)
		if err != nil {
			return nil, err
		}
		return &f.members[member], nil
	}
	text, err := f.append(w.text[:0], &w.env)
	if err != nil {
		return nil, err
	}
	w.text = text
	w.dynamic = driver.Statement{ID: -1, SQL: borrow(text), Reads: f.reads}
	return &w.dynamic, nil
}

// borrow is text as a string without a copy. It is valid until the buffer is
// written again, which is after the statement.
func borrow(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// answered looks at the answer to q, which has succeeded: it takes the values
// that q reads and checks what the spec expects.
func (w *worker) answered(q *plan.Query) ending {
	if !met(&q.Expect, &w.res) {
		w.unexpected = true
	}
	if len(q.Read) == 0 {
		return proceed
	}
	if len(w.res.Row) == 0 {
		for i := range q.Read {
			w.env.Slots[q.Read[i].Slot] = expr.Value{}
		}
		return w.consequence(q, q.OnEmpty, errEmpty)
	}
	null := false
	for i := range q.Read {
		v := w.res.Row[i]
		null = null || v.Kind == expr.Null
		w.env.Slots[q.Read[i].Slot] = w.own(v)
	}
	if null {
		return w.consequence(q, q.OnNull, errNull)
	}
	return proceed
}

// Answers that the spec calls errors.
var (
	errEmpty = errors.New("an answer without a row, where on_empty is error")
	errNull  = errors.New("an answer with a null, where on_null is error")
)

// consequence is what the spec says for an answer without the values wanted;
// by default they are null.
func (w *worker) consequence(q *plan.Query, on string, err error) ending {
	switch on {
	case "rollback":
		return rolledBack
	case "error":
		return w.giveUp(q, err)
	}
	return proceed
}

// met tells whether a successful answer is as expected. An Expect that is all
// zero was left out of the plan.
func met(e *plan.Expect, res *driver.Result) bool {
	if *e == (plan.Expect{}) {
		return true
	}
	return e.Error <= 0 &&
		(e.Rows < 0 || e.Rows == res.Rows) &&
		(e.Affected < 0 || e.Affected == res.Affected)
}
