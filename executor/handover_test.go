package executor

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/plan"
)

// testShared is what so many workers share.
func testShared(workers int, l levels) *shared {
	start := time.Now()
	return &shared{clock: clock{start}, waiter: pace.NewSleepers(start).Waiter, codes: new(codebook), pool: newPool(workers), levels: l}
}

func testRecorder(s *shared) *recorder {
	l := s.line(&session{}, policy{}, newBrake(), rand.New(rand.NewPCG(1, 1)))
	return &l.rec
}

func TestPoolIsBounded(t *testing.T) {
	for _, test := range []struct{ workers, events int }{{1, 256}, {256, 256}, {1000, 65}, {100_000, 16}} {
		p := newPool(test.workers)
		if p.events != test.events || p.statements != 8*test.events {
			t.Errorf("%d workers: batches of %d events and %d statements, want %d events", test.workers, p.events, p.statements, test.events)
		}
		if n := len(p.free); n < 2*test.workers {
			t.Errorf("%d workers: %d batches", test.workers, n)
		}
	}
}

// An event and its statements are handed over together, when the batch is full
// of either, or old.
func TestHandOver(t *testing.T) {
	const second = int64(time.Second)
	for name, test := range map[string]struct {
		events, statements int // of each event
		took               int64
		want               bool
	}{
		"young and small":       {events: 10, statements: 3, want: false},
		"full of events":        {events: batchEvents, want: true},
		"full of statements":    {events: 3, statements: batchStatements / 3, want: false},
		"one more statement":    {events: 3, statements: batchStatements/3 + 1, want: true},
		"old":                   {events: 1, took: second, want: true},
		"none":                  {want: false},
		"would soon be too old": {events: 2, took: second / 2, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := testShared(1, levels{true, true})
			r := testRecorder(s)
			for i := range test.events {
				for range test.statements {
					r.statement(&event.Statement{Event: int64(i)})
				}
				r.event(&event.Event{ID: int64(i), Start: 0, Service: 1})
			}
			r.due(1, test.took)
			select {
			case b := <-s.pool.full:
				if !test.want {
					t.Fatal("handed over")
				}
				if len(b.Events) != test.events || len(b.Statements) != test.events*test.statements {
					t.Errorf("%d events and %d statements", len(b.Events), len(b.Statements))
				}
				if r.last() != nil {
					t.Error("the worker still holds an event")
				}
			default:
				if test.want {
					t.Fatal("not handed over")
				}
			}
		})
	}
}

func TestLevels(t *testing.T) {
	for _, l := range []levels{{}, {events: true}, {statements: true}} {
		s := testShared(1, l)
		r := testRecorder(s)
		for range 2 * batchEvents {
			r.statement(&event.Statement{})
			r.event(&event.Event{})
			r.due(0, 0)
		}
		r.close()
		events, statements := 0, 0
		for len(s.pool.full) > 0 {
			b := <-s.pool.full
			events, statements = events+len(b.Events), statements+len(b.Statements)
		}
		if (events > 0) != l.events || (statements > 0) != l.statements {
			t.Errorf("%+v: %d events and %d statements", l, events, statements)
		}
	}
}

// A worker that finds no empty batch waits for one, and the wait is counted.
func TestWaitsAreCounted(t *testing.T) {
	s := testShared(1, levels{true, true})
	r := testRecorder(s)
	var held []*event.Batch
	for len(s.pool.free) > 0 {
		held = append(held, <-s.pool.free)
	}
	time.AfterFunc(20*time.Millisecond, func() { s.pool.giveBack(held[0]) })
	r.event(&event.Event{})
	r.flush()
	if r.waits != 1 || r.waitTime < int64(10*time.Millisecond) {
		t.Errorf("%d waits of %d ns", r.waits, r.waitTime)
	}
}

// After a failed Write the collector goes on emptying the pool, says so once,
// and counts only what was written.
func TestCollectorSurvivesAFullDisk(t *testing.T) {
	full := errors.New("no space left on device")
	m := &memory{}
	s := testShared(4, levels{true, true})
	told := 0
	c := collect(s.pool, m, func(error) { told++ })
	r := testRecorder(s)
	for i := range 20_000 {
		if i == 5000 {
			m.mu.Lock()
			m.err = full
			m.mu.Unlock()
		}
		r.event(&event.Event{ID: int64(i)})
		r.due(0, 0)
	}
	r.close()
	if err := c.finish(); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if told != 1 || !m.closed || c.events != int64(len(m.events)) {
		t.Errorf("told %d times; %d events counted, %d written", told, c.events, len(m.events))
	}
}

// However many connections load, none waits for the batch of another: where
// there are no workers, and beside those of a run.
func TestManyLoaders(t *testing.T) {
	rowByRow := func(p *plan.Plan) { p.Schemas[0].Tables[0].RowSize = chunkBytes }
	p := testPlan("null", "mysql", 2, 100, 3, rowByRow, events(10))
	for name, load := range map[string]func(Options) error{
		"prepare": func(o Options) error { return Prepare(t.Context(), p, o) },
		"run":     func(o Options) error { _, err := Run(t.Context(), p, o); return err },
	} {
		o, _ := options(t, driver.Endpoint{})
		o.Loaders = 200 // as many as there are chunks
		ended := make(chan error, 1)
		go func() { ended <- load(o) }()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: the loaders wait for each other", name)
		}
	}
}
