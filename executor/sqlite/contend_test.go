package sqlite

import (
	"sync"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/planner/expr"
)

// TestContention has many writers take turns: each waits for the lock, none
// fails, and no update is lost.
func TestContention(t *testing.T) {
	const writers, each = 8, 50
	db := open(t, nil)
	first := drivertest.Connect(t, db, 0)
	drivertest.Exec(t, first, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, k INT)"))
	drivertest.Exec(t, first, drivertest.Text("INSERT INTO t VALUES (1, 0)"))
	texts := []string{"BEGIN IMMEDIATE", "SELECT k FROM t WHERE id = 1", "UPDATE t SET k = k + 1 WHERE id = 1", "COMMIT"}
	var wg sync.WaitGroup
	for n := range writers {
		conn := drivertest.Connect(t, db, n)
		wg.Go(func() {
			var res driver.Result
			for range each {
				for id, sql := range texts {
					if err := conn.Execute(&driver.Statement{ID: id, SQL: sql, Prepare: true}, nil, &res); err != nil {
						t.Errorf("writer %d, %s: %v", n, sql, err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if k := drivertest.Exec(t, first, drivertest.Text("SELECT k FROM t", expr.Int)).Row[0].Int; k != writers*each {
		t.Errorf("%d updates counted, want %d", k, writers*each)
	}
}
