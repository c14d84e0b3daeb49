package executor

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// A run of an exact number of events, from the empty database to the empty
// database.
func TestRunExactEvents(t *testing.T) {
	p := testPlan("sqlite", "sqlite", 3, 500, 4, events(402))
	o, s := options(t, driver.Endpoint{})
	report, err := Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	m := s[[2]int{0, 0}]
	m.check(t)
	if n := len(m.in(event.Measure)); n != 402 {
		t.Errorf("%d events, want 402", n)
	}
	for _, e := range m.events {
		if e.Outcome != event.OK {
			t.Fatalf("event %+v", e)
		}
	}
	if len(report.Cells) != 1 || report.Cells[0].Status != complete || report.Cells[0].Data != dataFresh {
		t.Fatalf("report %+v", report.Cells)
	}
	c := report.Cells[0]
	if c.Events != int64(len(m.events)) || c.Statements != int64(len(m.statements)) {
		t.Errorf("the report counts %d events and %d statements, the Sink %d and %d", c.Events, c.Statements, len(m.events), len(m.statements))
	}
	var phases []string
	last := int64(0)
	for _, span := range c.Phases {
		phases = append(phases, event.Phases[span.Phase])
		if span.Start < last {
			t.Errorf("phase %s begins before the last has ended", event.Phases[span.Phase])
		}
		last = span.End
	}
	if got := strings.Join(phases, " "); got != "start create load analyze measure cleanup" {
		t.Errorf("phases %s", got)
	}
	dropped, err := Cleanup(t.Context(), p, o)
	if err != nil || len(dropped) != 0 {
		t.Errorf("after the run cleanup drops %v, %v", dropped, err)
	}
}

// Numbers that depend on facts are computed when the cell starts, and archived.
func TestThreadsFromFacts(t *testing.T) {
	threads := func(x expr.Expr) func(*plan.Plan) {
		return func(p *plan.Plan) { p.Loads[0].Threads = plan.Number{Expr: x} }
	}
	fact := func(name string) expr.Expr { return expr.Expr{Op: expr.OpFact, Kind: expr.Int, Text: name} }
	product := call(expr.OpMul, expr.Int, fact("host.cpus"), fact("server.workers"))
	facts := func(o *Options) { o.Facts = map[string]expr.Value{"host.cpus": expr.IntValue(2)} }
	s := &script{answer: failing(0, "", nil)}
	report, m, err := play(t, t.Context(), s, scriptPlan(update(), events(12), threads(product)), facts)
	if err != nil {
		t.Fatal(err)
	}
	workers := map[int32]bool{}
	for _, e := range m.events {
		workers[e.Worker] = true
	}
	want := event.Fact{When: before, Source: "assay", Name: "load.oltp.threads", Value: "6"}
	if len(workers) != 6 || !slices.Contains(report.Facts, want) {
		t.Errorf("%d workers, facts %+v", len(workers), report.Facts)
	}
	for _, x := range []expr.Expr{fact("host.missing"), expr.ConstInt(0), expr.ConstInt(1 << 40), expr.ConstFloat(2)} {
		_, _, err := play(t, t.Context(), s, scriptPlan(update(), events(1), threads(x)))
		if err == nil || !strings.Contains(err.Error(), `threads of load "oltp"`) {
			t.Errorf("%+v: error %v", x, err)
		}
	}
}

// The facts of a run and its pairs of clock readings, and progress each second.
func TestProgressFactsAndClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []Progress
		s := &script{answer: takes(10 * time.Millisecond)}
		p := scriptPlan(update(), lasting(150*time.Second, 2), func(p *plan.Plan) { p.Loads[0].Warmup = int64(30 * time.Second) })
		report, m, err := play(t, t.Context(), s, p, func(o *Options) { o.Progress = func(p Progress) { seen = append(seen, p) } })
		if err != nil {
			t.Fatal(err)
		}
		if n := len(seen); n < 179 || n > 182 {
			t.Errorf("%d reports in 180 s", n)
		}
		last := seen[len(seen)-1]
		if last.Phase != event.Measure || last.Length != 150*time.Second || last.Step != 1 || last.Steps != 1 {
			t.Errorf("last report %+v", last)
		}
		if measured := int64(len(m.in(event.Measure))); last.Events < measured*9/10 || last.Events > measured+2 { // two may have been in flight
			t.Errorf("%d events of %d in the last report", last.Events, measured)
		}
		if last.Rate < 60 || last.Rate > 70 { // two workers, 30 ms an event
			t.Errorf("rate %v", last.Rate)
		}
		if n := len(report.Clocks); n < 4 || n > 5 {
			t.Errorf("%d clock readings in three minutes", n)
		}
		for _, c := range report.Clocks {
			if c.Wall-report.Clocks[0].Wall != c.Monotonic-report.Clocks[0].Monotonic {
				t.Errorf("clocks %+v", report.Clocks)
			}
		}
		if !slices.Contains(report.Facts, event.Fact{Cell: -1, Repeat: -1, When: after, Host: "mariadb", Source: "server", Name: "version", Value: "10.11.6-MariaDB"}) {
			t.Errorf("facts %+v", report.Facts)
		}
	})
}

// Events handed in are events handed out, and each worker does its share.
func TestManyWorkers(t *testing.T) {
	p := testPlan("null", "mysql", 3, 100, 64, events(64*1000+7))
	o, s := options(t, driver.Endpoint{})
	report, err := Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	m := s[[2]int{0, 0}]
	m.check(t)
	perWorker := map[int32]int{}
	for _, e := range m.in(event.Measure) {
		perWorker[e.Worker]++
	}
	for w := range int32(64) {
		want := 1000
		if w < 7 {
			want++
		}
		if perWorker[w] != want {
			t.Errorf("worker %d did %d events, want %d", w, perWorker[w], want)
		}
	}
	if c := report.Cells[0]; c.Events != int64(len(m.events)) || c.Statements != int64(len(m.statements)) {
		t.Errorf("cell %+v", c)
	}
}

// A cell runs the same whatever the other cells of the plan are.
func TestOnlyAndOrder(t *testing.T) {
	p := scriptPlan(update(), events(3), func(p *plan.Plan) {
		p.Factors = []plan.Factor{{Name: "threads", Kind: expr.Int}}
		p.Cells = nil
		for i := range int64(3) {
			p.Cells = append(p.Cells, plan.Cell{Number: int(i) + 4, Values: []expr.Expr{expr.ConstInt(i)}, Schema: -1, Loads: []int{0}})
		}
	})
	s := &script{answer: failing(0, "", nil)}
	report, _, err := play(t, t.Context(), s, p, func(o *Options) {
		o.Only = func(c *plan.Cell) bool { return c.Values[0].Int != 1 }
	})
	if err != nil || len(report.Cells) != 2 {
		t.Fatalf("%d cells, %v", len(report.Cells), err)
	}
	for i, c := range report.Cells {
		want := event.Factor{Name: "threads", Kind: "int", Int: int64(2 * i)}
		if c.Cell != 4+2*i || c.Sequence != i || len(c.Factors) != 1 || c.Factors[0] != want || c.Data != dataNone {
			t.Errorf("cell %+v", c)
		}
	}
}
