package executor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// failing answers the first n statements that start with prefix with err.
func failing(n int, prefix string, err error) func(*scripted, string, *driver.Result) error {
	var left atomic.Int64
	left.Store(int64(n))
	return func(_ *scripted, sql string, res *driver.Result) error {
		if strings.HasPrefix(sql, prefix) && left.Add(-1) >= 0 {
			return err
		}
		answer(sql, res)
		return nil
	}
}

func TestDeadlockIsRetriedAfterRollback(t *testing.T) {
	s := &script{answer: failing(2, "UPDATE", deadlock())}
	_, m, err := play(t, t.Context(), s, scriptPlan(update(), events(1)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"BEGIN", "UPDATE t SET k = 1", "ROLLBACK",
		"BEGIN", "UPDATE t SET k = 1", "ROLLBACK",
		"BEGIN", "UPDATE t SET k = 1", "COMMIT",
	}
	if !slices.Equal(s.texts, want) {
		t.Errorf("sent %q", s.texts)
	}
	e := m.events[0]
	if e.Outcome != event.OK || e.Attempts != 3 || e.Statements != 9 || e.ErrorCode != 0 {
		t.Errorf("event %+v", e)
	}
	failed := 0
	for _, st := range m.statements {
		if st.Kind == event.Failed && st.ErrorCode == 1213 {
			failed++
		}
	}
	if failed != 2 {
		t.Errorf("%d failed statements, want 2", failed)
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	s := &script{answer: failing(1000, "UPDATE", deadlock())}
	report, m, err := play(t, t.Context(), s, scriptPlan(update(), events(2)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range m.events {
		if e.Outcome != event.Error || e.Attempts != 10 || e.ErrorCode != 1213 {
			t.Errorf("event %+v", e)
		}
	}
	if len(m.events) != 2 || report.Cells[0].Status != complete {
		t.Errorf("%d events, cell %s", len(m.events), report.Cells[0].Status)
	}
}

func TestIgnoredErrorsAreCounted(t *testing.T) {
	duplicate := &driver.Error{Code: 1062, Message: "Duplicate entry"}
	for _, ignore := range []int{1062, everyCode} {
		s := &script{answer: failing(1, "UPDATE", duplicate)}
		_, m, err := play(t, t.Context(), s, scriptPlan(update(), events(2), func(p *plan.Plan) { p.Loads[0].Errors.Ignore = []int{ignore} }))
		if err != nil {
			t.Fatal(err)
		}
		if m.events[0].Outcome != event.Error || m.events[0].ErrorCode != 1062 || m.events[1].Outcome != event.OK {
			t.Errorf("events %+v", m.events)
		}
		if !slices.Contains(s.texts, "ROLLBACK") {
			t.Error("no rollback")
		}
	}
}

func TestOtherErrorsFailTheCell(t *testing.T) {
	missing := &driver.Error{Code: 1146, State: "42S02", Message: "Table 'sbtest.t' doesn't exist"}
	s := &script{answer: failing(1000, "UPDATE", missing)}
	report, m, err := play(t, t.Context(), s, scriptPlan(update(), events(50), func(p *plan.Plan) {
		at := "mix." + p.Mixes[0].Name + ".transaction." + p.Mixes[0].Transactions[0].Name
		p.Notes.Positions = []plan.Position{{Object: at, File: "shop.hcl", Line: 40}, {Object: at + ".query.update", File: "shop.hcl", Line: 41}}
	}))
	var statement *StatementError
	var cell *CellError
	if !errors.As(err, &statement) || !errors.As(err, &cell) || statement.Label != "update" {
		t.Fatalf("error %v", err)
	}
	const want = `statement "update" of transaction "oltp" (shop.hcl:41) failed with error 1146 (42S02): Table 'sbtest.t' doesn't exist: UPDATE t SET k = 1`
	if c := report.Cells[0]; c.Status != failedCell || c.Reason != want {
		t.Errorf("cell %s: %s", c.Status, c.Reason)
	}
	if len(m.events) != 1 || m.events[0].Outcome != event.Error {
		t.Errorf("events %+v", m.events)
	}
}

func TestFailedCellsDoNotStopTheOthers(t *testing.T) {
	for onFailure, want := range map[string]int{"continue": 3, "stop": 1} {
		s := &script{answer: failing(1, "UPDATE", &driver.Error{Code: 1146, Message: "no table"})}
		p := scriptPlan(update(), events(1), func(p *plan.Plan) { p.Repeat, p.OnFailure = 3, onFailure })
		report, _, err := play(t, t.Context(), s, p)
		if err == nil || len(report.Cells) != want {
			t.Errorf("%s: %d cells, %v", onFailure, len(report.Cells), err)
		}
		for i, c := range report.Cells {
			if (c.Status == complete) != (i > 0) || c.Sequence != i || c.Repeat != i {
				t.Errorf("%s: cell %+v", onFailure, c)
			}
		}
	}
}

func TestLostConnectionIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answer: failing(1, "UPDATE", lost())}
		s.open = func(_ context.Context, n int) error {
			if n > 0 && n < 5 { // the server comes back at the fifth attempt
				return &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: "connection refused"}
			}
			return nil
		}
		_, m, err := play(t, t.Context(), s, scriptPlan(update(), events(1)))
		if err != nil {
			t.Fatal(err)
		}
		e := m.events[0]
		if e.Outcome != event.OK || e.Attempts != 2 || e.Statements != 5 {
			t.Errorf("event %+v", e)
		}
		if n := m.labelled(labelConnect, event.Measure); n != 1 {
			t.Errorf("%d connects archived, want 1", n)
		}
		if s.opens != 6 {
			t.Errorf("%d attempts to connect, want 6", s.opens)
		}
		if slices.Contains(s.texts, "ROLLBACK") {
			t.Error("a lost connection was sent a ROLLBACK")
		}
	})
}

