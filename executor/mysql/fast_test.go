package mysql_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// TestFastPathDoesNotAllocate is the gate of the hot path: a point select, and
// a transaction of twenty statements as sysbench has it.
func TestFastPathDoesNotAllocate(t *testing.T) {
	conn := session(t, shared(t))
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, k INT, c CHAR(120), pad CHAR(60), KEY (k))"))
	drivertest.Exec(t, conn, drivertest.Text("INSERT INTO t SELECT seq, seq, REPEAT('c', 119), REPEAT('p', 59) FROM seq_1_to_1000"))
	var statements []driver.Statement
	add := func(count int, prepare bool, sql string, reads ...expr.Kind) {
		for range count {
			statements = append(statements, driver.Statement{ID: len(statements), SQL: sql, Prepare: prepare, Reads: reads})
		}
	}
	add(1, false, "BEGIN")
	add(10, true, "SELECT c FROM t WHERE id = ?", expr.String)
	add(1, true, "SELECT c FROM t WHERE id BETWEEN ? AND 500")
	add(1, true, "SELECT SUM(k) FROM t WHERE id BETWEEN ? AND 200", expr.Int)
	add(1, true, "SELECT c FROM t WHERE id BETWEEN ? AND 200 ORDER BY c")
	add(1, true, "SELECT DISTINCT c FROM t WHERE id BETWEEN ? AND 200 ORDER BY c")
	add(2, true, "UPDATE t SET k = k + 1 WHERE id = ?")
	add(1, false, "UPDATE t SET c = 'a text' WHERE id = ?")
	add(1, false, "SELECT k, c FROM t WHERE id = ?", expr.Int, expr.String)
	add(1, false, "COMMIT")
	args := []expr.Value{expr.IntValue(100)}
	var res driver.Result
	run := func(st *driver.Statement) {
		given := args
		if st.SQL == "BEGIN" || st.SQL == "COMMIT" {
			given = nil
		}
		if err := conn.Execute(st, given, &res); err != nil {
			t.Fatal(err)
		}
	}
	transaction := func() {
		for i := range statements {
			run(&statements[i])
		}
	}
	for range 10 { // buffers grow to what the answers take
		transaction()
	}
	if n := testing.AllocsPerRun(500, func() { run(&statements[1]) }); n != 0 {
		t.Errorf("a point select costs %v allocations", n)
	}
	if n := testing.AllocsPerRun(50, transaction); n != 0 {
		t.Errorf("a transaction of %d statements costs %v allocations", len(statements), n)
	}
}

// TestGarbledAnswer ends a session that can no longer tell where an answer
// ends, rather than to misread the next.
func TestGarbledAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	relay := newRelay(t, l, shared(t).Socket)
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{l.Addr().String()}, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	conn := drivertest.Connect(t, db, 0)
	st := driver.Statement{ID: 0, SQL: "SELECT 1", Prepare: true}
	drivertest.Exec(t, conn, st)
	relay.garbling.Store(true)
	if failed := drivertest.Failure(t, conn, st); failed.Class != driver.Lost || !strings.Contains(failed.Message, "cannot be understood") {
		t.Errorf("class %d, %v; want class Lost", failed.Class, failed)
	}
	relay.garbling.Store(false)
	if failed := drivertest.Failure(t, conn, st); failed.Class != driver.Lost || failed.Code != driver.CodeGone {
		t.Errorf("the next statement: class %d, %v; want class Lost", failed.Class, failed)
	}
	drivertest.Exec(t, drivertest.Connect(t, db, 1), st)
}

// TestMatched reads what an UPDATE's WHERE matched, which is more than it
// changed.
func TestMatched(t *testing.T) {
	conn := session(t, shared(t))
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, k INT)"))
	for id, prepare := range []bool{true, false} {
		for i, c := range []struct {
			sql               string
			affected, matched int64
		}{
			{"REPLACE INTO t VALUES (1, 0), (2, 0), (3, 1)", 0, -1},
			{"UPDATE t SET k = 1", 2, 3},
			{"UPDATE t SET k = 1", 0, 3},
			{"UPDATE t SET k = 2 WHERE id > 5", 0, 0},
			{"SELECT k FROM t", 0, -1},
			{"DELETE FROM t", 3, -1},
		} {
			res := drivertest.Exec(t, conn, driver.Statement{ID: 10*i + id, SQL: c.sql, Prepare: prepare})
			if res.Matched != c.matched || i > 0 && res.Affected != c.affected {
				t.Errorf("%s, prepared %v: affected %d, matched %d; want %d, %d", c.sql, prepare, res.Affected, res.Matched, c.affected, c.matched)
			}
		}
	}
}

// TestChangedTable executes a prepared statement whose columns change under
// it: the server tells the new ones once.
func TestChangedTable(t *testing.T) {
	conn := session(t, shared(t))
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (v INT)"))
	drivertest.Exec(t, conn, drivertest.Text("INSERT INTO t VALUES (7)"))
	st := driver.Statement{ID: 0, SQL: "SELECT * FROM t", Prepare: true, Reads: []expr.Kind{expr.String}}
	for _, c := range []struct{ alter, want string }{
		{"MODIFY v INT", "7"}, {"MODIFY v VARCHAR(10)", "7"}, {"MODIFY v DOUBLE", "7"}, {"ADD COLUMN w INT FIRST", ""}, {"DROP COLUMN v", ""}, {"MODIFY w DATETIME(3)", ""},
	} {
		drivertest.Exec(t, conn, drivertest.Text("ALTER TABLE t "+c.alter))
		for range 3 {
			if res := drivertest.Exec(t, conn, st); string(res.Row[0].Text) != c.want {
				t.Errorf("after %s the value is %q, want %q", c.alter, res.Row[0].Text, c.want)
			}
		}
	}
}
