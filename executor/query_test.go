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

// point is a step that reads one value into slot 0.
func point(change func(*plan.Query)) plan.Step {
	q := &plan.Query{
		Name: "point", Index: 0, Repetition: once, SQL: plan.Text("SELECT k FROM t"), Expect: noExpect,
		Read: []plan.Read{{Name: "k", Slot: 0, Kind: expr.Int}},
	}
	change(q)
	return plan.Step{Query: q}
}

func call(op expr.Op, kind expr.Kind, args ...expr.Expr) expr.Expr {
	return expr.Expr{Op: op, Kind: kind, Args: args}
}

// Answers of a database, besides the good one.
var (
	noRows  = func(sql string, res *driver.Result) { res.HasRows = strings.HasPrefix(sql, "SELECT") }
	oneNull = func(sql string, res *driver.Result) {
		if res.HasRows = strings.HasPrefix(sql, "SELECT"); res.HasRows {
			res.Rows, res.Row = 1, append(res.Row, expr.Value{})
		}
	}
	duplicate = &driver.Error{Code: 1062, Message: "Duplicate entry"}
)

// answers are what may come of one step between BEGIN and COMMIT.
var answers = []struct {
	name   string
	step   plan.Step
	answer func(string, *driver.Result)
	fails  error
	want   event.Outcome
	sent   string // after BEGIN
}{
	{"a row", point(func(*plan.Query) {}), answer, nil, event.OK, "SELECT COMMIT"},
	{"no row", point(func(*plan.Query) {}), noRows, nil, event.OK, "SELECT COMMIT"},
	{"on_empty rollback", point(func(q *plan.Query) { q.OnEmpty = "rollback" }), noRows, nil, event.RolledBack, "SELECT ROLLBACK"},
	{"on_empty error", point(func(q *plan.Query) { q.OnEmpty = "error" }), noRows, nil, event.Error, "SELECT ROLLBACK"},
	{"null", point(func(*plan.Query) {}), oneNull, nil, event.OK, "SELECT COMMIT"},
	{"on_null rollback", point(func(q *plan.Query) { q.OnNull = "rollback" }), oneNull, nil, event.RolledBack, "SELECT ROLLBACK"},
	{"on_null error", point(func(q *plan.Query) { q.OnNull = "error" }), oneNull, nil, event.Error, "SELECT ROLLBACK"},
	{"rows as expected", point(func(q *plan.Query) { q.Expect.Rows = 1 }), answer, nil, event.OK, "SELECT COMMIT"},
	{"rows not as expected", point(func(q *plan.Query) { q.Expect.Rows = 2 }), answer, nil, event.Unexpected, "SELECT COMMIT"},
	{"affected not as expected", point(func(q *plan.Query) { q.Expect.Affected = 1 }), answer, nil, event.Unexpected, "SELECT COMMIT"},
	{"no expectation in the plan", point(func(q *plan.Query) { q.Expect = plan.Expect{} }), answer, nil, event.OK, "SELECT COMMIT"},
	{"an error as expected", point(func(q *plan.Query) { q.Expect.Error = 1062 }), answer, duplicate, event.OK, "SELECT COMMIT"},
	{"an expected error that does not come", point(func(q *plan.Query) { q.Expect.Error = 1062 }), answer, nil, event.Unexpected, "SELECT COMMIT"},
	{"when not", point(func(q *plan.Query) { q.When = expr.ConstBool(false) }), answer, nil, event.OK, "COMMIT"},
	{"three times", point(func(q *plan.Query) { q.Count = plan.Fixed(3) }), answer, nil, event.OK, "SELECT SELECT SELECT COMMIT"},
	{"a drawn number of times", point(func(q *plan.Query) { q.Count = plan.Number{Expr: uniform(2, 2)} }), answer, nil, event.OK, "SELECT SELECT COMMIT"},
	{"a value that cannot be computed", point(func(q *plan.Query) {
		q.Args = []expr.Expr{call(expr.OpMod, expr.Int, expr.ConstInt(1), expr.ConstInt(0))}
	}), answer, nil, event.Error, "ROLLBACK"},
	{"a let that cannot be drawn", plan.Step{Group: &plan.Group{Repetition: once, Body: plan.Block{Lets: []plan.Let{{Slot: 1, Value: uniform(2, 1)}}}}}, answer, nil, event.Error, "ROLLBACK"},
	{"rollback", plan.Step{Rollback: &plan.Rollback{}}, answer, nil, event.RolledBack, "ROLLBACK"},
	{"rollback when not", plan.Step{Rollback: &plan.Rollback{When: expr.ConstBool(false)}}, answer, nil, event.OK, "COMMIT"},
	{"a group three times", plan.Step{Group: &plan.Group{Repetition: plan.Repetition{Count: plan.Fixed(3), Index: 1}, Body: plan.Block{Steps: []plan.Step{
		point(func(q *plan.Query) {
			q.When = call(expr.OpNe, expr.Bool, expr.Slot(1, expr.Int), expr.ConstInt(1))
		}),
	}}}}, answer, nil, event.OK, "SELECT SELECT COMMIT"},
}

