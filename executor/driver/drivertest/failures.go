package drivertest

import (
	"context"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// testFailures checks codes, and that the session goes on after each.
func testFailures(t *testing.T, h *Harness) {
	for name, prepare := range map[string]bool{"prepared": true, "text": false} {
		t.Run(name, func(t *testing.T) {
			conn := Connect(t, h.Open(t, nil), 0)
			Exec(t, conn, Text("CREATE TABLE f (id INT PRIMARY KEY)"))
			Exec(t, conn, Text("INSERT INTO f VALUES (1)"))
			for i, c := range []struct {
				sql  string
				code int
			}{
				{"SELEKT 1", h.Syntax},
				{"INSERT INTO f VALUES (1)", h.Duplicate},
				{"SELECT 1 FROM missing", h.NoTable},
			} {
				st := driver.Statement{ID: i, SQL: c.sql, Prepare: prepare}
				for range 2 { // a failure is not remembered as a success
					err := Failure(t, conn, st)
					if err.Class != driver.Failed || err.Code != c.code || err.Message == "" {
						t.Errorf("%s: class %d, %v; want class Failed, code %d", c.sql, err.Class, err, c.code)
					}
				}
				Exec(t, conn, driver.Statement{ID: 10, SQL: "SELECT id FROM f", Prepare: prepare})
			}
		})
	}
}

// testArguments checks that too few and too many are an error of the
// statement, and that question marks in quotes and comments are none.
func testArguments(t *testing.T, h *Harness) {
	conn := Connect(t, h.Open(t, nil), 0)
	for id, prepare := range []bool{true, false} {
		st := driver.Statement{ID: id, SQL: "SELECT '?', /* ? */ ?, 'it''s ?' -- ?\n, ?", Prepare: prepare,
			Reads: []expr.Kind{expr.String, expr.Int, expr.String, expr.Int}}
		for _, n := range []int{0, 1, 3} {
			if err := Failure(t, conn, st, make([]expr.Value, n)...); err.Class != driver.Failed || err.Code != driver.CodeArgs {
				t.Errorf("%d arguments for 2, prepared %v: class %d, %v; want code %d", n, prepare, err.Class, err, driver.CodeArgs)
			}
		}
		res := Exec(t, conn, st, expr.IntValue(-5), expr.IntValue(6))
		checkValue(t, st.SQL, res.Row[0], expr.TextValue([]byte("?")))
		checkValue(t, st.SQL, res.Row[1], expr.IntValue(-5))
		checkValue(t, st.SQL, res.Row[2], expr.TextValue([]byte("it's ?")))
		checkValue(t, st.SQL, res.Row[3], expr.IntValue(6))
		minus := driver.Statement{ID: 5 + id, SQL: "SELECT 7-?", Prepare: prepare, Reads: []expr.Kind{expr.Int}}
		checkValue(t, minus.SQL, Exec(t, conn, minus, expr.IntValue(-3)).Row[0], expr.IntValue(10))
	}
}

// testInterrupt ends a stuck statement from another goroutine. The session
// then either goes on or says that it is lost.
func testInterrupt(t *testing.T, h *Harness) {
	db := h.Open(t, nil)
	for name, prepare := range map[string]bool{"prepared": true, "text": false} {
		t.Run(name, func(t *testing.T) {
			conn := Connect(t, db, 0)
			if err := conn.Interrupt(context.Background()); err != nil {
				t.Errorf("interrupting an idle session: %v", err)
			}
			begin := time.Now()
			ended := make(chan error, 1)
			go func() {
				var res driver.Result
				ended <- conn.Execute(&driver.Statement{ID: 0, SQL: h.Stuck, Prepare: prepare}, nil, &res)
			}()
			err := interruptUntil(conn, ended)
			if failed := AsError(t, h.Stuck, err); failed.Class != driver.Interrupted {
				t.Errorf("class %d, %v; want class Interrupted", failed.Class, failed)
			}
			// Far less than Stuck takes, and enough for a busy machine.
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("the statement ended after %v", took)
			}
			var res driver.Result
			if err := conn.Execute(&driver.Statement{ID: -1, SQL: "SELECT 1"}, nil, &res); err != nil {
				if failed := AsError(t, "SELECT 1", err); failed.Class != driver.Lost {
					t.Errorf("the next statement: class %d, %v; want success or class Lost", failed.Class, failed)
				}
			}
		})
	}
}

// interruptUntil interrupts until the statement has ended: it may not have
// begun yet when the first interrupt comes.
func interruptUntil(conn driver.Conn, ended <-chan error) error {
	for {
		select {
		case err := <-ended:
			return err
		case <-time.After(50 * time.Millisecond):
			if err := conn.Interrupt(context.Background()); err != nil {
				return err
			}
		}
	}
}

// TestClosed checks that a closed session of db says that it is lost. It is
// exported for drivers that keep no data and cannot pass all of Run.
func TestClosed(t *testing.T, db driver.Driver) {
	conn := Connect(t, db, 0)
	Exec(t, conn, driver.Statement{ID: 0, SQL: "SELECT 1", Prepare: true})
	if err := conn.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	for _, id := range []int{0, -1} {
		if err := Failure(t, conn, driver.Statement{ID: id, SQL: "SELECT 1", Prepare: true}); err.Class != driver.Lost {
			t.Errorf("class %d, %v; want class Lost", err.Class, err)
		}
	}
	if err := conn.Interrupt(context.Background()); err != nil {
		t.Errorf("interrupting a closed session: %v", err)
	}
}
