package executor

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// trial is one repeat of a cell, set up: every name has a code and every
// session is open.
type trial struct {
	cell       *plan.Cell
	repeat     int
	step       Progress // where in the run it is
	shared     *shared
	connectors map[int]*connector // by index of the target
	tables     []*table           // to be provided; none if they stand
	crews      []*crew
	tasks      int64 // that loading has numbered as events
	spans      spans
}

// setUp resolves what the loads ask for, names everything and opens the
// workers' sessions, so that a wrong password is known before hours of loading.
func (r *runner) setUp(ctx context.Context, s *trial, fail func(error)) error {
	codes, err := newCodebook(r.plan, s.cell)
	if err != nil {
		return err
	}
	// Servers come first: a target on one has no address until it runs.
	if err := r.serve(ctx, s); err != nil {
		return err
	}
	if err := r.inspect(ctx, s.cell); err != nil {
		return err
	}
	s.shared = &shared{clock: r.clock, waiter: r.waiter, codes: codes, levels: levelsOf(r.plan), cpus: runtime.GOMAXPROCS(0)}
	s.connectors = map[int]*connector{}
	if s.cell.Schema >= 0 {
		if _, err := r.connector(ctx, s, s.cell.Target); err != nil {
			return err
		}
		if !r.catalog.stands(s.cell) {
			s.tables = tables(&r.plan.Schemas[s.cell.Schema], r.plan.Seed, codes.transactions.code)
		}
	}
	loads, workers, err := r.loads(ctx, s, fail)
	if err != nil {
		return err
	}
	s.shared.pool, s.shared.workers = r.pool(s, workers), workers
	for _, l := range loads {
		d := s.connectors[l.Target]
		c, err := newCrew(l, s.shared, d, origin{r.plan.Seed, s.repeat}, knowledge(r.options.Facts, d.facts))
		if err != nil {
			return err
		}
		s.crews = append(s.crews, c)
		if err := c.open(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pool is for the workers of a trial and, if it has tables to fill, for its
// loaders, who hold batches at the same time.
func (r *runner) pool(s *trial, workers int) *pool {
	if len(s.tables) == 0 {
		return newPool(workers)
	}
	return newPool(workers + r.loaders(&r.plan.Targets[s.cell.Target]))
}

// loads makes the loads of a cell ready to run and counts their workers.
func (r *runner) loads(ctx context.Context, s *trial, fail func(error)) (loads []*load, workers int, err error) {
	var numbers register
	for _, index := range s.cell.Loads {
		l := &load{Load: &r.plan.Loads[index], notes: &r.plan.Notes, brake: newBrake(), fail: fail}
		l.code = s.shared.codes.loads.code(l.Name)
		l.stages = newStages(l.Load, &s.shared.codes.stages)
		d, err := r.connector(ctx, s, l.Target)
		if err != nil {
			return nil, 0, err
		}
		l.threads, err = resolve(&l.Threads, knowledge(r.options.Facts, d.facts), fmt.Sprintf("threads of load %q", l.Name))
		if err != nil {
			return nil, 0, err
		}
		if err := r.compile(l, &numbers, s.shared.codes); err != nil {
			return nil, 0, err
		}
		r.note(s, before, "load."+l.Name+".threads", strconv.Itoa(l.threads))
		workers += l.threads
		loads = append(loads, l)
	}
	return loads, workers, nil
}

// compile makes the work of a load ready: the program of its mix, or the
// operations of its probe.
func (r *runner) compile(l *load, numbers *register, codes *codebook) (err error) {
	if probe := r.plan.Probe(l.Load); probe != nil {
		l.program = &program{}
		for _, name := range probe.Operations {
			l.operations = append(l.operations, codes.transactions.code(name))
		}
		return nil
	}
	mix := &r.plan.Mixes[l.Mix]
	l.mix = mix.Name
	l.program, err = numbers.compile(r.plan, mix, codes)
	return err
}

// connector is the way into a target for this repeat. It is made once, so that
// loads of one target take turns over its hosts together.
func (r *runner) connector(ctx context.Context, s *trial, target int) (*connector, error) {
	if d := s.connectors[target]; d != nil {
		return d, nil
	}
	at, err := r.places.at(ctx, target)
	if err != nil {
		return nil, err
	}
	s.connectors[target] = s.shared.codes.connector(at)
	return s.connectors[target], nil
}

// number gives all workers the numbers of their events: those of loading come
// first, then worker g of all n takes every n-th.
func (s *trial) number() {
	var all []*worker
	for _, c := range s.crews {
		all = append(all, c.workers...)
	}
	for g, w := range all {
		w.ids = ids{next: s.tasks + int64(g), step: int64(len(all))}
	}
}

// open connects the workers.
func (c *crew) open(ctx context.Context) error {
	if err := openAll(ctx, c.sessions, time.Duration(c.load.StartTimeout)); err != nil {
		return err
	}
	if _, operates := c.sessions[0].conn.(driver.Operator); operates != (c.load.operations != nil) {
		return fmt.Errorf("target %s: its driver does not run what load %q asks for", c.sessions[0].target, c.load.Name)
	}
	for i := range c.load.program.queries {
		q := &c.load.program.queries[i]
		if _, literal := c.sessions[0].conn.(driver.Literals); len(q.family.rows) > 0 && !literal {
			return fmt.Errorf("query %q: the driver of target %s writes no literals, so it cannot batch", q.label, c.sessions[0].target)
		}
	}
	return nil
}

// dismiss gives up the workers of a trial that will not work, with the batches
// that they hold: the collector ends only when all have come back.
func (s *trial) dismiss() {
	for _, c := range s.crews {
		c.dismiss()
	}
}
