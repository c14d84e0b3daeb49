package executor

import (
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
// rows are sent before its COMMIT.
type join struct {
	query *query
	row   *rowText
	text  []byte
	rows  int64
}

// join adds the row of q that has just been evaluated.
func (w *worker) join(q *plan.Query, compiled *query) ending {
	member, err := compiled.family.member(&w.env)
	if err != nil {
		return gaveUp
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

// joinFor finds the rows that wait for the same statement.
func (w *worker) joinFor(q *query, row *rowText) *join {
	for _, j := range w.joins {
		if j.row == row {
			return j
		}
	}
	j := &join{query: q, row: row}
	w.joins = append(w.joins, j)
	return j
}

// send executes what j has collected. Rows whose statement failed by a rule to
// be ignored are gone; to be retried they wait.
func (w *worker) send(j *join) ending {
	if j.rows == 0 {
		return proceed
	}
	text := append(j.text, j.row.tail...)
	w.dynamic = driver.Statement{ID: -1, SQL: borrow(text)}
	how := w.execute(&w.dynamic, nil, j.query.label, j.query.code)
	if how == proceed || how == failed && w.judge() == pass {
		j.rows = 0
	}
	return how
}

// sendEach sends all that waits, within an event.
func (w *worker) sendEach() ending {
	for _, j := range w.joins {
		if how := w.send(j); how != proceed {
			return how
		}
	}
	return proceed
}

// sendJoins sends what waits between two events, on the account of the last.
func (w *worker) sendJoins() {
	if len(w.joins) == 0 || w.rec.last() == nil {
		return
	}
	for {
		how := w.sendEach()
		if how == proceed || w.settle(&transaction{}, how) {
			break
		}
		w.event.Attempts++
	}
	w.event.Service = w.clock.now() - w.event.Start
	*w.rec.last() = w.event
}