func TestWhatAnswersMean(t *testing.T) {
	for _, test := range answers {
		t.Run(test.name, func(t *testing.T) {
			s := &script{answer: func(_ *scripted, sql string, res *driver.Result) error {
				if test.fails != nil && strings.HasPrefix(sql, "SELECT") {
					return test.fails
				}
				test.answer(sql, res)
				return nil
			}}
			_, m, err := play(t, t.Context(), s, scriptPlan([]plan.Step{test.step}, events(1)))
			if err != nil {
				t.Fatal(err)
			}
			if got := m.events[0].Outcome; got != test.want {
				t.Errorf("the outcome is %s, want %s", event.OutcomeNames[got], event.OutcomeNames[test.want])
			}
			var verbs []string
			for _, text := range s.texts[1:] {
				verbs = append(verbs, strings.Fields(text)[0])
			}
			if got := strings.Join(verbs, " "); got != test.sent {
				t.Errorf("sent %s, want %s", got, test.sent)
			}
		})
	}
}

func TestKinds(t *testing.T) {
	for _, test := range []struct {
		failure *driver.Error
		res     driver.Result
		want    event.Kind
	}{
		{nil, driver.Result{HasRows: true}, event.Read},
		{nil, driver.Result{HasRows: true, Affected: 3}, event.Read},
		{nil, driver.Result{Affected: 3}, event.Write},
		{nil, driver.Result{Matched: 3}, event.Other},
		{&driver.Error{}, driver.Result{HasRows: true}, event.Failed},
	} {
		if got := kind(test.failure, &test.res); got != test.want {
			t.Errorf("%+v, %v is %s", test.res, test.failure, event.KindNames[got])
		}
	}
}

// Values that stand in the text are written by the worker; those read are
// there for later statements of the transaction, also in a text.
func TestDynamicText(t *testing.T) {
	dynamic := &plan.Query{Name: "update", Index: 1, Repetition: once, Expect: noExpect, SQL: plan.Template{
		Parts: []string{"UPDATE t", " SET k = ", ""},
		Holes: []plan.Hole{{Table: -1, Value: expr.ConstInt(7)}, {Table: -1, Value: call(expr.OpAdd, expr.Int, expr.Slot(0, expr.Int), expr.ConstInt(1))}},
	}}
	s := &script{answer: func(_ *scripted, sql string, res *driver.Result) error {
		if strings.HasPrefix(sql, "SELECT") {
			res.HasRows, res.Rows, res.Row = true, 1, append(res.Row, expr.IntValue(41))
		}
		return nil
	}}
	_, m, err := play(t, t.Context(), s, scriptPlan([]plan.Step{point(func(*plan.Query) {}), {Query: dynamic}}, events(1)))
	if err != nil || m.events[0].Outcome != event.OK || !slices.Contains(s.texts, "UPDATE t7 SET k = 42") {
		t.Errorf("sent %q, %v", s.texts, err)
	}
}

// batched is a step that inserts one row of a batch.
func batched(size int64) plan.Step {
	return plan.Step{Query: &plan.Query{
		Name: "update", Index: 1, Repetition: once, Expect: noExpect, Batch: size,
		SQL:  plan.Text("INSERT INTO t (id, c) VALUES (?, 'a?b') ON DUPLICATE KEY UPDATE c = VALUES(c)"),
		Args: []expr.Expr{{Op: expr.OpDraw, Kind: expr.Int, Text: "sequence", Args: []expr.Expr{expr.ConstInt(100), expr.ConstInt(1)}}},
	}}
}

// autocommit takes BEGIN and COMMIT away.
func autocommit(p *plan.Plan) {
	t := &p.Mixes[0].Transactions[0]
	t.Begin, t.Commit, t.Rollback = nil, "", ""
	p.Mixes[0].Sites = 1
}

func TestBatches(t *testing.T) {
	s := &script{answer: func(_ *scripted, _ string, res *driver.Result) error { res.Affected = 1; return nil }}
	_, m, err := play(t, t.Context(), s, scriptPlan([]plan.Step{batched(110)}, events(5), autocommit))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"INSERT INTO t (id, c) VALUES (100, 'a?b'),(101, 'a?b'),(102, 'a?b') ON DUPLICATE KEY UPDATE c = VALUES(c)",
		"INSERT INTO t (id, c) VALUES (103, 'a?b'),(104, 'a?b') ON DUPLICATE KEY UPDATE c = VALUES(c)",
	}
	if !slices.Equal(s.texts, want) {
		t.Errorf("sent %q", s.texts)
	}
	var statements []int32
	for _, e := range m.events {
		statements = append(statements, e.Statements)
	}
	if !slices.Equal(statements, []int32{0, 0, 0, 1, 1}) {
		t.Errorf("statements of the events: %v", statements)
	}
}

