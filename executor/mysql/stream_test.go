package mysql_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// every is values of all kinds that some column may take in its own way.
func every() (all []expr.Value) {
	all = append(all, expr.Value{}, expr.BoolValue(true), expr.BoolValue(false))
	for _, n := range []int64{0, 1, -1, 5, 127, 300, 2020, 20200102, math.MaxInt64, math.MinInt64} {
		all = append(all, expr.IntValue(n))
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 2.5, 3.5, 0.285, 1.005, 1e300, 1e-7, 123456.789, 1e22, math.NaN(), math.Inf(1)} {
		all = append(all, expr.FloatValue(f))
	}
	for _, s := range append([]string{"", " ", "12", "1.5", "a", "b", "a,b", "2020-01-02", "x\ty\nz\rw", `\N`, `a\`, "NULL", "\x1a", `{"a": "\n"}`, "a  ",
		"00000000-0000-0000-0000-000000000001", strings.Repeat("long ", 20)}, awkward...) {
		all = append(all, expr.TextValue([]byte(s)))
	}
	bytes := make([]byte, 256)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	for _, b := range [][]byte{{}, []byte("a"), []byte("\\N\t\n"), []byte("é"), {0}, {0xff, 0xfe}, bytes} {
		all = append(all, expr.Value{Kind: expr.Bytes, Text: b})
	}
	return append(all, expr.TimeValue(time.Date(2020, 1, 2, 3, 4, 5, 678_000_000, time.UTC)), expr.TimeValue(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)))
}

// columns are types of every family, and character sets of every sort.
var columns = []string{
	"TINYINT NULL", "INT NULL", "INT NOT NULL", "BIGINT NULL", "BIGINT UNSIGNED NULL", "INT ZEROFILL NULL", "BOOLEAN NULL", "BIT(3) NULL", "BIT(64) NULL", "YEAR NULL",
	"DECIMAL(12,2) NULL", "FLOAT NULL", "FLOAT(7,3) NULL", "DOUBLE NULL", "DATE NULL", "TIME(3) NULL", "DATETIME NULL", "DATETIME(6) NULL", "TIMESTAMP NULL", "TIMESTAMP NOT NULL",
	"CHAR(40) NULL", "VARCHAR(400) NULL", "VARCHAR(400) NOT NULL", "VARCHAR(400) CHARACTER SET latin1 NULL", "VARCHAR(400) CHARACTER SET utf8mb3 NULL", "VARCHAR(400) CHARACTER SET gbk NULL",
	"VARCHAR(400) CHARACTER SET utf16 NULL", "VARCHAR(400) CHARACTER SET ascii NULL", "TEXT NULL", "LONGTEXT NULL", "JSON NULL", "ENUM('a','b','12') NULL", "SET('a','b','12') NULL",
	"UUID NULL", "INET6 NULL", "BINARY(8) NULL", "VARBINARY(400) NULL", "BLOB NULL", "VARCHAR(3) NULL",
}

// A stream stores what an INSERT of the same value would, or fails: for every
// kind of value, type of column, sql_mode and character set of the session.
func TestStreamStoresWhatInsertWould(t *testing.T) {
	s := shared(t)
	modes := []string{"STRICT_TRANS_TABLES,NO_ZERO_DATE", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES,STRICT_ALL_TABLES", ""}
	for i, charset := range []string{"utf8mb4", "latin1", "utf8mb3", "gbk", "binary"} {
		for _, mode := range modes[:max(1, len(modes)-2*i)] { // all of them with utf8mb4
			t.Run(charset+" "+mode, func(t *testing.T) {
				name := servertest.Database(t, s)
				target := plan.Target{Charset: charset, Session: []plan.Setting{{Name: "sql_mode", Value: "'" + mode + "'"}}}
				conn := drivertest.Connect(t, open(t, s, target, name), 0)
				for _, column := range columns {
					compare(t, s, conn, name, column)
				}
			})
		}
	}
}

// compare stores every value both ways in a column of a type.
func compare(t *testing.T, s *server.Server, conn driver.Conn, database, column string) {
	t.Helper()
	servertest.SQL(t, s, fmt.Sprintf("USE %s; CREATE OR REPLACE TABLE inserted (id INT PRIMARY KEY, c %s); CREATE OR REPLACE TABLE streamed LIKE inserted", database, column))
	streams := map[expr.Kind]driver.Stream{}
	streamed := 0
	for id, v := range every() {
		if streams[v.Kind] == nil {
			streams[v.Kind] = newStream(t, conn, v.Kind)
		}
		insertErr, streamErr := insertOne(conn, id, v), streamOne(conn, streams[v.Kind], id, v)
		if insertErr != nil && streamErr == nil {
			t.Errorf("%s takes %s %q as a stream, and an INSERT is refused: %v", column, v.Kind, v.Append(nil), insertErr)
		}
		if streamErr == nil {
			streamed++
			continue
		}
		for _, table := range []string{"inserted", "streamed"} { // what it left is for the transaction to take back
			drivertest.Exec(t, conn, drivertest.Text(fmt.Sprintf("DELETE FROM %s WHERE id = %d", table, id)))
		}
	}
	if streamed < 3 {
		t.Errorf("%s takes %d values as a stream", column, streamed)
	}
	sums := strings.Fields(servertest.SQL(t, s, "CHECKSUM TABLE "+database+".inserted, "+database+".streamed EXTENDED"))
	if sums[1] != sums[3] {
		t.Errorf("%s: differing rows: %s", column, servertest.SQL(t, s, fmt.Sprintf(
			"SELECT id, HEX(i.c), HEX(s.c) FROM %s.inserted i LEFT JOIN %s.streamed s USING (id) WHERE NOT (BINARY i.c <=> BINARY s.c)", database, database)))
	}
}

// errUnfit is for a row that the stream leaves to INSERTs.
var errUnfit = errors.New("the row does not fit")

// newStream is a stream into streamed for values of a kind.
func newStream(t *testing.T, conn driver.Conn, kind expr.Kind) driver.Stream {
	t.Helper()
	stream, why, err := conn.(driver.Bulk).Stream("streamed", []driver.Column{{Name: "id", Kind: expr.Int}, {Name: "c", Kind: kind}})
	if err != nil || stream == nil {
		t.Fatalf("no stream: %s %v", why, err)
	}
	return stream
}

func streamOne(conn driver.Conn, stream driver.Stream, id int, v expr.Value) error {
	text, fits := stream.AppendRow(nil, []expr.Value{expr.IntValue(int64(id)), v})
	if !fits {
		return errUnfit
	}
	st := stream.Statement("streamed", text, 1)
	return conn.Execute(&st, nil, new(driver.Result))
}

func insertOne(conn driver.Conn, id int, v expr.Value) error {
	text := fmt.Appendf(nil, "INSERT INTO inserted (id, c) VALUES (%d,", id)
	text = append(conn.(driver.Literals).AppendLiteral(text, v), ')')
	return conn.Execute(&driver.Statement{ID: -1, SQL: string(text), Rows: 1}, nil, new(driver.Result))
}

// Rows that LOAD DATA LOCAL would change or leave out without an error fail.
func TestStreamObjects(t *testing.T) {
	s := shared(t)
	name := servertest.Database(t, s)
	servertest.SQL(t, s, "CREATE TABLE "+name+".streamed (id TINYINT PRIMARY KEY, c VARCHAR(3) NOT NULL)")
	conn := drivertest.Connect(t, open(t, s, plan.Target{}, name), 0)
	stream := newStream(t, conn, expr.String)
	for text, want := range map[string]int{
		"1\ta\n2\tb\n1\tc\n": 1062, // a duplicate
		"3\tlong\n":          1265,
		"300\tc\n":           1264, // out of range
		"4\n":                1261, // too few fields
		"5\tx\ty\n":          1262, // too many
		"":                   1261, // none of the rows
	} {
		st := stream.Statement("streamed", []byte(text), int64(max(1, strings.Count(text, "\n"))))
		var failed *driver.Error
		if err := conn.Execute(&st, nil, new(driver.Result)); !errors.As(err, &failed) || failed.Code != want || failed.Class != driver.Failed {
			t.Errorf("%q: error %v, want code %d", text, err, want)
		}
	}
	drivertest.Exec(t, conn, drivertest.Text("SET max_error_count = 0"))
	st := stream.Statement("streamed", []byte("6\tlong\n"), 1)
	if err := conn.Execute(&st, nil, new(driver.Result)); err == nil {
		t.Error("a warning that the server does not show is not told")
	}
	drivertest.Exec(t, conn, drivertest.Text("TRUNCATE streamed"))
	st = stream.Statement("streamed", []byte("7\ta\n8\tb\n"), 2)
	if res := drivertest.Exec(t, conn, st); res.Affected != 2 {
		t.Errorf("%d rows affected, want 2", res.Affected)
	}
}

// A stream is offered only where the server surely can take it back.
func TestNoStream(t *testing.T) {
	s := shared(t)
	name := servertest.Database(t, s)
	servertest.SQL(t, s, "USE "+name+"; CREATE TABLE inno (id INT) ENGINE=InnoDB; CREATE TABLE isam (id INT) ENGINE=MyISAM")
	columns := []driver.Column{{Name: "ID", Kind: expr.Int}}
	why := func(table string, session ...plan.Setting) string {
		t.Helper()
		conn := drivertest.Connect(t, open(t, s, plan.Target{Session: session}, name), 0)
		_, why, err := conn.(driver.Bulk).Stream(table, columns)
		if err != nil {
			t.Fatal(err)
		}
		return why
	}
	if got := why("inno"); got != "" {
		t.Errorf("InnoDB: %s", got)
	}
	if got := why("isam"); got != "engine MyISAM has no transactions" {
		t.Errorf("MyISAM: %s", got)
	}
	if got := why("inno", plan.Setting{Name: "character_set_connection", Value: "latin1"}); !strings.Contains(got, "character_set_connection") {
		t.Errorf("two character sets: %s", got)
	}
	columns[0].Name = "other"
	if got := why("inno"); got == "" {
		t.Error("a column that the table lacks is streamed")
	}
	columns[0].Name = "id"
	global(t, s, "local_infile", "OFF")
	if got := why("inno"); got != "the server's local_infile is OFF" {
		t.Errorf("local_infile off: %s", got)
	}
}

// A server that asks for a file when no rows are to be loaded gets none, and
// never one of this machine.
func TestStreamGivesNoFiles(t *testing.T) {
	s := shared(t)
	name := servertest.Database(t, s)
	servertest.SQL(t, s, "CREATE TABLE "+name+".streamed (id INT, c TEXT)")
	conn := drivertest.Connect(t, open(t, s, plan.Target{}, name), 0)
	newStream(t, conn, expr.String)
	for _, file := range []string{"/etc/hostname", "rows", "Reader::assay-1", "Reader::rows"} {
		err := conn.Execute(&driver.Statement{ID: -1, SQL: "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE streamed"}, nil, new(driver.Result))
		if err == nil {
			t.Errorf("the server got %s", file)
		}
	}
	if got := servertest.SQL(t, s, "SELECT COUNT(*) FROM "+name+".streamed"); got != "0" {
		t.Errorf("%s rows", got)
	}
}
