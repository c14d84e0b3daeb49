package executor

import (
	"fmt"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/gen"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// loader is one session that fills tables. Like a worker it retries what its
// rules allow; unlike one it may lose nothing, so whatever else fails ends it.
type loader struct {
	line
	index    int
	codes    loadCodes
	load     uint16 // the archive's code of loading
	rollback string
	ledger   string // Dialect.WriteLedger
	read     string // Dialect.ReadLedger
	seed     uint64
	facts    map[string]expr.Value
	rows     *gen.Rows // of the table of the last chunk
	of       *plan.Table
	text     []byte
	tally    *tally
}

// loadCodes are the archive's codes of a loader's statements.
type loadCodes struct{ begin, insert, ledger, commit, rollback, index uint16 }

// task is one piece of loading, an event: a chunk of a table, or the making of
// its indexes.
type task struct {
	id    int64
	table *table
	chunk int64 // -1: the indexes
}

// perform does a task with all its attempts; an error ends loading.
func (l *loader) perform(t task) error {
	l.begin(event.Event{
		ID: t.id, Start: l.clock.now(), Worker: int32(l.index),
		Transaction: t.table.code, Load: l.load, Phase: event.Load,
	})
	var err error
	for attempt := int32(1); ; attempt++ {
		l.event.Attempts, l.event.ErrorCode, l.event.Outcome = attempt, 0, event.OK
		var how ending
		if t.chunk < 0 {
			how, err = l.indexes(t.table)
		} else {
			how, err = l.fill(t.table, t.chunk)
		}
		if how == failed && err == nil {
			how, err = l.recover(t)
		}
		if how == failed && err == nil {
			continue
		}
		if how == cut {
			l.event.Outcome = event.Cancelled
		} else if err != nil {
			l.event.Outcome = event.Error
		}
		break
	}
	l.finish()
	l.tally.count(l.event.Outcome)
	l.rec.flush() // a chunk takes longer than a batch may wait
	return err
}

// fill inserts a chunk and marks it in the ledger, in one transaction.
func (l *loader) fill(t *table, chunk int64) (ending, error) {
	if how := l.execute(&driver.Statement{ID: -1, SQL: "BEGIN"}, nil, labelBegin, l.codes.begin); how != proceed {
		return how, nil
	}
	first := chunk*t.done.size + 1
	end := min(first+t.done.size, t.plan.Rows+1)
	if how, err := l.insert(t, first, end); how != proceed || err != nil {
		return how, err
	}
	how := l.commit(t, chunk)
	if how == proceed {
		l.tally.loaded(end - first)
	}
	return how, nil
}

// insert sends the rows from first to before end.
func (l *loader) insert(t *table, first, end int64) (ending, error) {
	if l.of != t.plan {
		l.rows, l.of = gen.NewRows(l.seed, t.plan, l.facts), t.plan
	}
	head, err := t.render(&t.plan.Insert)
	if err != nil {
		return failed, err
	}
	for first < end {
		literals, ok := l.session.conn.(driver.Literals)
		if !ok {
			return failed, fmt.Errorf("the driver of this target writes no literals, so it cannot load tables")
		}
		l.text = append(l.text[:0], head...)
		l.text, first, err = l.rows.AppendValues(l.text, t.copy, first, end, insertBytes, literals.AppendLiteral)
		if err != nil {
			return failed, err
		}
		st := driver.Statement{ID: -1, SQL: borrow(l.text)}
		if how := l.execute(&st, nil, labelInsert, l.codes.insert); how != proceed {
			return how, nil
		}
	}
	return proceed, nil
}

// commit marks the chunk and commits. The lock makes the marks of parallel
// loaders follow each other, so that each holds all that were committed.
func (l *loader) commit(t *table, chunk int64) ending {
	t.mu.Lock()
	defer t.mu.Unlock()
	done := t.done.with(chunk)
	mark := t.entry
	mark.chunks = done.String()
	how := l.execute(&driver.Statement{ID: -1, SQL: l.ledger}, mark.args(t.name), labelLedger, l.codes.ledger)
	if how != proceed {
		return how
	}
	how = l.execute(&driver.Statement{ID: -1, SQL: "COMMIT"}, nil, labelCommit, l.codes.commit)
	if how == proceed {
		t.done, t.entry = done, mark
	}
	return how
}

// recover follows the rules after a failure: failed without an error means
// that the task is to be attempted again.
func (l *loader) recover(t task) (ending, error) {
	l.event.ErrorCode = int32(l.failure.err.Code)
	fatal := l.failure.keep()
	switch l.judge() {
	case again:
		st := driver.Statement{ID: -1, SQL: l.rollback}
		if how := l.execute(&st, nil, labelRollback, l.codes.rollback); how == cut {
			return cut, nil
		} else if how == failed {
			return failed, l.failure.keep()
		}
	case replace:
		if how, err := l.reconnect(); how != proceed {
			return how, err
		}
		if t.chunk >= 0 {
			if how, err := l.committed(t.table, t.chunk); how != failed || err != nil {
				return how, err
			}
		}
	default:
		return failed, fatal
	}
	if how := l.backOff(); how == cut {
		return cut, nil
	} else if how == failed {
		return failed, fmt.Errorf("after %d attempts: %w", l.event.Attempts, fatal)
	}
	return failed, nil
}

// committed asks the ledger whether the chunk had been committed when the
// connection broke: proceed if so, failed if it has to be done again.
func (l *loader) committed(t *table, chunk int64) (ending, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	st := driver.Statement{ID: -1, SQL: l.read, Reads: readLedger}
	if how := l.execute(&st, []expr.Value{text(t.name)}, labelLedger, l.codes.ledger); how != proceed {
		return how, nil
	}
	if len(l.res.Row) == 0 {
		return failed, fmt.Errorf("table %s has left the ledger while it was being loaded", t.name)
	}
	done, err := parseChunks(readEntry(l.res.Row).chunks)
	if err != nil || !done.has(chunk) {
		return failed, err
	}
	t.done, t.entry.chunks = done, done.String()
	return proceed, nil
}

// indexes makes the indexes that are built over the rows, and marks the table
// as loaded.
func (l *loader) indexes(t *table) (ending, error) {
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
		how := l.execute(&driver.Statement{ID: -1, SQL: sql}, nil, labelIndex, l.codes.index)
		if how == failed && l.judge() == replace {
			return failed, l.failure.keep() // nobody knows whether the index exists
		} else if how != proceed {
			return how, nil
		}
	}
	return l.mark(t, stateLoaded), nil
}

// mark changes the state of a table in the ledger.
func (l *loader) mark(t *table, state string) ending {
	t.entry.state = state
	return l.execute(&driver.Statement{ID: -1, SQL: l.ledger}, t.entry.args(t.name), labelLedger, l.codes.ledger)
}
