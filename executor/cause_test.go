package executor

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Why events could not go on, though no statement failed, is a fact of the
// cell: which value of which part, the error, and how often.
func TestCauses(t *testing.T) {
	overflow := call(expr.OpAdd, expr.Int, expr.ConstInt(1<<62), expr.ConstInt(1<<62))
	division := call(expr.OpMod, expr.Int, expr.ConstInt(1), expr.ConstInt(0))
	null := expr.Expr{Op: expr.OpConst, Kind: expr.Null}
	group := func(g plan.Group) plan.Step {
		g.Name = "lines"
		return plan.Step{Group: &g}
	}
	for want, step := range map[string]plan.Step{
		`argument 2 of statement "point" of transaction "oltp" (shop.hcl:41): number out of range (3 times)`: point(func(q *plan.Query) {
			q.Args = []expr.Expr{expr.ConstInt(1), overflow}
		}),
		`let "x" of statement "point" of transaction "oltp" (shop.hcl:41): division by zero (3 times)`: point(func(q *plan.Query) {
			q.Lets = []plan.Let{{Name: "x", Slot: 0, Value: division}}
		}),
		`count of statement "point" of transaction "oltp" (shop.hcl:41): null, where a number is wanted (3 times)`: point(func(q *plan.Query) {
			q.Count = plan.Number{Expr: null}
		}),
		`when of group "lines" of transaction "oltp" (shop.hcl:40): division by zero (3 times)`: group(plan.Group{Repetition: plan.Repetition{
			When: call(expr.OpEq, expr.Bool, division, expr.ConstInt(1)), Count: plan.Fixed(1), Index: -1,
		}}),
		`let "y" of group "lines" of transaction "oltp" (shop.hcl:40): number out of range (3 times)`: group(plan.Group{
			Repetition: once, Body: plan.Block{Lets: []plan.Let{{Name: "y", Slot: 0, Value: overflow}}},
		}),
		`rollback of transaction "oltp" (shop.hcl:40): division by zero (3 times)`: {Rollback: &plan.Rollback{
			When: call(expr.OpEq, expr.Bool, division, expr.ConstInt(1)),
		}},
		`think of transaction "oltp" (shop.hcl:40): null, where a number is wanted (3 times)`: {Think: &plan.Think{Micros: null}},
		`statement "point" of transaction "oltp" (shop.hcl:41): ` + errEmpty.Error() + ` (3 times)`: point(func(q *plan.Query) {
			q.OnEmpty = "error"
		}),
	} {
		placed := func(p *plan.Plan) {
			at := "mix." + p.Mixes[0].Name + ".transaction.oltp"
			p.Notes.Positions = []plan.Position{{Object: at, File: "shop.hcl", Line: 40}, {Object: at + ".query.point", File: "shop.hcl", Line: 41}}
		}
		report, m, err := play(t, t.Context(), &script{answer: func(*scripted, string, *driver.Result) error { return nil }}, scriptPlan([]plan.Step{step}, events(3), placed))
		if err != nil || outcomes(m.events)["error"] != 3 {
			t.Errorf("%s: events %v, %v", want, outcomes(m.events), err)
		}
		if fact := (event.Fact{When: after, Source: "assay", Name: "load.oltp.error", Value: want}); !slices.Contains(report.Facts, fact) {
			t.Errorf("no fact %q in %+v", want, report.Facts)
		}
	}
}

// A think time between events that cannot be computed is none, and told.
func TestThinkTimeThatFails(t *testing.T) {
	think := func(p *plan.Plan) { p.Loads[0].Think = uniform(2, 1) }
	report, _, err := play(t, t.Context(), &script{answer: failing(0, "", nil)}, scriptPlan([]plan.Step{point(func(*plan.Query) {})}, events(3), think))
	want := event.Fact{When: after, Source: "assay", Name: "load.oltp.error", Value: "think time of the load: " + expr.ErrDomain.Error() + " (3 times)"}
	if err != nil || !slices.Contains(report.Facts, want) {
		t.Errorf("%v, facts %+v", err, report.Facts)
	}
}

// Errors that are made anew each time do not fill the memory.
func TestCausesAreBounded(t *testing.T) {
	var l causes
	for i := range 1000 {
		l.add(cause{err: fmt.Errorf("error %d", i)})
		l.add(cause{err: expr.ErrDivide})
	}
	if len(l.list) != mostCauses || l.list[1].times != 1000 || l.others != 1000-(mostCauses-1) {
		t.Errorf("%d causes, the second %d times, and %d events without one", len(l.list), l.list[1].times, l.others)
	}
	known := cause{err: expr.ErrDivide}
	if n := testing.AllocsPerRun(100, func() { l.add(known) }); n != 0 {
		t.Errorf("counting a known cause allocates %v times", n)
	}
}

// Of two workers with reasons of their own the most frequent are told, and how
// many events the others ended: no event is missing from the sum.
func TestOtherCausesAreCounted(t *testing.T) {
	c := &crew{load: new(load), workers: []*worker{{}, {}}}
	for i := range 40 {
		c.workers[i%2].causes.add(cause{err: fmt.Errorf("error %d", i)})
		c.workers[0].causes.add(cause{err: expr.ErrDivide})
	}
	reasons := c.gaveUp()
	first, last := "the load: "+expr.ErrDivide.Error()+" (40 times)", "other reasons (9 times)"
	if len(reasons) != mostCauses+1 || reasons[0] != first || reasons[mostCauses] != last {
		t.Errorf("%d reasons, from %q to %q; want %q and %q", len(reasons), reasons[0], reasons[len(reasons)-1], first, last)
	}
}
