package executor

import (
	"slices"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// join collects the rows of a batched query, for one table, until they fill a
// statement.
//
// Each execution of the query stays an event, which only adds its row. The
// statement is sent within the event whose row does not fit any more, before
// that row is taken; what is left at the end of a phase is sent on the account
// of the worker's last event. Inside a transaction with BEGIN and COMMIT the
// rows are sent before its COMMIT, and are forgotten if it does not come to that.
type join struct {
	of    *transaction
	query *query
	row   *rowText
	text  []byte
	rows  int64
}

// join adds the row of q that has just been evaluated.
func (w *worker) join(q *plan.Query, compiled *query) ending {
	member, err := compiled.family.member(&w.env)
	if err != nil {
		w.culprit.part = "sql"
		return w.giveUp(q, err)
	}
	j := w.joinFor(compiled, &compiled.family.rows[member])
	literals := w.session.conn.(driver.Literals) // checked when the worker was made
	w.text = j.row.append(w.text[:0], w.args, literals)
	if j.rows > 0 && int64(len(j.text)+len(w.text)+len(j.row.tail)+1) > q.Batch {
		if how := w.send(j); how != proceed {
			return how
		}
	}
	if j.rows == 0 {
		j.text = append(j.text[:0], j.row.head...)
	} else {
		j.text = append(j.text, ',')
	}
	j.text = append(j.text, w.text...)
	j.rows++
	return proceed
}

// joinFor finds the rows that wait for the same statement, by looking at each: a
// mix that batches fills a table or a few.
func (w *worker) joinFor(q *query, row *rowText) *join {
	for _, j := range w.joins {
		if j.row == row {
			return j
		}
	}
	j := &join{of: w.transaction, query: q, row: row}
	w.joins = append(w.joins, j)
	return j
}

// send executes what j has collected. Rows whose statement failed by a rule to
// be ignored are gone; to be retried they wait.
func (w *worker) send(j *join) ending {
	if j.rows == 0 {
		return proceed
	}
	w.transaction = j.of // another one than that of the last event, at the end
	text := append(j.text, j.row.tail...)
	w.dynamic = driver.Statement{ID: -1, SQL: borrow(text), Rows: j.rows}
	how := w.execute(&w.dynamic, nil, j.query.label, j.query.code)
	if how == proceed || how == failed && w.judge() == pass {
		j.rows = 0
	}
	return how
}

// sendEach sends what waits, within an event: all rows, or those of t.
func (w *worker) sendEach(t *transaction) ending {
	for _, j := range w.joins {
		if t != nil && j.of != t {
			continue
		}
		if how := w.send(j); how != proceed {
			return how
		}
	}
	return proceed
}

// forget drops the rows that an attempt of t has left.
func (w *worker) forget(t *transaction) {
	for _, j := range w.joins {
		if j.of == t {
			j.rows = 0
		}
	}
}

// sendJoins sends what waits between two events, on the account of the last.
func (w *worker) sendJoins() {
	if !w.waiting() {
		return
	}
	for {
		how := w.sendEach(nil)
		if how == proceed || w.settle(&transaction{}, how) {
			break
		}
		w.event.Attempts++
	}
	w.end()
	if last := w.rec.last(); last != nil {
		*last = w.event
	}
}

// waiting tells whether rows wait for a statement.
func (w *worker) waiting() bool {
	return slices.ContainsFunc(w.joins, func(j *join) bool { return j.rows > 0 })
}
