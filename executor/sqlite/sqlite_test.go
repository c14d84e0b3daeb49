package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func open(t testing.TB, session []plan.Setting) driver.Driver {
	t.Helper()
	db, err := Open(context.Background(), &plan.Target{Session: session}, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

const forever = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"

func TestConformance(t *testing.T) {
	drivertest.Run(t, drivertest.Harness{
		Open: func(t *testing.T, session []plan.Setting) driver.Driver { return open(t, session) },
		Types: map[expr.Kind]string{
			expr.Int: "BIGINT", expr.Float: "DOUBLE", expr.Bool: "BOOLEAN",
			expr.String: "TEXT", expr.Bytes: "BLOB", expr.Time: "DATETIME",
		},
		Setting: plan.Setting{Name: "cache_size", Value: "-4321"},
		Probe:   "PRAGMA cache_size", Want: "-4321",
		Syntax: 1, Duplicate: 19, NoTable: 1,
		Stuck: forever,
	})
}

func TestPrivateFile(t *testing.T) {
	db, err := Open(context.Background(), &plan.Target{}, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	dir := db.(*database).own.dir
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory's mode is %v, error %v; want 0700", info.Mode(), err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there after Close: %v", err)
	}
}

// TestUsersFile checks that a given file survives Close, with its rows.
func TestUsersFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.db")
	for _, sql := range []string{"CREATE TABLE t (id INT)", "INSERT INTO t VALUES (1)", "DROP TABLE t"} {
		db, err := Open(context.Background(), &plan.Target{}, driver.Endpoint{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		drivertest.Exec(t, drivertest.Connect(t, db, 0), drivertest.Text(sql))
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		target plan.Target
		path   string
	}{
		"no directory":   {path: "/does/not/exist/file.db"},
		"in memory":      {path: ":memory:"},
		"failing init":   {target: plan.Target{Init: []string{"SELECT * FROM missing"}}},
		"broken setting": {target: plan.Target{Session: []plan.Setting{{Name: "cache_size)", Value: "1"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(context.Background(), &c.target, driver.Endpoint{Path: c.path})
			if failed := drivertest.AsError(t, "opening", err); failed.Class != driver.Refused {
				t.Errorf("class %d, %v; want class Refused", failed.Class, failed)
			}
		})
	}
}

// TestNotADatabase opens a file that is something else.
func TestNotADatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte("this is a text file, and long enough to have a header of sorts"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(context.Background(), &plan.Target{}, driver.Endpoint{Path: path})
	if failed := drivertest.AsError(t, "opening", err); failed.Class != driver.Refused || failed.Code != 26 {
		t.Errorf("class %d, %v; want class Refused, code 26", failed.Class, failed)
	}
}

// TestBusy has a writer wait for another: a short wait succeeds, a reader
// that wants to write on an old snapshot fails at once, and a long wait can
// be interrupted.
func TestBusy(t *testing.T) {
	db := open(t, nil)
	a, b := drivertest.Connect(t, db, 0), drivertest.Connect(t, db, 1)
	drivertest.Exec(t, a, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, k INT)"))
	drivertest.Exec(t, a, drivertest.Text("INSERT INTO t VALUES (1, 0)"))
	update := drivertest.Text("UPDATE t SET k = k + 1")

	drivertest.Exec(t, a, drivertest.Text("BEGIN IMMEDIATE"))
	waited := make(chan error, 1)
	go func() {
		var res driver.Result
		waited <- b.Execute(&update, nil, &res)
	}()
	time.Sleep(20 * time.Millisecond)
	drivertest.Exec(t, a, drivertest.Text("COMMIT"))
	if err := <-waited; err != nil {
		t.Errorf("a short wait failed: %v", err)
	}

	drivertest.Exec(t, a, drivertest.Text("BEGIN"))
	drivertest.Exec(t, a, drivertest.Text("SELECT k FROM t"))
	drivertest.Exec(t, b, update)
	if err := drivertest.Failure(t, a, update); err.Class != driver.Failed || err.Code != 5 {
		t.Errorf("writing on an old snapshot: class %d, %v; want class Failed, code 5", err.Class, err)
	}
	drivertest.Exec(t, a, drivertest.Text("ROLLBACK"))

	drivertest.Exec(t, a, drivertest.Text("BEGIN IMMEDIATE"))
	go func() {
		var res driver.Result
		waited <- b.Execute(&update, nil, &res)
	}()
	for b.(*session).running.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := b.Interrupt(context.Background()); err != nil {
		t.Error(err)
	}
	if err := drivertest.AsError(t, update.SQL, <-waited); err.Class != driver.Interrupted {
		t.Errorf("class %d, %v; want class Interrupted", err.Class, err)
	}
}

// TestSeveralStatements checks that a text of several runs all of them.
func TestSeveralStatements(t *testing.T) {
	conn := drivertest.Connect(t, open(t, nil), 0)
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT); CREATE INDEX i ON t (id); -- the end\n"))
	for range 2 {
		st := driver.Statement{ID: 0, Prepare: true, SQL: "INSERT INTO t VALUES (?); INSERT INTO t VALUES (?), (3); SELECT id FROM t ORDER BY id", Reads: []expr.Kind{expr.Int}}
		res := drivertest.Exec(t, conn, st, expr.IntValue(1), expr.IntValue(2))
		if res.Affected != 3 || !res.HasRows || res.Rows%3 != 0 || res.Row[0].Int != 1 {
			t.Errorf("affected %d, rows %v %d, first %v; want 3, true, a multiple of 3, 1", res.Affected, res.HasRows, res.Rows, res.Row)
		}
	}
}

// TestMatched checks that UPDATE and DELETE tell the rows they matched.
func TestMatched(t *testing.T) {
	conn := drivertest.Connect(t, open(t, nil), 0)
	for _, c := range []struct {
		sql     string
		matched int64
	}{
		{"CREATE TABLE t (id INT, k INT)", -1},
		{"INSERT INTO t VALUES (1, 1), (2, 1)", -1},
		{"UPDATE t SET k = 1", 2},
		{"UPDATE t SET k = 1 WHERE id = 3", 0},
		{"DELETE FROM t", 2},
		{"SELECT * FROM t", -1},
	} {
		if res := drivertest.Exec(t, conn, drivertest.Text(c.sql)); res.Matched != c.matched {
			t.Errorf("%s: matched %d, want %d", c.sql, res.Matched, c.matched)
		}
	}
}

// TestColumnAdded checks a cached SELECT * whose table has grown a column.
func TestColumnAdded(t *testing.T) {
	conn := drivertest.Connect(t, open(t, nil), 0)
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (a INT)"))
	drivertest.Exec(t, conn, drivertest.Text("INSERT INTO t VALUES (1)"))
	st := driver.Statement{ID: 0, SQL: "SELECT * FROM t", Prepare: true}
	drivertest.Exec(t, conn, st)
	drivertest.Exec(t, conn, drivertest.Text("ALTER TABLE t ADD COLUMN b INT DEFAULT 5"))
	st.Reads = []expr.Kind{expr.Int, expr.Int}
	if res := drivertest.Exec(t, conn, st); len(res.Row) != 2 || res.Row[1].Int != 5 {
		t.Errorf("read %v, want 1 and 5", res.Row)
	}
}

// TestNoAllocation holds the package comment's promise.
func TestNoAllocation(t *testing.T) {
	conn := drivertest.Connect(t, open(t, nil), 0)
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, c TEXT)"))
	drivertest.Exec(t, conn, drivertest.Text("INSERT INTO t VALUES (1, 'abc')"))
	st := &driver.Statement{ID: 0, SQL: "SELECT c FROM t WHERE id = ?", Prepare: true, Reads: []expr.Kind{expr.String}}
	args := []expr.Value{expr.IntValue(1)}
	var res driver.Result
	allocs := testing.AllocsPerRun(100, func() {
		if err := conn.Execute(st, args, &res); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations per statement, want none", allocs)
	}
}

// BenchmarkExecute finds no allocation in any of its statements.
func BenchmarkExecute(b *testing.B) { drivertest.Benchmark(b, open(b, nil)) }
