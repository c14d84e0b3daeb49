package mysql_test

import (
	"context"
	"os"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func TestMain(m *testing.M) { os.Exit(servertest.Run(m)) }

// shared is the server that all tests use but those that kill theirs.
func shared(t testing.TB) *server.Server {
	return servertest.MariaDB(t, servertest.TCP(), servertest.Setting("max_allowed_packet=64M"))
}

// global sets a global variable of the shared server until the end of t.
func global(t *testing.T, s *server.Server, name, value string) {
	t.Helper()
	before := servertest.SQL(t, s, "SELECT @@GLOBAL."+name)
	servertest.SQL(t, s, "SET GLOBAL "+name+" = "+value)
	t.Cleanup(func() { servertest.SQL(t, s, "SET GLOBAL "+name+" = "+before) })
}

// forever is a statement that has no end in sight and heeds KILL QUERY.
const forever = "SELECT MAX(SHA1(seq)) FROM seq_1_to_1000000000000"

func open(t testing.TB, s *server.Server, target plan.Target, database string) driver.Driver {
	t.Helper()
	db, err := mysql.Open(context.Background(), &target, driver.Endpoint{Hosts: []string{s.Socket}, User: "root", Database: database})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// session is a session on a database of t's own.
func session(t testing.TB, s *server.Server) driver.Conn {
	t.Helper()
	return drivertest.Connect(t, open(t, s, plan.Target{}, servertest.Database(t, s)), 0)
}

func TestConformance(t *testing.T) {
	s := shared(t)
	drivertest.Run(t, harness(s, func(t *testing.T, target plan.Target, database string) driver.Driver {
		return open(t, s, target, database)
	}))
}

// harness is for the drivers that open gives on s.
func harness(s *server.Server, open func(t *testing.T, target plan.Target, database string) driver.Driver) drivertest.Harness {
	return drivertest.Harness{
		Open: func(t *testing.T, session []plan.Setting) driver.Driver {
			return open(t, plan.Target{Session: session}, servertest.Database(t, s))
		},
		Types: map[expr.Kind]string{
			expr.Int: "BIGINT", expr.Float: "DOUBLE", expr.Bool: "BOOLEAN",
			expr.String: "MEDIUMTEXT", expr.Bytes: "MEDIUMBLOB", expr.Time: "DATETIME(6)",
		},
		Modes: map[string][]plan.Setting{
			"no backslash":  {{Name: "sql_mode", Value: "'NO_BACKSLASH_ESCAPES'"}},
			"ansi":          {{Name: "sql_mode", Value: "'ANSI'"}},
			"ansi and both": {{Name: "sql_mode", Value: "'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'"}},
		},
		Setting: plan.Setting{Name: "lock_wait_timeout", Value: "4321"},
		Probe:   "SELECT @@lock_wait_timeout", Want: "4321",
		Syntax: 1064, Duplicate: 1062, NoTable: 1146,
		Stuck: forever,
	}
}

// TestSilence checks statements whose first word does not tell whether there
// will be rows.
func TestSilence(t *testing.T) {
	for name, prepare := range map[string]bool{"prepared": true, "text": false} {
		t.Run(name, func(t *testing.T) { checkSilence(t, prepare) })
	}
}

func checkSilence(t *testing.T, prepare bool) {
	conn := session(t, shared(t))
	for i, c := range []struct {
		sql            string
		hasRows        bool
		rows, affected int64
	}{
		{"CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, s TEXT)", false, 0, 0},
		{"INSERT INTO t (s) VALUES ('returning'), ('b')", false, 0, 2},
		{"INSERT INTO t (s) VALUES ('c') RETURNING id", true, 1, 0},
		{"DELETE FROM t WHERE s = 'b' RETURNING id, s", true, 1, 0},
		{"SET @a = 1", false, 0, 0},
		{"SET STATEMENT max_statement_time = 9 FOR SELECT s FROM t", true, 2, 0},
		{"SET STATEMENT max_statement_time = 9 FOR UPDATE t SET s = CONCAT(s, 'd')", false, 0, 2},
		{"SELECT id INTO @b FROM t LIMIT 1", false, 0, 1},
		{"ANALYZE TABLE t", true, 1, 0},
		{"ALTER TABLE t ADD COLUMN n INT", false, 0, 0},
		{"CREATE TABLE p (id INT) PARTITION BY HASH (id) PARTITIONS 2", false, 0, 0},
		{"ALTER TABLE p CHECK PARTITION p0", true, 1, 0},
		{"SHOW TABLES", true, 2, 0},
		{"DO SLEEP(0)", false, 0, 0},
		{"FLUSH STATUS", false, 0, 0},
		{"LOCK TABLES t WRITE", false, 0, 0},
		{"UNLOCK TABLES", false, 0, 0},
		{"CREATE TEMPORARY TABLE u AS SELECT * FROM t", false, 0, 2},
	} {
		res := drivertest.Exec(t, conn, driver.Statement{ID: i, SQL: c.sql, Prepare: prepare})
		if res.HasRows != c.hasRows || res.Rows != c.rows || res.Affected != c.affected {
			t.Errorf("%s: rows %v %d, affected %d; want %v %d, %d", c.sql, res.HasRows, res.Rows, res.Affected, c.hasRows, c.rows, c.affected)
		}
	}
}

// TestProcedure checks that every result set of a CALL is drained, and an
// error after the first does not disturb the session.
func TestProcedure(t *testing.T) {
	conn := session(t, shared(t))
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY)"))
	drivertest.Exec(t, conn, drivertest.Text("CREATE PROCEDURE many() BEGIN SELECT 7, 8; INSERT INTO t VALUES (1); SELECT 1 WHERE FALSE; SELECT 2 UNION ALL SELECT 3; END"))
	drivertest.Exec(t, conn, drivertest.Text("CREATE PROCEDURE silent() INSERT INTO t VALUES (2), (3)"))
	drivertest.Exec(t, conn, drivertest.Text("CREATE PROCEDURE broken() BEGIN SELECT 1; SELECT * FROM missing; END"))
	for id, prepare := range []bool{true, false} {
		drivertest.Exec(t, conn, drivertest.Text("DELETE FROM t"))
		res := drivertest.Exec(t, conn, driver.Statement{ID: id, SQL: "CALL many()", Prepare: prepare, Reads: []expr.Kind{expr.Int}})
		if !res.HasRows || res.Rows != 3 || res.Row[0].Int != 7 {
			t.Errorf("prepared %v: rows %v %d, first %v; want 3, 7", prepare, res.HasRows, res.Rows, res.Row)
		}
		if res := drivertest.Exec(t, conn, driver.Statement{ID: 2 + id, SQL: "CALL silent()", Prepare: prepare}); res.HasRows || res.Affected != 2 {
			t.Errorf("prepared %v: rows %v, affected %d; want none, 2", prepare, res.HasRows, res.Affected)
		}
		if err := drivertest.Failure(t, conn, driver.Statement{ID: 4 + id, SQL: "CALL broken()", Prepare: prepare}); err.Class != driver.Failed || err.Code != 1146 {
			t.Errorf("prepared %v: class %d, %v; want class Failed, code 1146", prepare, err.Class, err)
		}
		res = drivertest.Exec(t, conn, drivertest.Text("SELECT COUNT(*) FROM t", expr.Int))
		if res.Row[0].Int != 3 {
			t.Errorf("prepared %v: the table has %d rows, want 3", prepare, res.Row[0].Int)
		}
	}
}

// TestUnsigned reads integers above the int64s.
func TestUnsigned(t *testing.T) {
	conn := session(t, shared(t))
	for id, prepare := range []bool{true, false} {
		st := driver.Statement{ID: id, SQL: "SELECT CAST(18446744073709551615 AS UNSIGNED), CAST(5 AS UNSIGNED)", Prepare: prepare, Reads: []expr.Kind{expr.String, expr.Int}}
		res := drivertest.Exec(t, conn, st)
		if string(res.Row[0].Text) != "18446744073709551615" || res.Row[1].Int != 5 {
			t.Errorf("prepared %v: read %s and %d", prepare, res.Row[0].Text, res.Row[1].Int)
		}
		st = driver.Statement{ID: 2 + id, SQL: "SELECT CAST(18446744073709551615 AS UNSIGNED)", Prepare: prepare, Reads: []expr.Kind{expr.Int}}
		if err := drivertest.Failure(t, conn, st); err.Code != driver.CodeValue {
			t.Errorf("prepared %v: %v, want code %d", prepare, err, driver.CodeValue)
		}
	}
}

// TestUnsafeCharset checks that a text under gbk, in which a backslash may be
// half of a character, is the bytes that were given.
func TestUnsafeCharset(t *testing.T) {
	s := shared(t)
	db := open(t, s, plan.Target{Init: []string{"SET NAMES gbk"}}, servertest.Database(t, s))
	conn := drivertest.Connect(t, db, 0)
	evil := "\xbf\x5c' OR 1=1 -- " // one character of gbk, then a quote
	st := driver.Statement{ID: 0, SQL: "SELECT HEX(?), HEX(?)", Reads: []expr.Kind{expr.String, expr.String}}
	res := drivertest.Exec(t, conn, st, expr.TextValue([]byte(evil)), expr.Value{Kind: expr.Bytes, Text: []byte{0xbf, 0x27}})
	if string(res.Row[0].Text) != "BF5C27204F5220313D31202D2D20" || string(res.Row[1].Text) != "BF27" {
		t.Errorf("the server got %s and %s", res.Row[0].Text, res.Row[1].Text)
	}
}

// TestLargeAnswer reads more than the module's buffers hold, and sends an
// argument of several MiB.
func TestLargeAnswer(t *testing.T) {
	conn := session(t, shared(t))
	big := make([]byte, 20<<20)
	for i := range big {
		big[i] = byte('a' + i%26)
	}
	drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, c LONGTEXT)"))
	for id, prepare := range []bool{true, false} {
		drivertest.Exec(t, conn, driver.Statement{ID: id, SQL: "INSERT INTO t VALUES (?, ?)", Prepare: prepare}, expr.IntValue(int64(id)), expr.TextValue(big))
		st := driver.Statement{ID: 2 + id, SQL: "SELECT c FROM t WHERE id = ?", Prepare: prepare, Reads: []expr.Kind{expr.String}}
		res := drivertest.Exec(t, conn, st, expr.IntValue(int64(id)))
		if res.Rows != 1 || string(res.Row[0].Text) != string(big) || res.Bytes < int64(len(big)) {
			t.Errorf("prepared %v: %d rows, %d bytes of text, %d received", prepare, res.Rows, len(res.Row[0].Text), res.Bytes)
		}
	}
}

// BenchmarkExecute measures a whole round trip, on the fast path and through
// the module, whose are all allocations: 5 for a prepared read of one row and
// one column (an argument and a value boxed, the rows, their columns' names),
// 3 for a prepared write, 6 for a read as text.
func BenchmarkExecute(b *testing.B) {
	s := shared(b)
	for name, target := range map[string]plan.Target{"fast": {}, "compressed": {Compress: true}} {
		b.Run(name, func(b *testing.B) { drivertest.Benchmark(b, open(b, s, target, servertest.Database(b, s))) })
	}
}
