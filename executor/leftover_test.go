package executor

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// A run that may make tables but not drop them says so, and how to be rid of
// them.
func TestLeftoversAreTold(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	m.sql("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, INDEX, ALTER ON " + m.name + ".* TO nodrop@localhost IDENTIFIED BY ''")
	t.Cleanup(func() { m.sql("DROP USER nodrop@localhost") })
	o, _ := m.options()
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		at := m.endpoint()
		at.User = "nodrop"
		return mysql.Open(ctx, target, at)
	}
	report, err := Run(t.Context(), mariaPlan(1, 10, 1, events(1)), o)
	var left *LeftoverError
	if !errors.As(err, &left) || !strings.Contains(report.Cells[0].Reason, "assay cleanup") {
		t.Errorf("error %v, reason %q", err, report.Cells[0].Reason)
	}
}

// What somebody did to some of the tables while a run used them keeps the
// others from staying.
func TestDropGoesOn(t *testing.T) {
	for name, test := range map[string]struct{ meanwhile, stays, told string }{
		"no ledger":       {"DROP TABLE assay_tables", "", ""},
		"one is gone":     {"DROP TABLE sbtest1", "", ""},
		"one cannot drop": {"ALTER TABLE sbtest1 RENAME TO mine; CREATE VIEW sbtest1 AS SELECT * FROM mine", "assay_tables mine", "(sbtest1: drop table sbtest1: "},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFile(t)
			o, _ := f.at()
			o.Progress = func(p Progress) {
				if p.Phase == event.Measure {
					f.ask("BEGIN IMMEDIATE; " + test.meanwhile + "; COMMIT")
				}
			}
			report, err := Run(t.Context(), lite(100, idle), o)
			if (err != nil) != (test.told != "") || err != nil && !strings.Contains(report.Cells[0].Reason, test.told) {
				t.Errorf("error %v, reason %q", err, report.Cells[0].Reason)
			}
			if left := f.tables(); left != test.stays {
				t.Errorf("there are still %q", left)
			}
		})
	}
}

// idle lets a mix leave the tables alone.
func idle(p *plan.Plan) {
	b := &p.Mixes[0].Transactions[0].Body
	q := b.Steps[0].Query
	q.SQL, q.Args, q.Read, b.Steps = plan.Text("SELECT 1"), nil, nil, b.Steps[:1]
}

func TestEnumerated(t *testing.T) {
	for want, names := range map[string][]string{
		"a": {"a"}, "a, b": {"a", "b"}, "a, b, c, d, e and 2 more": {"a", "b", "c", "d", "e", "f", "g"},
	} {
		if got := enumerated(names); got != want {
			t.Errorf("%v: %q", names, got)
		}
	}
}

func TestLeftoverBesideTheCause(t *testing.T) {
	drop := errors.New("access denied")
	for name, test := range map[string]struct {
		err, drop error
		status    string
		want      []string
	}{
		"all well":    {nil, nil, complete, nil},
		"only drop":   {nil, drop, failedCell, []string{"still there", "access denied", "assay cleanup"}},
		"both":        {errors.New("disk full"), drop, failedCell, []string{"disk full; ", "access denied"}},
		"interrupted": {context.Canceled, drop, interrupted, []string{"the run was interrupted; ", "access denied"}},
		"no answer":   {context.Canceled, context.DeadlineExceeded, interrupted, []string{"no answer within 10s"}},
	} {
		var c event.Cell
		conclude(&c, leftover(test.err, test.drop), context.Canceled)
		if c.Status != test.status {
			t.Errorf("%s: status %s, want %s", name, c.Status, test.status)
		}
		for _, want := range test.want {
			if !strings.Contains(c.Reason, want) {
				t.Errorf("%s: %q is not in %q", name, want, c.Reason)
			}
		}
	}
}
