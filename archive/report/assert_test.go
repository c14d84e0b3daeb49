package report

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func resultOf(kind expr.Kind, metric string, scope ...any) expr.Expr {
	e := expr.Expr{Op: expr.OpResult, Kind: kind, Text: metric}
	for _, s := range scope {
		switch s := s.(type) {
		case float64:
			e.Args = append(e.Args, expr.ConstFloat(s))
		case string:
			e.Args = append(e.Args, expr.ConstString(s))
		}
	}
	return e
}

func compare(op expr.Op, a expr.Expr, b int64) expr.Expr {
	return expr.Expr{Op: op, Kind: expr.Bool, Args: []expr.Expr{a, expr.ConstInt(b)}}
}

func TestAsserts(t *testing.T) {
	cases := []struct {
		condition expr.Expr
		held      bool
		want      string // in the message or the values
	}{
		{compare(expr.OpGt, resultOf(expr.Int, "events"), 1000), true, "result.events = "},
		{compare(expr.OpGt, resultOf(expr.Int, "events", "load", "oltp"), 1000), true, "result.load.oltp.events = "},
		{compare(expr.OpEq, resultOf(expr.Int, "errors"), 0), false, "As the author put it."},
		{compare(expr.OpGt, resultOf(expr.Float, "throughput"), 150), true, "result.throughput = 196"},
		{compare(expr.OpLt, resultOf(expr.Float, "response.percentile", 99.5), 30*ms), true, "percentile(result.response, 99.5) = 21.9 ms"},
		{compare(expr.OpLt, resultOf(expr.Float, "response.percentile", 99.5, "transaction", "write"), 2*ms), false, "percentile(result.transaction.write.response, 99.5) = 21.9 ms"},
		{compare(expr.OpLt, resultOf(expr.Float, "service.mean"), 30*ms), true, "mean(result.service) = 12.0 ms"},
		{compare(expr.OpLt, resultOf(expr.Float, "service.max", "query", "update"), 8*ms), true, "max(result.query.update.service) = 7.31 ms"},
		{compare(expr.OpGt, resultOf(expr.Int, "errors", "transaction", "write", "query", "update"), 0), true, "errors = 52"},
		{compare(expr.OpGt, resultOf(expr.Float, "response.min", "transaction", "other"), 0), false, `there are no ok events of transaction "other"`},
		{compare(expr.OpGt, resultOf(expr.Float, "throughput", "load", "olap"), 0), false, `the cell has no load "olap"`},
		{compare(expr.OpGt, resultOf(expr.Float, "throughput", "host", "a"), 0), false, "unknown scope"},
		{compare(expr.OpGt, resultOf(expr.Float, "cost"), 0), false, `no result called "cost"`},
		{compare(expr.OpGt, resultOf(expr.Float, "response.percentile", 101.0), 0), false, "from 0 to 100"},
		{compare(expr.OpGt, resultOf(expr.Float, "response.percentile"), 0), false, "lacks its percentile"},
	}
	p := samplePlan(4)
	for _, c := range cases {
		p.Asserts = append(p.Asserts, plan.Assert{Name: "a", Condition: c.condition, Message: "As the author put it."})
	}
	s := summarise(t, &sample{plan: p, repeats: []repeated{working(0, 0, 4, 2000, 1)}}, Options{})
	if len(s.Asserts) != len(cases) || !s.Broken() {
		t.Fatalf("%d verdicts, broken %v; want %d, of which some do not hold", len(s.Asserts), s.Broken(), len(cases))
	}
	for i, c := range cases {
		got := &s.Asserts[i]
		if got.Held != c.held || !strings.Contains(got.Message+strings.Join(got.Values, ", "), c.want) {
			t.Errorf("%s: held %v, %q %q; want %v, %q", c.condition, got.Held, got.Message, got.Values, c.held, c.want)
		}
	}
	for _, p := range s.Cells[0].Repeats[0].Total.Response.Percentiles {
		if p.P == 99.5 {
			t.Error("an assertion's percentile is shown though nobody asked for it")
		}
	}
}

// TestAssertsWithoutData: what cannot be told does not hold, and says why.
func TestAssertsWithoutData(t *testing.T) {
	whole, query := resultOf(expr.Int, "errors"), resultOf(expr.Int, "errors", "query", "point")
	either := func(conditions ...expr.Expr) expr.Expr {
		return expr.Expr{Op: expr.OpOr, Kind: expr.Bool, Args: conditions}
	}
	const none, unseen = "there are no events in the measured phase", "statements were not archived"
	cases := []struct {
		condition expr.Expr
		events    int
		dropped   bool // the statements
		want      string
	}{
		{compare(expr.OpEq, whole, 0), 0, false, none},
		{compare(expr.OpNe, whole, 5), 0, false, none},
		{compare(expr.OpGe, whole, 0), 0, false, none},
		{either(compare(expr.OpNe, whole, 5), compare(expr.OpEq, whole, 5)), 0, false, none},
		{compare(expr.OpNe, query, 5), 0, false, none},
		{compare(expr.OpNe, query, 5), 0, true, none},
		{compare(expr.OpNe, query, 5), 50, true, unseen},
		{compare(expr.OpGe, query, 0), 50, true, unseen},
		{either(compare(expr.OpGe, whole, 0), compare(expr.OpGe, query, 0)), 50, true, ""}, // decided by what is known
	}
	for _, c := range cases {
		s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, c.events, 1)}, dropped: c.dropped}
		s.plan.Asserts = []plan.Assert{{Name: "a", Condition: c.condition, Message: "As the author put it."}}
		a := summarise(t, s, Options{}).Asserts[0]
		if a.Held != (c.want == "") || c.want != "" && a.Message != "It cannot be judged: "+c.want+"." {
			t.Errorf("%s of %d events: %+v, want %q", c.condition, c.events, a, c.want)
		}
	}
}

func TestGoldenAsserts(t *testing.T) {
	p := samplePlan(4)
	p.Asserts = []plan.Assert{
		{Name: "p99", Condition: compare(expr.OpLt, resultOf(expr.Float, "response.percentile", 99.0), 20*ms), Message: "The 99th percentile of response time passed 20 ms."},
		{Name: "errors", Condition: compare(expr.OpLt, resultOf(expr.Int, "errors"), 100), Message: "Too many errors."},
	}
	golden(t, "asserts.txt", render(t, summarise(t, &sample{plan: p, repeats: []repeated{working(0, 0, 4, 100, 1)}}, Options{})))
}

// TestVerdictsOnce: of several cells each reason is written once.
func TestVerdictsOnce(t *testing.T) {
	p := samplePlan(1, 4)
	p.Asserts = []plan.Assert{
		{Name: "few", Condition: compare(expr.OpLt, resultOf(expr.Int, "events"), 10), Message: "Too many events."},
		{Name: "p99", Condition: compare(expr.OpLt, resultOf(expr.Float, "response.percentile", 99.0, "load", "other"), 20*ms)},
		{Name: "mean", Condition: compare(expr.OpNe, resultOf(expr.Float, "response.mean", "load", "other"), 20*ms)},
	}
	s := summarise(t, &sample{plan: p, repeats: []repeated{working(0, 0, 1, 100, 1), working(1, 0, 4, 200, 1)}}, Options{})
	const want = `
assertions that did not hold
  few: Too many events.
    cell 0: result.events = 98
    cell 1: result.events = 196
  p99, mean: It cannot be judged: the cell has no load "other". (cell 0, cell 1)
`
	if text := string(render(t, s)); !strings.Contains(text, want) {
		t.Errorf("%s\nis not in\n%s", want, text)
	}
}
