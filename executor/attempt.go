package executor

import "github.com/assay-bench/assay/planner/plan"

// attempt runs the transaction once, from its BEGIN to its COMMIT. An attempt
// that ends by failed or cut leaves the transaction open: what to do about it
// depends on why, and is for settle to decide.
func (w *worker) attempt(t *transaction) ending {
	w.transaction = t
	w.prepare(t.plan.Frame)
	if t.commit != nil {
		w.forget(t)
	}
	for i := range t.begin {
		if how := w.execute(&t.begin[i], nil, labelBegin, t.codes.begin); how != proceed {
			return how
		}
	}
	how := w.block(&t.plan.Body, "")
	if how == proceed && t.commit != nil {
		// Rows joined inside a transaction belong to it.
		if how = w.sendEach(t); how == proceed {
			how = w.execute(t.commit, nil, labelCommit, t.codes.commit)
		}
	}
	if how == rolledBack || how == gaveUp {
		if undone := w.undo(t); undone != proceed {
			return undone
		}
	}
	return how
}

// giveUp ends an attempt in which no statement failed. Its cause is kept, since
// the archive has no column for it and a spec whose every event divides by zero
// needs one. It names the query at hand, if there is one.
func (w *worker) giveUp(q *plan.Query, why error) ending {
	c := cause{culprit: w.culprit, transaction: w.transaction.plan.Name, err: why}
	if q != nil {
		c.query = q.Name
	}
	w.culprit = culprit{}
	w.causes.add(c)
	return gaveUp
}
