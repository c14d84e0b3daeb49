package executor

// attempt runs the transaction once, from its BEGIN to its COMMIT.
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
	how := w.block(&t.plan.Body)
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
