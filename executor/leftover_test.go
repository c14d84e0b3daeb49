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
