package executor

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// scene is one repeat of a cell, set up: every name has a code and every
// session is open.
type scene struct {
	cell   *plan.Cell
	repeat int
	step   Progress // where in the run it is
	stage  *stage
	doors  map[int]*door // by index of the target
	tables []*table      // to be provided; none if they stand
	crews  []*crew
	spans  spans
}

// play runs a repeat of a cell through all its phases and fills its record.
// When it returns nothing of the repeat runs any more, and its Sink is closed.
func (r *runner) play(run context.Context, s *scene, record *event.Cell, last bool) error {
	ctx, fail := context.WithCancelCause(run)
	defer fail(nil)
	s.spans = spans{clock: r.clock}
	err := s.spans.in(event.Start, func() error { return r.setUp(ctx, s, fail) })
	var c *collector
	if err == nil {
		c, err = r.openSink(s, fail)
	}
	if err == nil {
		err = r.provide(ctx, s, record)
	}
	if err == nil {
		err = r.work(ctx, s, record)
	} else {
		s.dismiss()
	}
	if last || run.Err() != nil || err != nil && r.plan.OnFailure == "stop" {
		err = firstOf(err, s.spans.in(event.Cleanup, func() error { return r.drop(run, s) }))
	}
	if c != nil {
		err = firstOf(err, c.finish())
		record.Events, record.Statements = c.events, c.statements
	}
	record.Phases = s.spans.list
	return err
}

// setUp resolves what the loads ask for, names everything and opens the
// workers' sessions, so that a wrong password is known before hours of loading.
func (r *runner) setUp(ctx context.Context, s *scene, fail func(error)) error {
	codes, err := newCodebook(r.plan, s.cell)
	if err != nil {
		return err
	}
	s.stage = &stage{clock: r.clock, waiter: r.waiter, codes: codes, levels: levelsOf(r.plan)}
	s.doors = map[int]*door{}
	if s.cell.Schema >= 0 {
		if _, err := r.door(ctx, s, s.cell.Target); err != nil {
			return err
		}
		if !r.stock.stands(s.cell) {
			s.tables = tables(&r.plan.Schemas[s.cell.Schema], r.plan.Seed, codes.transactions.code)
		}
	}
	loads, workers, err := r.loads(ctx, s, fail)
	if err != nil {
		return err
	}
	s.stage.pool = newPool(workers)
	next := ids{step: int64(workers)}
	for _, t := range s.tables { // the IDs of loading come first
		next.next += t.done.count(t.plan.Rows) + 1
	}
	for _, l := range loads {
		d := s.doors[l.Target]
		c := newCrew(l, s.stage, d, origin{r.plan.Seed, s.repeat}, knowledge(r.options.Facts, d.facts), next)
		next.next += int64(l.threads)
		s.crews = append(s.crews, c)
		if err := c.open(ctx); err != nil {
			return err
		}
	}
	return nil
}

// loads makes the loads of a cell ready to run and counts their workers.
func (r *runner) loads(ctx context.Context, s *scene, fail func(error)) (loads []*load, workers int, err error) {
	var numbers register
	for i, index := range s.cell.Loads {
		l := &load{Load: &r.plan.Loads[index], position: i, brake: newBrake(), fail: fail}
		l.code = s.stage.codes.loads.code(l.Name)
		d, err := r.door(ctx, s, l.Target)
		if err != nil {
			return nil, 0, err
		}
		l.threads, err = resolve(&l.Threads, knowledge(r.options.Facts, d.facts), fmt.Sprintf("threads of load %q", l.Name))
		if err != nil {
			return nil, 0, err
		}
		if l.program, err = numbers.compile(r.plan, &r.plan.Mixes[l.Mix], s.stage.codes); err != nil {
			return nil, 0, err
		}
		r.resolved = append(r.resolved, event.Fact{
			Cell: s.cell.Number, Repeat: s.repeat, When: before, Source: "assay",
			Name: "load." + l.Name + ".threads", Value: strconv.Itoa(l.threads),
		})
		workers += l.threads
		loads = append(loads, l)
	}
	return loads, workers, nil
}

