package executor

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/null"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// lone makes one worker of p's first load on the null driver.
func lone(tb testing.TB, p *plan.Plan) *worker {
	tb.Helper()
	db, err := null.Open(context.Background(), &p.Targets[0], driver.Endpoint{})
	if err != nil {
		tb.Fatal(err)
	}
	return loneOn(tb, p, db)
}

// loneOn makes one worker of p's first load on db, its session open, with a
// collector that throws away.
func loneOn(tb testing.TB, p *plan.Plan, db driver.Driver) *worker {
	tb.Helper()
	codes, err := newCodebook(p, &p.Cells[0])
	if err != nil {
		tb.Fatal(err)
	}
	s := &shared{clock: clock{time.Now()}, waiter: pace.NewSleepers(time.Now()).Waiter, codes: codes, pool: newPool(1), levels: levels{true, true}}
	collector := collect(s.pool, discard{}, func(error) {})
	d := codes.connector(&place{target: &p.Targets[0], driver: db, hosts: []string{"here"}})
	l := &load{Load: &p.Loads[0], threads: 1, brake: newBrake(), fail: func(err error) { tb.Error(err) }}
	l.stages = newStages(l.Load, &codes.stages)
	if err := (&runner{plan: p}).compile(l, new(register), codes); err != nil {
		tb.Fatal(err)
	}
	c, err := newCrew(l, s, d, origin{seed: 1}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	if err := c.open(context.Background()); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		c.dismiss()
		if err := collector.finish(); err != nil {
			tb.Error(err)
		}
	})
	c.workers[0].ids = ids{step: 1}
	return c.workers[0]
}

// heavy is a mix with all that an event can ask for: two transactions, reads,
// groups, drawn texts, dynamic SQL, a batch.
func heavy(p *plan.Plan) {
	text := draw("digits", expr.String, expr.ConstString("###########-###########"))
	dynamic := plan.Query{Name: "dynamic", Index: 2, Repetition: once, Expect: noExpect, SQL: plan.Template{
		Parts: []string{"UPDATE t SET k = ", ""}, Holes: []plan.Hole{{Table: -1, Value: expr.Slot(1, expr.Int)}},
	}}
	insert := plan.Query{Name: "insert", Index: 3, Repetition: once, Expect: noExpect, Batch: 4 << 10,
		SQL:  plan.Template{Parts: []string{"INSERT INTO ", " VALUES (?, ?)"}, Holes: []plan.Hole{tableHole(0, expr.Slot(0, expr.Int))}},
		Args: []expr.Expr{uniform(1, 100), text}}
	m := &p.Mixes[0]
	m.Queries = append(m.Queries, "dynamic", "insert")
	oltp := &m.Transactions[0]
	oltp.Body.Steps = append(oltp.Body.Steps,
		plan.Step{Group: &plan.Group{Name: "g", Repetition: plan.Repetition{Count: plan.Number{Expr: uniform(1, 5)}, Index: -1}, Body: plan.Block{Steps: []plan.Step{{Query: &dynamic}}}}})
	m.Transactions = append(m.Transactions, plan.Transaction{Name: "bulk", Weight: 1, Frame: 1, Body: plan.Block{
		Lets: []plan.Let{{Slot: 0, Value: uniform(0, 3)}}, Steps: []plan.Step{{Query: &insert}},
	}})
}

// One event costs no allocation once the buffers have grown.
func TestEventsDoNotAllocate(t *testing.T) {
	w := lone(t, testPlan("null", "mysql", 4, 1000, 1, heavy))
	n := int64(0)
	event := func() {
		w.rec.due(w.clock.now(), 0)
		w.perform(w.clock.now(), event.Measure, n)
		n++
	}
	for range 100_000 { // every batch of the pool has been filled once
		event()
	}
	if allocations := testing.AllocsPerRun(10_000, event); allocations != 0 {
		t.Errorf("an event costs %v allocations", allocations)
	}
}

// Nor does an arrival of an open loop, which is counted by the second too.
func TestArrivalsDoNotAllocate(t *testing.T) {
	w := lone(t, testPlan("null", "mysql", 4, 1000, 1, heavy, open(1e6, 1, poisson)))
	times := timetable{measure: second, cooldown: never, end: never}
	w.arrivals.schedule(&times, 0)
	serve := func() {
		a, on := w.arrivals.next()
		if !on {
			t.Fatal("no more arrivals")
		}
		w.rec.due(w.clock.now(), 0)
		now := w.clock.now()
		w.arrivals.tally.start(now, a.phase)
		w.perform(now, a.phase, a.n)
		w.arrivals.tally.end(&w.event)
	}
	for range 100_000 {
		serve()
	}
	if allocations := testing.AllocsPerRun(10_000, serve); allocations != 0 {
		t.Errorf("an arrival costs %v allocations", allocations)
	}
}

func TestPausesAreBounded(t *testing.T) {
	p := policy{&plan.Errors{Backoff: 1000, BackoffMax: 10_000}}
	random := rand.New(rand.NewPCG(1, 2))
	for n, most := range map[int32]int64{1: 1000, 2: 2000, 3: 4000, 4: 8000, 5: 10_000, 1 << 30: 10_000} {
		for range 100 {
			if pause := p.pause(n, random); pause < most/2 || pause > most {
				t.Fatalf("pause %d is %d, want at most %d and half of it at least", n, pause, most)
			}
		}
	}
	if pause := (policy{&plan.Errors{}}).pause(5, random); pause != 0 {
		t.Errorf("without a back-off the pause is %d", pause)
	}
}

func BenchmarkEvent(b *testing.B) {
	w := lone(b, testPlan("null", "mysql", 4, 1000, 1))
	n := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		now := w.clock.now()
		w.rec.due(now, 0)
		w.perform(now, event.Measure, n)
		n++
	}
}
