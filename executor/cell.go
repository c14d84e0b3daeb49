package executor

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// play runs a repeat of a cell through all its phases and fills its record.
// When it returns nothing of the repeat runs any more, and its Sink is closed.
//
// Whatever fails cancels ctx with its reason, as the end of the whole run does;
// all that waits looks at ctx, so there is one way to stop. The tables are
// dropped under the run's own context, which a failed cell leaves alone.
func (r *runner) play(run context.Context, s *trial, record *event.Cell, last bool) error {
	ctx, fail := context.WithCancelCause(run)
	defer fail(nil)
	s.spans = spans{clock: r.clock}
	err := r.prepareProbes(ctx, s, false)
	if err == nil {
		err = s.spans.in(event.Start, func() error { return r.setUp(ctx, s, fail) })
	}
	defer r.servers.watch(fail)()
	var c *collector
	if err == nil {
		c, err = r.openSink(s, fail)
	}
	if err == nil {
		err = r.provide(ctx, s, record)
	}
	if err == nil {
		r.inventory(ctx, s, before)
		err = r.work(ctx, s, record)
		r.inventory(ctx, s, after)
	} else {
		s.dismiss()
	}
	// Tables stay from one cell to the next, as long as there is a next.
	if last || run.Err() != nil || err != nil && r.plan.OnFailure == "stop" {
		err = leftover(err, s.spans.in(event.Cleanup, func() error { return r.drop(run, s) }))
	}
	if c != nil {
		err = firstOf(err, c.finish())
		record.Events, record.Statements = c.events, c.statements
	}
	record.Phases = s.spans.list
	if err != nil && run.Err() == nil {
		err = r.servers.blame(err)
	}
	return err
}

// openSink opens the repeat's Sink and the collector before it.
func (r *runner) openSink(s *trial, fail func(error)) (*collector, error) {
	sink, err := r.options.Sink(s.cell.Number, s.repeat, s.shared.codes.names())
	if err != nil {
		return nil, fmt.Errorf("open the archive of cell %d: %w", s.cell.Number, err)
	}
	return collect(s.shared.pool, sink, fail), nil
}

// provide sees to the tables.
func (r *runner) provide(ctx context.Context, s *trial, record *event.Cell) error {
	record.Data = dataNone
	if s.cell.Schema >= 0 {
		record.Data = dataReused
	}
	if len(s.tables) == 0 {
		return nil
	}
	d := s.connectors[s.cell.Target]
	if err := r.places.claim(ctx, d); err != nil {
		return err
	}
	l := r.loading(s)
	loaded, err := r.catalog.provide(ctx, s.cell, l, s.tables)
	s.tasks = l.tasks
	if loaded {
		record.Data = dataFresh
	}
	if err == nil && len(r.catalog.made) == 0 {
		d.release() // tables that stay may be used by several runs
	}
	return err
}

// The words of event.Cell.Data.
const (
	dataNone   = "none"
	dataReused = "reused"
	dataFresh  = "fresh"
)

// loading is how the tables of a trial are filled: by the rules of the cell's
// first load.
func (r *runner) loading(s *trial) *loading {
	d := s.connectors[s.cell.Target]
	n := r.loaders(d.target)
	return &loading{
		shared: s.shared, connector: d, spans: &s.spans, meter: r.meter, step: s.step, seed: r.plan.Seed, facts: knowledge(r.options.Facts, d.facts),
		policy: policy{&r.plan.Loads[s.cell.Loads[0]].Errors}, loaders: n, tallies: make([]tally, n),
		note: func(when, name, value string) { r.note(s, when, name, value) },
	}
}

// loaders is how many sessions load tables at a target.
func (r *runner) loaders(at *plan.Target) int {
	if n := r.options.Loaders; n > 0 {
		return n
	}
	return sensibleLoaders(at.Dialect.Name)
}

// work runs the loads, with progress. Its error is why ctx has ended, if it has.
func (r *runner) work(ctx context.Context, s *trial, record *event.Cell) error {
	s.number()
	start := r.clock.now()
	loads := make([]*plan.Load, len(s.crews))
	tallies := make([][]tally, len(s.crews))
	for i, c := range s.crews {
		loads[i], tallies[i] = c.load.Load, c.tallies
	}
	times := schedule(loads, start)
	for i, c := range s.crews {
		if c.arrivals != nil {
			c.arrivals.schedule(&times[i], c.load.code)
		}
	}
	watched := r.watch(s, times)
	r.meter.during(&leg{step: s.step, phase: byClock(times, start), tallies: tallies}, func() {
		work(ctx, s.crews, times, &s.spans)
	})
	watched()
	for i, c := range s.crews {
		if c.load.operations == nil { // a probe has no connections to serve
			r.note(s, before, "load."+c.load.Name+".client", c.served)
		}
		c.waits(record)
		r.noteOverload(s, c, &times[i])
		for _, why := range c.gaveUp() {
			r.note(s, after, "load."+c.load.Name+".error", why)
		}
	}
	return context.Cause(ctx)
}

// noteOverload notes when overload ended a load, since the measured phase began.
func (r *runner) noteOverload(s *trial, c *crew, t *timetable) {
	if c.arrivals == nil {
		return
	}
	if at := c.arrivals.overload.Load(); at != 0 {
		r.note(s, after, "load."+c.load.Name+".stopped_ns", strconv.FormatInt(at-t.measure, 10))
	}
}

// dropTime bounds the removal of tables after an interrupt: a user who has
// pressed Ctrl-C waits for it.
const dropTime = 10 * time.Second

// drop removes what the run made, unless it is to be kept.
func (r *runner) drop(ctx context.Context, s *trial) error {
	if r.options.Keep || len(r.catalog.made) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), dropTime)
		defer cancel()
	}
	return r.catalog.drop(ctx, func(target int) *connector {
		at, _ := r.places.at(ctx, target) // it has been open since the tables were made
		return s.shared.codes.connector(at)
	})
}

// firstOf is err, or else next.
func firstOf(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// also is err and next, one after the other.
func also(err, next error) error {
	if err == nil || next == nil {
		return firstOf(err, next)
	}
	return fmt.Errorf("%w; %w", err, next)
}

// note adds a fact about a repeat that no table of the archive has a place for.
func (r *runner) note(s *trial, when, name, value string) {
	r.notes = append(r.notes, event.Fact{
		Cell: s.cell.Number, Repeat: s.repeat, When: when, Source: "assay", Name: name, Value: value,
	})
}
