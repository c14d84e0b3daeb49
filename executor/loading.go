package executor

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
)

// loading is the filling of a cell's tables by several loaders.
type loading struct {
	shared    *shared
	connector *connector
	spans     *spans
	meter     *meter
	step      Progress
	policy    policy
	seed      uint64
	facts     map[string]expr.Value
	loaders   int // at most
	tallies   []tally
	note      func(when, name, value string) // a fact about the repeat
	tasks     int64                          // numbered so far
}

// phase runs do as a phase of the cell, with progress; tallies count what it
// loads of so many rows. Creating and analyzing count nothing, yet a user who
// waits for them is told where the run is.
func (l *loading) phase(phase uint8, rows int64, tallies [][]tally, do func() error) error {
	step := l.step
	step.Of = rows
	return l.spans.in(phase, func() (err error) {
		now := fixed(phase, l.shared.clock.now())
		l.meter.during(&leg{step: step, phase: now, tallies: tallies}, func() { err = do() })
		return err
	})
}

// load inserts all rows that are missing and then builds the indexes. That is
// one phase in two runs: an index may be built only over a table that has all
// its rows, and the last chunk may be any loader's.
func (l *loading) load(ctx context.Context, tables []*table) error {
	chunks, rows := l.chunks(tables)
	if len(chunks) > 0 {
		if err := l.ways(ctx, tables); err != nil {
			return err
		}
		l.step.Way = words(tables)
		defer l.outcome(tables)
	}
	return l.phase(event.Load, rows, [][]tally{l.tallies}, func() error {
		if err := l.run(ctx, chunks, (*loader).load); err != nil {
			return err
		}
		return l.run(ctx, l.indexes(tables), (*loader).index)
	})
}

// sensibleLoaders is how many connections load if nobody says: SQLite has one
// writer, and a server on this machine needs processors too.
func sensibleLoaders(dialect string) int {
	if dialect == "sqlite" {
		return 1
	}
	return min(max(2*runtime.GOMAXPROCS(0), 4), 16)
}

// chunks lists what is left to insert, table by table.
func (l *loading) chunks(tables []*table) (tasks []task, rows int64) {
	for _, t := range tables {
		for i := range chunkCount(t.plan.Rows, t.chunk) {
			if !t.done.has(i) {
				tasks = append(tasks, l.task(t, i))
				rows += min(t.chunk, t.plan.Rows-i*t.chunk)
			}
		}
	}
	return tasks, rows
}

// indexes lists the tables that have all their rows.
func (l *loading) indexes(tables []*table) (tasks []task) {
	for _, t := range tables {
		tasks = append(tasks, l.task(t, -1))
	}
	return tasks
}

// task numbers a task.
func (l *loading) task(t *table, chunk int64) task {
	l.tasks++
	return task{id: l.tasks - 1, table: t, chunk: chunk}
}

// run does all tasks; the first error stops the loaders. They take tasks from
// one pile as they get done with others, so that a loader held up by a lock
// holds up nobody else. All sessions are open before the first row: a server
// that lacks connections is found out while nothing has changed.
func (l *loading) run(ctx context.Context, tasks []task, work func(*loader, context.Context, *pile, func(error))) error {
	if len(tasks) == 0 {
		return nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	n := min(l.loaders, len(tasks))
	brake := newBrake()
	guard := &guard{brake: brake, sessions: make([]*session, n)}
	crew := make([]*loader, n)
	for i := range crew {
		crew[i] = l.loader(i, brake)
		guard.sessions[i] = crew[i].session
	}
	defer func() { // also those that never began: the pool wants its batches back
		for _, one := range crew {
			one.session.close()
			one.rec.close()
		}
	}()
	if err := openAll(ctx, guard.sessions, 0); err != nil {
		return err
	}
	left := newPile(tasks)
	watched(ctx, guard, func() {
		var wg sync.WaitGroup
		for _, one := range crew {
			wg.Go(func() { work(one, ctx, left, stop) })
		}
		wg.Wait()
	})
	return context.Cause(ctx)
}

// loader makes loader number i. Its random numbers are for jitter alone; what
// the rows hold does not depend on who inserts them.
func (l *loading) loader(i int, b *brake) *loader {
	rows := rowMaker{seed: l.seed, facts: l.facts}
	random := rand.New(rand.NewPCG(l.seed, uint64(i)))
	on := l.connector.session()
	return &loader{
		line:   l.shared.line(on, l.policy, b, random),
		number: i,
		code:   l.shared.codes.loads.code(loadingName),
		labels: &l.shared.codes.statements,
		sql:    &l.connector.target.Dialect,
		writer: writer{session: on, rows: rows},
		rows:   rows,
		tally:  &l.tallies[i],
	}
}
