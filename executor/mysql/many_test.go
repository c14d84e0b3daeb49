package mysql_test

import (
	"context"
	"sync"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// TestThousandSessions opens a thousand sessions at the same time, uses each,
// and closes them.
func TestThousandSessions(t *testing.T) {
	const sessions = 1000
	db := open(t, shared(t), plan.Target{}, "mysql")
	conns := make([]driver.Conn, sessions)
	var wg sync.WaitGroup
	for n := range conns {
		wg.Go(func() {
			conn, err := db.Open(context.Background(), n)
			if err != nil {
				t.Errorf("session %d: %v", n, err)
				return
			}
			conns[n] = conn
			var res driver.Result
			st := &driver.Statement{ID: 0, SQL: "SELECT ?", Prepare: true, Reads: []expr.Kind{expr.Int}}
			for range 3 {
				if err := conn.Execute(st, []expr.Value{expr.IntValue(int64(n))}, &res); err != nil || res.Row[0].Int != int64(n) {
					t.Errorf("session %d: read %v, error %v", n, res.Row, err)
				}
			}
		})
	}
	wg.Wait()
	for _, conn := range conns {
		if conn != nil {
			conn.Close()
		}
	}
	drivertest.Exec(t, drivertest.Connect(t, db, 0), drivertest.Text("SELECT 1"))
}