// What is left at the end is the last event's, also if that event was old
// enough to be handed over by then.
func TestBatchesOfSlowEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answer: takes(400 * time.Millisecond)}
		_, m, err := play(t, t.Context(), s, scriptPlan([]plan.Step{batched(1)}, events(3), autocommit))
		if err != nil {
			t.Fatal(err)
		}
		var statements []int32
		for _, e := range m.events {
			statements = append(statements, e.Statements)
		}
		if !slices.Equal(statements, []int32{0, 1, 2}) || len(s.texts) != 3 {
			t.Errorf("statements of the events: %v; sent %q", statements, s.texts)
		}
	})
}

// A batch that fails is sent again with the same rows, and the row that did not
// fit is drawn anew.
func TestBatchIsRetried(t *testing.T) {
	s := &script{answer: failing(2, "INSERT", deadlock())}
	_, m, err := play(t, t.Context(), s, scriptPlan([]plan.Step{batched(1)}, events(2), autocommit))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.texts) != 4 || s.texts[0] != s.texts[1] || s.texts[1] != s.texts[2] || strings.Contains(s.texts[3], "100") {
		t.Errorf("sent %q", s.texts)
	}
	if m.events[1].Outcome != event.OK || m.events[1].Attempts != 3 || m.events[1].Statements != 4 {
		t.Errorf("event %+v", m.events[1])
	}
}

// A batch that fails at the end is told by the transaction that its rows are of.
func TestLastBatchThatFails(t *testing.T) {
	s := &script{answer: failing(1, "INSERT", &driver.Error{Code: 1146, Message: "no table"})}
	report, _, err := play(t, t.Context(), s, scriptPlan([]plan.Step{batched(1 << 20)}, events(2), autocommit))
	if err == nil || !strings.HasPrefix(report.Cells[0].Reason, `statement "update" of transaction "oltp" failed with error 1146: no table`) {
		t.Errorf("%v", err)
	}
}

// Inside BEGIN and COMMIT the rows belong to their transaction.
func TestBatchInTransaction(t *testing.T) {
	s := &script{answer: func(_ *scripted, sql string, res *driver.Result) error { answer(sql, res); return nil }}
	step := batched(1 << 20)
	step.Query.Count = plan.Fixed(3)
	_, _, err := play(t, t.Context(), s, scriptPlan([]plan.Step{step}, events(2), func(p *plan.Plan) { p.Mixes[0].Sites = 1 }))
	if err != nil {
		t.Fatal(err)
	}
	var verbs []string
	for _, text := range s.texts {
		verbs = append(verbs, strings.Fields(text)[0])
	}
	if got := strings.Join(verbs, " "); got != "BEGIN INSERT COMMIT BEGIN INSERT COMMIT" {
		t.Errorf("sent %s", got)
	}
}

func TestCutRowText(t *testing.T) {
	for _, test := range []struct{ sql, head, row, tail string }{
		{"INSERT INTO t VALUES (?, ?)", "INSERT INTO t VALUES ", "(|, |)", ""},
		{"insert into `values` (a) value(f(?), ')', \"(\")", "insert into `values` (a) value", "(f(|), ')', \"(\")", ""},
		{`REPLACE t VALUES ('it''s \') ?', ?) ON DUPLICATE KEY UPDATE a = VALUES(a)`, "REPLACE t VALUES ", `('it''s \') ?', |)`, " ON DUPLICATE KEY UPDATE a = VALUES(a)"},
		{"INSERT INTO key_value (id) VALUES (?)", "INSERT INTO key_value (id) VALUES ", "(|)", ""},
		{"INSERT INTO shop.value (id) VALUES(?)", "INSERT INTO shop.value (id) VALUES", "(|)", ""},
		{"INSERT INTO t SELECT ?", "", "", ""},
		{"INSERT INTO t VALUES (?", "", "", ""},
		{"INSERT INTO t SET values = 'VALUES (?)'", "", "", ""},
	} {
		var r rowText
		err := r.cut(test.sql)
		if got := strings.Join(r.row, "|"); r.head != test.head || got != test.row || r.tail != test.tail || (err == nil) != (test.row != "") {
			t.Errorf("%s: %q %q %q %v", test.sql, r.head, got, r.tail, err)
		}
	}
}

// Rows of an attempt that was rolled back do not come back with the next.
func TestBatchOfFailedTransactionIsForgotten(t *testing.T) {
	s := &script{answer: failing(1, "UPDATE", deadlock())}
	steps := []plan.Step{batched(1 << 20), {Query: &plan.Query{Name: "point", Index: 0, Repetition: once, SQL: plan.Text("UPDATE t"), Expect: noExpect}}}
	_, _, err := play(t, t.Context(), s, scriptPlan(steps, events(1), func(p *plan.Plan) { p.Mixes[0].Sites = 1 }))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"BEGIN", "UPDATE t", "ROLLBACK", "BEGIN", "UPDATE t", "INSERT INTO t (id, c) VALUES (101, 'a?b') ON DUPLICATE KEY UPDATE c = VALUES(c)", "COMMIT"}
	if !slices.Equal(s.texts, want) {
		t.Errorf("sent %q", s.texts)
	}
}
