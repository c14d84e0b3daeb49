package mysql

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/executor/wire"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

var record = flag.Bool("record", false, "write the answers of the comparison as a corpus for executor/wire's FuzzAnswer")

// heard is a connection that keeps what arrives.
type heard struct {
	net.Conn
	bytes.Buffer
}

func (h *heard) Read(b []byte) (int, error) {
	n, err := h.Conn.Read(b)
	h.Buffer.Write(b[:n])
	return n, err
}

func (h *heard) Write(b []byte) (int, error) { return h.Conn.Write(b) }

// twins are two sessions on one database: on the fast path, and through the
// module.
type twins struct {
	t            *testing.T
	fast, module *session
	heard        *heard // by the fast one
	id           int    // of the next statement
}

func newTwins(t *testing.T, terms wire.Terms) *twins {
	t.Helper()
	s := servertest.MariaDB(t, servertest.TCP(), servertest.Setting("max_allowed_packet=64M"))
	at := driver.Endpoint{Hosts: []string{older(t, s.Socket, terms), s.Socket}, User: "root", Database: servertest.Database(t, s)}
	opened, err := Open(context.Background(), &plan.Target{}, at)
	if err != nil {
		t.Fatal(err)
	}
	db := opened.(*database)
	connect := func(host int) *session {
		one, err := db.connect(context.Background(), host)
		if err == nil {
			err = one.setUp(db.target)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { one.Close() })
		return one
	}
	w := &twins{t: t, fast: connect(0), module: connect(1)}
	w.heard = &heard{Conn: w.fast.link.Conn}
	w.fast.link.Conn = w.heard // has no descriptor to take over
	w.fast.quicken()
	if w.fast.fast == nil || w.fast.fast.answer.Terms != terms {
		t.Fatalf("the module and the server have agreed on %+v, want %+v", w.fast.fast, terms)
	}
	return w
}

