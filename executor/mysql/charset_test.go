package mysql_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// awkward are texts with characters of one to four bytes, and those that a
// literal or a charset may trip over.
var awkward = []string{"plain", "é", "☃", "𝄞", `it's "q" \ \' é`, "a\x00é", "é'", `é\`, "誠\\"}

// Texts arrive as they are, whatever the session's character set and sql_mode:
// prepared, written into the text, and joined into rows. What the server holds
// is asked by its own client.
func TestTextsArriveInEveryCharset(t *testing.T) {
	s := shared(t)
	for _, charset := range []string{"latin1", "utf8mb3", "utf8mb4", "gbk", "binary"} {
		for _, mode := range []string{"STRICT_ALL_TABLES", "STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES", "''"} {
			t.Run(charset+" "+mode, func(t *testing.T) {
				name := servertest.Database(t, s)
				servertest.SQL(t, s, "CREATE TABLE "+name+".t (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(40) CHARACTER SET utf8mb4)")
				target := plan.Target{Charset: charset, Session: []plan.Setting{{Name: "sql_mode", Value: "'" + strings.Trim(mode, "'") + "'"}}}
				conn := drivertest.Connect(t, open(t, s, target, name), 0)
				for _, text := range awkward {
					for how, insert := range inserts(conn, text) {
						servertest.SQL(t, s, "TRUNCATE "+name+".t")
						if err := insert(); err != nil {
							t.Errorf("%s of %q: %v", how, text, err)
							continue
						}
						if got := servertest.SQL(t, s, "SELECT LOWER(HEX(c)) FROM "+name+".t"); got != hex.EncodeToString([]byte(text)) {
							t.Errorf("%s of %q: the server holds %s", how, text, got)
						}
					}
				}
			})
		}
	}
}

// inserts are the ways to store a text.
func inserts(conn driver.Conn, text string) map[string]func() error {
	arg := []expr.Value{expr.TextValue([]byte(text))}
	execute := func(st driver.Statement, args []expr.Value) func() error {
		return func() error { return conn.Execute(&st, args, new(driver.Result)) }
	}
	row := append(conn.(driver.Literals).AppendLiteral([]byte("INSERT INTO t (c) VALUES ("), arg[0]), ')')
	return map[string]func() error{
		"prepared": execute(driver.Statement{ID: 0, SQL: "INSERT INTO t (c) VALUES (?)", Prepare: true}, arg),
		"text":     execute(driver.Statement{ID: 1, SQL: "INSERT INTO t (c) VALUES (?)"}, arg),
		"joined":   execute(driver.Statement{ID: -1, SQL: string(row), Rows: 1}, nil),
	}
}

// A column that cannot hold a text has it refused: by a strict server, and for
// rows that are loaded also if the server would only warn.
func TestTextsThatAColumnCannotHold(t *testing.T) {
	s := shared(t)
	for _, mode := range []string{"STRICT_ALL_TABLES", ""} {
		for _, column := range []string{"latin1", "gbk", "utf8mb3"} {
			name := servertest.Database(t, s)
			servertest.SQL(t, s, "CREATE TABLE "+name+".t (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(40) CHARACTER SET "+column+")")
			target := plan.Target{Charset: "utf8mb4", Session: []plan.Setting{{Name: "sql_mode", Value: "'" + mode + "'"}}}
			conn := drivertest.Connect(t, open(t, s, target, name), 0)
			for how, insert := range inserts(conn, "𝄞") {
				var failed *driver.Error
				err := insert()
				if told := errors.As(err, &failed) && failed.Code == 1366; told != (mode != "" || how == "joined") {
					t.Errorf("%s into %s, sql_mode %q: %v", how, column, mode, err)
				}
			}
		}
	}
}

// A statement whose own text the server would misread is refused.
func TestForeignStatement(t *testing.T) {
	s := shared(t)
	for charset, refused := range map[string]bool{"latin1": true, "gbk": true, "utf8mb3": false, "utf8mb4": false} {
		conn := drivertest.Connect(t, open(t, s, plan.Target{Charset: charset}, servertest.Database(t, s)), 0)
		var failed *driver.Error
		err := conn.Execute(&driver.Statement{ID: -1, SQL: "SELECT 'é'"}, nil, new(driver.Result))
		if (err != nil) != refused || err != nil && (!errors.As(err, &failed) || !strings.Contains(fmt.Sprint(failed), "charset")) {
			t.Errorf("%s: %v", charset, err)
		}
	}
}

// A statement that the server would hang up on is an error that says why, and
// the session lives on.
func TestStatementLargerThanThePacket(t *testing.T) {
	s := shared(t)
	global(t, s, "max_allowed_packet", "1048576")
	conn := session(t, s)
	big := expr.TextValue([]byte(strings.Repeat("a", 2<<20)))
	for id, prepare := range []bool{true, false} {
		failed := drivertest.Failure(t, conn, driver.Statement{ID: id, SQL: "SELECT LENGTH(?)", Prepare: prepare}, big)
		if failed.Code != 2020 || failed.Class != driver.Failed || !strings.Contains(failed.Message, "max_allowed_packet is 1048576") {
			t.Errorf("prepared %v: %+v", prepare, failed)
		}
	}
	if got := drivertest.Exec(t, conn, drivertest.Text("SELECT 1", expr.Int)).Row[0].Int; got != 1 {
		t.Errorf("afterwards: %d", got)
	}
}
