package executor

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// A server that is read-only for the user refuses a run that makes tables, and
// keeps nothing of it; with tables that stand, a run that only reads works.
func TestReadOnlyServer(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	m.sql("GRANT ALL ON " + m.name + ".* TO reader@localhost IDENTIFIED BY ''")
	t.Cleanup(func() { m.sql("SET GLOBAL read_only = OFF; DROP USER reader@localhost") })
	reads := func(p *plan.Plan) {
		b := &p.Mixes[0].Transactions[0].Body
		b.Steps = b.Steps[:1]
	}
	run := func(unchecked bool) error {
		o, _ := m.options()
		o.Unchecked = unchecked
		o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
			at := m.endpoint()
			at.User = "reader"
			return mysql.Open(ctx, target, at)
		}
		_, err := Run(t.Context(), mariaPlan(1, 100, 2, events(10), reads), o)
		return err
	}
	m.sql("SET GLOBAL read_only = ON")
	for _, unchecked := range []bool{false, true} {
		var failed *driver.Error
		if err := run(unchecked); !errors.As(err, &failed) || failed.Code != 1290 || !strings.Contains(err.Error(), "read-only") || strings.Contains(err.Error(), "still there") {
			t.Errorf("unchecked %v: %v", unchecked, err)
		}
		if left := m.sql("SHOW TABLES"); left != "" {
			t.Errorf("unchecked %v: there is %s", unchecked, left)
		}
	}
	m.sql("SET GLOBAL read_only = OFF")
	if err := Prepare(t.Context(), mariaPlan(1, 100, 2, events(10), reads), first(m.options())); err != nil {
		t.Fatal(err)
	}
	m.sql("SET GLOBAL read_only = ON")
	if err := run(false); err != nil {
		t.Errorf("over tables that stand: %v", err)
	}
}