// door is the way into a target for this repeat.
func (r *runner) door(ctx context.Context, s *scene, target int) (*door, error) {
	if d := s.doors[target]; d != nil {
		return d, nil
	}
	at, err := r.places.at(ctx, target)
	if err != nil {
		return nil, err
	}
	s.doors[target] = s.stage.codes.door(at)
	return s.doors[target], nil
}

// openSink opens the repeat's Sink and the collector before it.
func (r *runner) openSink(s *scene, fail func(error)) (*collector, error) {
	sink, err := r.options.Sink(s.cell.Number, s.repeat, s.stage.codes.names())
	if err != nil {
		return nil, fmt.Errorf("open the archive of cell %d: %w", s.cell.Number, err)
	}
	return collect(s.stage.pool, sink, fail), nil
}

// provide sees to the tables.
func (r *runner) provide(ctx context.Context, s *scene, record *event.Cell) error {
	record.Data = dataNone
	if s.cell.Schema >= 0 {
		record.Data = dataReused
	}
	if len(s.tables) == 0 {
		return nil
	}
	loaded, err := r.stock.provide(ctx, s.cell, r.loading(s), s.tables)
	if loaded {
		record.Data = dataFresh
	}
	return err
}

// The words of event.Cell.Data.
const (
	dataNone   = "none"
	dataReused = "reused"
	dataFresh  = "fresh"
)

// loading is how the tables of a scene are filled: by the rules of the cell's
// first load.
func (r *runner) loading(s *scene) *loading {
	d := s.doors[s.cell.Target]
	n := r.options.Loaders
	if n <= 0 {
		n = sensibleLoaders(d.target.Dialect.Name)
	}
	return &loading{
		stage: s.stage, door: d, spans: &s.spans, meter: r.meter, step: s.step, seed: r.plan.Seed, facts: knowledge(r.options.Facts, d.facts),
		policy: policy{&r.plan.Loads[s.cell.Loads[0]].Errors}, loaders: n, tallies: make([]tally, n),
	}
}

// work runs the loads, with progress.
func (r *runner) work(ctx context.Context, s *scene, record *event.Cell) error {
	start := r.clock.now()
	loads := make([]*plan.Load, len(s.crews))
	tallies := make([][]tally, len(s.crews))
	for i, c := range s.crews {
		loads[i], tallies[i] = c.load.Load, c.tallies
	}
	times := schedule(loads, start)
	r.meter.during(&leg{step: s.step, phase: byClock(times, start), tallies: tallies}, func() {
		work(ctx, s.crews, times, &s.spans)
	})
	for _, c := range s.crews {
		c.waits(record)
	}
	return context.Cause(ctx)
}

// dismiss gives up the workers of a scene that will not work.
func (s *scene) dismiss() {
	for _, c := range s.crews {
		c.dismiss()
	}
}

// open connects the workers.
func (c *crew) open(ctx context.Context) error {
	if err := openAll(ctx, c.sessions); err != nil {
		return err
	}
	for i := range c.load.program.queries {
		q := &c.load.program.queries[i]
		if _, literal := c.sessions[0].conn.(driver.Literals); len(q.family.rows) > 0 && !literal {
			return fmt.Errorf("query %q: the driver of target %s writes no literals, so it cannot batch", q.label, c.sessions[0].target)
		}
	}
	return nil
}

// dropTime bounds the removal of tables after an interrupt.
const dropTime = 10 * time.Second

// drop removes what the run made, unless it is to be kept.
func (r *runner) drop(ctx context.Context, s *scene) error {
	if r.options.Keep || len(r.stock.made) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), dropTime)
		defer cancel()
	}
	return r.stock.drop(ctx, func(target int) *door {
		at, _ := r.places.at(ctx, target) // it has been open since the tables were made
		return s.stage.codes.door(at)
	})
}

// firstOf is err, or else next.
func firstOf(err, next error) error {
	if err != nil {
		return err
	}
	return next
}
