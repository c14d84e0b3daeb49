package executor

import (
	"context"
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
	number int
	code   uint16      // the archive's code of loading
	labels *dictionary // codes of its statements; only read
	sql    *plan.Dialect
	writer writer
	tally  *tally

	// What INSERTs are made of that no draft has.
	rows    rowMaker
	text    []byte
	inserts []insert

	streamed bool // the last statement was a stream's
}

// rowMaker makes the rows of the table that is being filled. Its generators
// keep tables of their own, so they are made anew only for another table.
type rowMaker struct {
	seed  uint64
	facts map[string]expr.Value
	rows  *gen.Rows
	of    *plan.Table
}

// table gives the rows of t.
func (m *rowMaker) table(t *plan.Table) *gen.Rows {
	if m.of != t {
		m.rows, m.of = gen.NewRows(m.seed, t, m.facts), t
	}
	return m.rows
}

// task is one piece of loading, an event: a chunk of a table, or the making of
// its indexes.
type task struct {
	id    int64
	table *table
	chunk int64 // -1: the indexes
}

// load loads chunks until there are no more, ctx has ended, or one fails for
// good.
func (l *loader) load(ctx context.Context, left *pile, fail func(error)) {
	ctx, stop := context.WithCancel(ctx)
	drafts := l.writer.drafts(ctx, left)
	for d := range drafts {
		if err := l.perform(d); err != nil {
			fail(err)
			break
		}
	}
	stop()
	for range drafts {
		// The writer ends with the task that it is at.
	}
}

// index builds indexes likewise. It takes a table only when it is free to
// begin: whoever is first is to have it.
func (l *loader) index(ctx context.Context, left *pile, fail func(error)) {
	at := nowhere
	for ctx.Err() == nil {
		t, place, some := left.take(at)
		if !some {
			return
		}
		at = place
		if err := l.perform(draft{task: t}); err != nil {
			fail(err)
			return
		}
	}
}

// perform does a task with all its attempts; an error ends loading.
func (l *loader) perform(d draft) error {
	l.begin(event.Event{
		ID: d.id, Start: l.clock.now(), Lag: event.Unknown, Worker: int32(l.number),
		Transaction: d.table.code, Load: l.code, Phase: event.Load,
	})
	how, err := l.attempts(d)
	if how == proceed && d.chunk >= 0 {
		first, end := d.table.span(d.chunk)
		l.tally.loaded(end - first)
	}
	switch {
	case how == cut:
		l.event.Outcome = event.Cancelled
	case err != nil:
		l.event.Outcome = event.Error
	}
	l.finish()
	l.tally.count(l.event.Outcome)
	l.rec.flush() // the next chunk may take longer than a batch may wait
	return err
}

// attempts does a task until it is done, cut, or failed for good with an error.
// failed without an error is the loop's own sign for another attempt, and never
// leaves it.
func (l *loader) attempts(d draft) (ending, error) {
	for attempt := int32(1); ; attempt++ {
		l.event.Attempts, l.event.ErrorCode = attempt, 0
		how, err := l.attempt(d)
		if how == failed && err == nil {
			how, err = l.recover(d.task)
		}
		if how != failed || err != nil {
			return how, err
		}
	}
}

// attempt does a task once.
func (l *loader) attempt(d draft) (ending, error) {
	if d.chunk < 0 {
		return l.buildIndexes(d.table)
	}
	return l.fill(&d)
}

// send executes a statement of loading.
func (l *loader) send(label, sql string, args ...expr.Value) ending {
	return l.say(label, driver.Statement{ID: -1, SQL: sql}, args)
}

// say is send with all that a statement can be.
func (l *loader) say(label string, st driver.Statement, args []expr.Value) ending {
	l.streamed = st.Data != nil
	return l.execute(&st, args, label, l.labels.code(label))
}

// recover follows the rules after a failure: failed without an error means
// that the task is to be attempted again.
func (l *loader) recover(t task) (ending, error) {
	l.event.ErrorCode = int32(l.failure.err.Code)
	reason := l.failure.keep()
	switch l.judge() {
	case again:
		if how := l.send(labelRollback, l.sql.Rollback); how == failed {
			return failed, l.failure.keep()
		}
	case replace:
		if how, err := l.reconnect(); how != proceed {
			return how, err
		}
		if how, err := l.committed(t); how != failed || err != nil {
			return how, err
		}
	default:
		if !l.streamed {
			return failed, t.table.hopeless(reason)
		}
		// The INSERTs that follow judge the rows; this is no attempt that
		// failed for what goes away, so nothing waits.
		t.table.way.gaveUp.CompareAndSwap(nil, &reason.Err.Message)
		if how := l.send(labelRollback, l.sql.Rollback); how == failed {
			return failed, l.failure.keep()
		}
		return failed, nil
	}
	switch l.backOff() {
	case cut:
		return cut, nil
	case failed:
		return failed, fmt.Errorf("loading table %s, after %d attempts: %w", t.table.name, l.event.Attempts, reason)
	}
	return failed, nil
}

// hopeless adds what can be done if a table that was loaded in part cannot be
// completed: an engine without transactions keeps half a chunk when it is cut
// short, whose rows are then in the way.
func (t *table) hopeless(reason error) error {
	if t.todo != resume {
		return fmt.Errorf("loading table %s: %w", t.name, reason)
	}
	return fmt.Errorf("loading table %s, which was cut short before, cannot go on (--recreate loads it anew): %w", t.name, reason)
}
