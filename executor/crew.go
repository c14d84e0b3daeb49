package executor

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/gen"
	"github.com/assay-bench/assay/planner/expr"
)

// crew is the workers of one load. The tallies are apart from the workers so
// that progress can read them while workers write, with no other contact.
type crew struct {
	load     *load
	workers  []*worker
	sessions []*session
	tallies  []tally
	shared   *shared
	driver   driver.Driver
	served   string    // how the connections were served, in words
	arrivals *arrivals // nil in a closed loop
}

// origin is what the random numbers of a repeat start from.
type origin struct {
	seed   uint64
	repeat int
}

// newCrew makes the workers of l, whose sessions are not open yet and whose
// events have no numbers yet: those follow the events of loading, and it is not
// known before how many these are.
func newCrew(l *load, s *shared, d *connector, o origin, facts map[string]expr.Value) (*crew, error) {
	a, err := newArrivals(l, o)
	if err != nil {
		return nil, err
	}
	c := &crew{load: l, shared: s, driver: d.driver, tallies: make([]tally, l.threads), arrivals: a}
	for i := range l.threads {
		session := d.session()
		random := rand.New(rand.NewPCG(o.seed, uint64(session.number))) // for jitter alone
		w := &worker{
			line:  s.line(session, policy{&l.Errors}, l.brake, random),
			load:  l,
			index: i,
			left:  l.share(i),
			tally: &c.tallies[i],
			lag:   event.Unknown,
		}
		if a != nil {
			w.arrivals = newTaker(a)
		}
		w.evaluator = newEvaluator(l, i, o, facts)
		w.common = gen.StateKey(o.seed, o.repeat, l.Name).Seed()
		c.workers = append(c.workers, w)
		c.sessions = append(c.sessions, session)
	}
	return c, nil
}

// newEvaluator makes what worker i of l computes with. Its streams depend on the
// load's name and not on its place in the cell or the plan: cells share them,
// so that only the factor differs.
func newEvaluator(l *load, i int, o origin, facts map[string]expr.Value) evaluator {
	p := l.program
	e := evaluator{
		frame:  make([]expr.Value, p.frame),
		args:   make([]expr.Value, 0, p.args),
		source: gen.NewSource(o.seed, gen.StateKey(o.seed, o.repeat, l.Name), p.sites),
		choice: gen.NewChoice(p.weights),
	}
	stream := int64(i)
	if l.Open != nil {
		stream = 0 // whichever worker takes an arrival draws the same
	}
	for phase := range e.streams {
		e.streams[phase] = gen.StreamKey(o.seed, o.repeat, l.Name, uint8(phase), stream)
	}
	e.env = expr.Env{Worker: int64(i), Workers: int64(l.threads), Facts: facts, Drawer: e.source}
	return e
}

// run lets the workers work by the timetable, and returns when all have ended.
// A load that ends by its number of events has no deadline of its own; what
// ends it early is ctx.
func (c *crew) run(ctx context.Context, times timetable) {
	g := &guard{brake: c.load.brake, sessions: c.sessions}
	if times.end != never {
		g.deadline = c.workers[0].clock.instant(times.end + c.load.Grace)
	}
	watched(ctx, g, func() {
		defer c.tell(&times)()
		c.serve(times)
	})
}

// serve runs the workers, in event loops if they can be, else each on a
// goroutine of its own.
func (c *crew) serve(times timetable) {
	for _, w := range c.workers {
		w.times = times
	}
	loops, how := c.seat()
	c.served = how
	kept := len(loops) + c.threads()
	c.shared.processors.add(kept)
	defer c.shared.processors.add(-kept)
	var wg sync.WaitGroup
	loops.run(wg.Go)
	for _, w := range c.workers {
		if w.seat == nil {
			wg.Go(w.run)
		}
	}
	wg.Wait()
}

// threads is how many threads the sessions of a probe keep in the kernel. They
// have processors of their own, as those of other programs would: else one that
// is in a system call keeps its from another session for as long as the runtime
// takes to notice, up to ten milliseconds, and one in a page fault for longer.
func (c *crew) threads() int {
	t, ok := c.driver.(driver.Threaded)
	if !ok {
		return 0
	}
	return t.Threads() * len(c.workers)
}

// transport is how far the crew's servers are.
func (c *crew) transport() driver.Transport {
	if d, ok := c.driver.(driver.Located); ok {
		return d.Transport()
	}
	return driver.Remote
}

// tell has the seconds of an open loop written; the function that it returns
// ends that, with all that has happened.
func (c *crew) tell(t *timetable) (end func()) {
	if c.arrivals == nil {
		return func() {}
	}
	teller, done, ended := newTeller(c.arrivals, c.shared, t), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		teller.run(done)
	}()
	return func() {
		close(done)
		<-ended
		teller.finish()
	}
}

// dismiss closes what workers hold that never ran.
func (c *crew) dismiss() {
	for _, w := range c.workers {
		w.session.close()
		w.rec.close()
	}
}

// measured is when the load left the measured phase: by the timetable, or when
// the last of its counted events had ended.
func (c *crew) measured(times timetable, now int64) int64 {
	if c.arrivals != nil {
		if at := c.arrivals.overload.Load(); at != 0 {
			now = at
		}
	}
	if c.load.Events == 0 || c.arrivals != nil {
		return min(times.cooldown, now)
	}
	var last int64
	for _, w := range c.workers {
		if w.left > 0 {
			return min(times.cooldown, now)
		}
		last = max(last, w.measured)
	}
	return min(times.cooldown, max(last, times.measure))
}

// waits adds up how often, and how long, workers waited for the archive.
func (c *crew) waits(to *event.Cell) {
	for _, w := range c.workers {
		to.Waits += w.rec.waits
		to.WaitTime += w.rec.waitTime
	}
}

// work runs all crews side by side and notes the spans of the phases: the
// measured phase lasts until the last load has left it, and events that are in
// flight at the end belong to no span.
func work(ctx context.Context, crews []*crew, times []timetable, s *spans) {
	start := s.clock.now()
	var wg sync.WaitGroup
	for i, c := range crews {
		wg.Go(func() { c.run(ctx, times[i]) })
	}
	wg.Wait()
	end := s.clock.now()
	measure, cooldown, last := times[0].measure, int64(0), int64(0)
	for i, c := range crews {
		left := c.measured(times[i], end)
		cooldown = max(cooldown, left)
		last = max(last, min(left+times[i].cool, end))
	}
	s.add(event.Warmup, start, min(measure, end))
	s.add(event.Measure, measure, cooldown)
	s.add(event.Cooldown, cooldown, last)
}
