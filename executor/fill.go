package executor

import (
	"errors"
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// fill puts a chunk into its table and marks it in the ledger, in one
// transaction: the rows are there if and only if the mark is, whenever the
// process is killed.
func (l *loader) fill(d *draft) (ending, error) {
	if d.err != nil {
		return failed, d.err
	}
	if how := l.send(labelBegin, "BEGIN"); how != proceed {
		return how, nil
	}
	if how, err := l.put(d); how != proceed || err != nil {
		return how, err
	}
	return l.commit(d.table, d.chunk), nil
}

// put sends the rows the way that the table's rows go by now.
func (l *loader) put(d *draft) (ending, error) {
	if d.stream == nil || d.table.way.open() == nil {
		return l.insert(d)
	}
	first, end := d.table.span(d.chunk)
	return l.say(labelBulk, d.stream.Statement(d.table.name, d.rows, end-first), nil), nil
}

// span is the rows of a chunk, from the first to before the end.
func (t *table) span(chunk int64) (first, end int64) {
	first = chunk*t.chunk + 1
	return first, min(first+t.chunk, t.plan.Rows+1)
}

// insert sends the rows as INSERTs: those of the draft, or new ones if it has
// none, or has literals for a connection that is no more.
func (l *loader) insert(d *draft) (ending, error) {
	by := l.session.literals()
	if by == nil {
		return failed, errors.New("the driver of this target writes no literals, so it cannot load tables")
	}
	text, inserts := d.rows, d.inserts
	if d.by != by {
		var err error
		if l.text, l.inserts, err = l.rows.appendInserts(l.text[:0], l.inserts[:0], d.task, by); err != nil {
			return failed, err
		}
		text, inserts = l.text, l.inserts
	}
	from := 0
	for _, one := range inserts {
		st := driver.Statement{ID: -1, SQL: borrow(text[from:one.end]), Rows: one.rows}
		if how := l.say(labelInsert, st, nil); how != proceed {
			return how, nil
		}
		from = one.end
	}
	return proceed, nil
}

// commit marks the chunk and commits. The lock makes the marks of parallel
// loaders follow each other, so that each holds all that were committed before.
func (l *loader) commit(t *table, chunk int64) ending {
	t.mu.Lock()
	defer t.mu.Unlock()
	done := t.done.with(chunk)
	mark := t.entry
	mark.chunks = done.String()
	if how := l.send(labelLedger, l.sql.WriteLedger, mark.args(t.name)...); how != proceed {
		return how
	}
	how := l.send(labelCommit, "COMMIT")
	if how == proceed {
		t.done, t.entry = done, mark
	}
	return how
}

// committed asks the ledger whether a chunk had been committed when the
// connection broke, since the answer to a COMMIT may be what was lost: proceed
// if so, failed if it has to be done again.
func (l *loader) committed(task task) (ending, error) {
	if task.chunk < 0 {
		return failed, nil
	}
	t := task.table
	t.mu.Lock()
	defer t.mu.Unlock()
	st := driver.Statement{ID: -1, SQL: l.sql.ReadLedger, Reads: readLedger}
	if how := l.execute(&st, []expr.Value{text(t.name)}, labelLedger, l.labels.code(labelLedger)); how != proceed {
		return how, nil
	}
	if len(l.res.Row) == 0 {
		return failed, fmt.Errorf("table %s has left the ledger while it was being loaded", t.name)
	}
	done, err := parseChunks(readEntry(l.res.Row).chunks)
	if err != nil || !done.has(task.chunk) {
		return failed, err
	}
	t.done, t.entry.chunks = done, done.String()
	return proceed, nil
}

// buildIndexes makes the indexes that are built over the rows, and marks the
// table as loaded. MySQL and MariaDB commit at DDL, so the state before it
// is marked on its own: a table found in that state has some of its indexes,
// nobody knows which.
func (l *loader) buildIndexes(t *table) (ending, error) {
	if len(t.plan.After) > 0 {
		if how := l.mark(t, stateIndexing); how != proceed {
			return how, nil
		}
	}
	for i := range t.plan.After {
		sql, err := t.render(&t.plan.After[i])
		if err != nil {
			return failed, err
		}
		how := l.send(labelIndex, sql)
		if how == failed && l.judge() == replace {
			return failed, l.failure.keep() // nobody knows whether the index exists
		}
		if how != proceed {
			return how, nil
		}
	}
	return l.mark(t, stateLoaded), nil
}

// mark changes the state of a table in the ledger, outside of a transaction.
func (l *loader) mark(t *table, state string) ending {
	t.entry.state = state
	return l.send(labelLedger, l.sql.WriteLedger, t.entry.args(t.name)...)
}
