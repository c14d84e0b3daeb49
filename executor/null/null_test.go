package null

import (
	"context"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func open(t testing.TB) driver.Driver {
	t.Helper()
	target := &plan.Target{Dialect: plan.Dialect{ListLedger: "SELECT name FROM assay_tables"}}
	db, err := Open(context.Background(), target, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestAnswers(t *testing.T) {
	conn := drivertest.Connect(t, open(t), 0)
	for i, c := range []struct {
		sql            string
		hasRows        bool
		rows, affected int64
	}{
		{"SELECT c, d FROM t WHERE id = ?", true, 1, 0},
		{"SELECT name FROM assay_tables", true, 0, 0},
		{"  /* a comment */ update t set k = 1", false, 0, 1},
		{"INSERT INTO t VALUES (1), (2)", false, 0, 1},
		{"BEGIN", false, 0, 0},
		{"anything at all", false, 0, 0},
	} {
		for _, id := range []int{i, i, -1} {
			res := drivertest.Exec(t, conn, driver.Statement{ID: id, SQL: c.sql, Reads: []expr.Kind{expr.Int, expr.String}})
			if res.HasRows != c.hasRows || res.Rows != c.rows || res.Affected != c.affected {
				t.Errorf("%s: rows %v %d, affected %d; want %v %d, %d", c.sql, res.HasRows, res.Rows, res.Affected, c.hasRows, c.rows, c.affected)
			}
			if want := 2 * int(c.rows); len(res.Row) != want {
				t.Errorf("%s: %d values, want %d", c.sql, len(res.Row), want)
			} else if want > 0 && (res.Row[0].Kind != expr.Int || res.Row[1].Kind != expr.String) {
				t.Errorf("%s: kinds %v and %v, want int and string", c.sql, res.Row[0].Kind, res.Row[1].Kind)
			}
		}
	}
}

func TestClosed(t *testing.T) { drivertest.TestClosed(t, open(t)) }

func TestNoAllocation(t *testing.T) {
	conn := drivertest.Connect(t, open(t), 0)
	st := &driver.Statement{ID: 3, SQL: "SELECT c FROM t WHERE id = ?", Reads: []expr.Kind{expr.Int}}
	var res driver.Result
	if allocs := testing.AllocsPerRun(100, func() { conn.Execute(st, nil, &res) }); allocs != 0 {
		t.Errorf("%v allocations per statement, want none", allocs)
	}
}

func BenchmarkExecute(b *testing.B) {
	conn := drivertest.Connect(b, open(b), 0)
	st := &driver.Statement{ID: 0, SQL: "SELECT c FROM t WHERE id = ?", Reads: []expr.Kind{expr.String}}
	var res driver.Result
	b.ReportAllocs()
	for b.Loop() {
		conn.Execute(st, nil, &res)
	}
}

// A text that was joined from rows affects as many, as it would on a database.
func TestJoinedRows(t *testing.T) {
	d, _ := Open(t.Context(), &plan.Target{}, driver.Endpoint{})
	s, _ := d.Open(t.Context(), 0)
	var res driver.Result
	st := driver.Statement{ID: -1, SQL: "INSERT INTO t VALUES (1), (2), (3)", Rows: 3}
	if err := s.Execute(&st, nil, &res); err != nil || res.Affected != 3 {
		t.Errorf("%d rows affected, %v", res.Affected, err)
	}
}