// effect runs a text on one of them, for its effect on the database.
func (w *twins) effect(sql string) {
	w.t.Helper()
	if err := w.module.Execute(&driver.Statement{ID: -1, SQL: sql}, nil, new(driver.Result)); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// compare runs a statement on both, prepared (more than once, as the server
// tells columns the first time only) and as text, and wants the same of both.
func (w *twins) compare(sql string, reads []expr.Kind, args ...expr.Value) {
	w.t.Helper()
	for _, prepare := range []bool{true, true, false} {
		st := &driver.Statement{ID: w.id, SQL: sql, Prepare: prepare, Reads: reads}
		if !prepare {
			st.ID = -1
		}
		var want, got driver.Result
		wantErr := w.module.Execute(st, args, &want)
		w.heard.Reset()
		gotErr := w.fast.Execute(st, args, &got)
		if reads == nil {
			w.record(prepare)
		}
		want.Matched, got.Matched = 0, 0 // which the module does not tell
		want.Bytes, got.Bytes = 0, 0     // the first time, the definitions of columns may have come before
		if !sameResult(&got, &want) || !reflect.DeepEqual(gotErr, wantErr) {
			w.t.Errorf("%s, prepared %v, reading %v: %+v, %v; the module has %+v, %v", sql, prepare, reads, got, gotErr, want, wantErr)
		}
	}
	w.id++
}

func sameResult(a, b *driver.Result) bool {
	same := a.HasRows == b.HasRows && a.Rows == b.Rows && a.Affected == b.Affected && len(a.Row) == len(b.Row)
	for i := 0; same && i < len(a.Row); i++ {
		x, y := a.Row[i], b.Row[i]
		same = x.Kind == y.Kind && x.Int == y.Int && x.Float == y.Float && bytes.Equal(x.Text, y.Text)
	}
	return same
}

// recorded are the answers that go into the corpus, as lines.
var recorded []string

// record takes the last answer into the corpus, if it is small.
func (w *twins) record(prepared bool) {
	const most = 400
	if !*record || w.heard.Len() > most {
		return
	}
	flags := 0
	for bit, set := range []bool{w.fast.fast.answer.CacheMetadata, w.fast.fast.answer.DeprecateEOF, prepared} {
		if set {
			flags |= 1 << bit
		}
	}
	recorded = append(recorded, fmt.Sprintf("%d %x", flags, w.heard.Bytes()))
	slices.Sort(recorded)
	recorded = slices.Compact(recorded)
	if err := os.WriteFile("../wire/testdata/answers.txt", []byte(strings.Join(recorded, "\n")+"\n"), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// kindsRead are what a query may read of a column.
var kindsRead = []expr.Kind{expr.String, expr.Bytes, expr.Int, expr.Float, expr.Bool, expr.Time}

// columnValues are the types of columns, and values at their ends.
var columnValues = []struct{ column, values string }{
	{"TINYINT", "-128, 127, 0"}, {"TINYINT UNSIGNED", "0, 255, 128"},
	{"SMALLINT", "-32768, 32767"}, {"SMALLINT UNSIGNED", "65535, 32768"},
	{"MEDIUMINT", "-8388608, 8388607"}, {"MEDIUMINT UNSIGNED", "16777215"},
	{"INT", "-2147483648, 2147483647"}, {"INT UNSIGNED", "4294967295"}, {"INT(9) ZEROFILL", "42"},
	{"BIGINT", "-9223372036854775808, 9223372036854775807"}, {"BIGINT UNSIGNED", "18446744073709551615, 9223372036854775808, 1"},
	{"DECIMAL(30, 10)", "-1234567890.0987654321, 0, 7"}, {"DECIMAL(65, 0)", "12345678901234567890123456789"},
	{"FLOAT", "1.5, -3.4e38, 0.1, 16777217"}, {"FLOAT(7, 2)", "1.239"}, {"DOUBLE", "1.7976931348623157e308, 0.1, -0.0, 1e6"}, {"DOUBLE(10, 3)", "2.5"},
	{"BIT(1)", "0, 1"}, {"BIT(40)", "1099511627775"}, {"BOOLEAN", "TRUE, FALSE"}, {"YEAR", "1901, 2155, 0"},
	{"DATE", "'0000-00-00', '9999-12-31', '1970-01-02'"}, {"DATETIME", "'0000-00-00 00:00:00', '9999-12-31 23:59:59', '2026-11-30 00:00:00'"},
	{"DATETIME(1)", "'2026-11-30 22:15:01.9'"}, {"DATETIME(6)", "'2026-11-30 22:15:01.000001', '2026-11-30 22:15:01'"},
	{"TIMESTAMP", "'1970-01-02 00:00:01'"}, {"TIMESTAMP(3)", "'2026-11-30 22:15:01.123'"},
	{"TIME", "'-838:59:59', '838:59:59', '00:00:00', '-00:00:01'"}, {"TIME(2)", "'-01:02:03.45', '100:00:00.99'"}, {"TIME(6)", "'09:00:00.000001'"},
	{"CHAR(10)", "'', 'text', '12'"}, {"VARCHAR(300)", "REPEAT('v', 250), REPEAT('v', 251), REPEAT('v', 300), '-7', '1e3', '2026-01-01'"},
	{"BINARY(4)", "'ab'"}, {"VARBINARY(10)", "x'00ff', ''"}, {"TINYTEXT", "'tiny'"}, {"MEDIUMTEXT", "REPEAT('m', 70000)"}, {"LONGBLOB", "REPEAT(x'fe', 65536)"},
	{"ENUM('a', 'b')", "'a', 'b', 1"}, {"SET('a', 'b')", "'a,b', ''"}, {"JSON", `'{"a": [1, null]}'`}, {"POINT", "POINT(1, 2)"}, {"UUID", "'123e4567-e89b-12d3-a456-426655440000'"}, {"INET6", "'::1'"},
}

// TestFastPathReadsAsTheModule compares columns of every type, at the ends of
// their ranges and NULL, read as every kind.
func TestFastPathReadsAsTheModule(t *testing.T) {
	w := newTwins(t, allTerms["this server"])
	w.effect("SET sql_mode = 'ALLOW_INVALID_DATES'")
	for i, c := range columnValues {
		table := fmt.Sprintf("t%d", i)
		w.effect(fmt.Sprintf("CREATE TABLE %s (id INT AUTO_INCREMENT PRIMARY KEY, v %s NULL)", table, c.column))
		w.effect(fmt.Sprintf("INSERT INTO %s (v) VALUES (NULL), (%s)", table, strings.Join(split(c.values), "), (")))
		for id := range len(split(c.values)) + 1 {
			for _, kind := range kindsRead {
				w.compare(fmt.Sprintf("SELECT v, id, v FROM %s WHERE id = %d", table, id+1), []expr.Kind{kind, expr.Int, kind})
			}
		}
		w.compare("SELECT * FROM "+table, nil)
	}
}

// split cuts a list of literals at its commas that are not inside of any.
func split(list string) (parts []string) {
	depth, start := 0, 0
	quoted := false
	for i, c := range list {
		switch {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, list[start:i])
			start = i + 1
		}
	}
	return append(parts, list[start:])
}

// TestFastPathAnswersAsTheModule compares answers of every form: results
// without rows, errors before, between and after rows, several results, rows
// of 16 MiB and more.
func TestFastPathAnswersAsTheModule(t *testing.T) {
	for name, terms := range allTerms {
		t.Run(name, func(t *testing.T) { compareAnswers(newTwins(t, terms)) })
	}
}

func compareAnswers(w *twins) {
	for _, sql := range []string{
		"CREATE TABLE t (id INT PRIMARY KEY, k INT, UNIQUE (k)) ENGINE=InnoDB",
		"INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
		"CREATE PROCEDURE many() BEGIN SELECT 7, 'x'; UPDATE t SET k = k; SELECT 1 WHERE FALSE; SELECT 2, 'y' UNION ALL SELECT 3, 'z'; END",
		"CREATE PROCEDURE quiet() UPDATE t SET k = k",
		"CREATE PROCEDURE stops() BEGIN SELECT 1; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stopped here', MYSQL_ERRNO = 5000; END",
		"CREATE PROCEDURE changes(n INT) BEGIN IF n = 1 THEN SELECT 1, 2; ELSE SELECT 'a'; END IF; END",
		"CREATE PROCEDURE out_one(OUT x INT) SET x = 5",
	} {
		w.effect(sql)
	}
	two := []expr.Kind{expr.Int, expr.String}
	for _, sql := range []string{
		"SELECT id, k FROM t", "SELECT id, k FROM t WHERE id > 5", "SELECT * FROM seq_1_to_1000", "DO 1", "SET @a = 1", "BEGIN", "COMMIT", "ROLLBACK",
		"INSERT INTO t VALUES (1, 9)", "REPLACE INTO t VALUES (1, 1)", "UPDATE t SET k = k", "DELETE FROM t WHERE id = 99", "INSERT INTO t VALUES (3, 3) ON DUPLICATE KEY UPDATE k = 3",
		"INSERT INTO t VALUES (3, 3) ON DUPLICATE KEY UPDATE k = 3 RETURNING id, k", "SELECT id INTO @b FROM t LIMIT 1", "SELECT 1/0, CAST('x' AS INT)",
		"SELECT * FROM missing", "SELEKT", "CALL many()", "CALL quiet()", "CALL stops()", "CALL changes(1)", "CALL changes(2)", "CALL out_one(@x)", "CALL missing()",
		"SELECT seq, IF(seq < 500, 'x', (SELECT s.seq FROM seq_1_to_2 AS s WHERE s.seq < o.seq)) FROM seq_1_to_1000 AS o",
		"SHOW TABLES", "SHOW WARNINGS", "EXPLAIN SELECT * FROM t", "ANALYZE TABLE t", "CHECK TABLE t, missing", "PREPARE p FROM 'SELECT 1'", "EXECUTE p", "HELP 'x'",
		"SELECT REPEAT('x', 16777210), 'after'", "SELECT 1, REPEAT('x', 16777215) UNION ALL SELECT 2, REPEAT('y', 20000000)", "SELECT '', NULL, ''",
		"ALTER TABLE t ENGINE=InnoDB", "SET STATEMENT max_statement_time = 0.01 FOR SELECT MAX(SHA1(seq)) FROM seq_1_to_1000000000", "KILL QUERY 0", "LOAD DATA LOCAL INFILE '/none' INTO TABLE missing",
	} {
		w.compare(sql, nil)
		w.compare(sql, two)
	}
	text := func(s string) expr.Value { return expr.TextValue([]byte(s)) }
	for _, args := range [][]expr.Value{
		{expr.IntValue(1), text("a")}, {{}, expr.FloatValue(1.5)}, {expr.BoolValue(true), {}}, {{Kind: expr.Bytes, Text: []byte{0, 255}}, text("")}, {{Kind: expr.Time, Int: 1}, expr.IntValue(-1)},
	} {
		w.compare("SELECT ?, ?", []expr.Kind{expr.String, expr.String}, args...)
	}
	if err := w.fast.Execute(&driver.Statement{ID: -1, SQL: "SELECT 1"}, nil, new(driver.Result)); err != nil {
		w.t.Error(err)
	}
}