func TestReconnectHasADeadline(t *testing.T) {
	refused := &driver.Error{Class: driver.Refused, Code: 1045, Message: "Access denied"}
	down := &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: "connection refused"}
	for _, test := range []struct {
		err      error
		lo, hi   time.Duration
		sentence string
	}{
		{down, 4 * time.Second, 6 * time.Second, "within 5s: error 2002"},
		{refused, 0, time.Millisecond, "Access denied"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answer: failing(1, "UPDATE", lost())}
			s.open = func(_ context.Context, n int) error {
				if n > 0 {
					return test.err
				}
				return nil
			}
			start := time.Now()
			report, m, err := play(t, t.Context(), s, scriptPlan(update(), events(5)))
			if took := time.Since(start); took < test.lo || took > test.hi {
				t.Errorf("it took %v", took)
			}
			if err == nil || !strings.Contains(report.Cells[0].Reason, test.sentence) {
				t.Errorf("error %v", err)
			}
			if len(m.events) != 1 || m.events[0].Outcome != event.Error {
				t.Errorf("events %+v", m.events)
			}
		})
	}
}

// A failed ROLLBACK leaves the session in an unknown state.
func TestFailedRollbackFailsTheCell(t *testing.T) {
	s := &script{answer: func(_ *scripted, sql string, res *driver.Result) error {
		switch sql {
		case "BEGIN", "COMMIT":
			return nil
		case "ROLLBACK":
			return &driver.Error{Code: 1047, Message: "Unknown command"}
		}
		return deadlock()
	}}
	_, _, err := play(t, t.Context(), s, scriptPlan(update(), events(1)))
	var statement *StatementError
	if !errors.As(err, &statement) || statement.Label != labelRollback {
		t.Errorf("error %v", err)
	}
}

func TestSinkFailureStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("no space left on device")
		s := &script{answer: takes(time.Millisecond)}
		p := scriptPlan(update(), func(p *plan.Plan) { p.Loads[0].Duration, p.Loads[0].Threads = int64(time.Hour), plan.Fixed(3) })
		start := time.Now()
		report, _, err := play(t, t.Context(), s, p, func(o *Options) {
			o.Sink = func(_, _ int, names *event.Names) (Sink, error) { return &memory{names: names, err: full}, nil }
		})
		if !errors.Is(err, full) || time.Since(start) > 5*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		if c := report.Cells[0]; c.Status != failedCell || c.Reason != "writing the archive: no space left on device" || c.Events != 0 {
			t.Errorf("cell %+v", c)
		}
	})
}
