package drivertest

import (
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// answers are statements in order and what each must report. What a
// statement counts as (read, write, other) follows from these three.
var answers = []struct {
	sql            string
	hasRows        bool
	rows, affected int64
}{
	{"CREATE TABLE kinds (id INT PRIMARY KEY, k INT)", false, 0, 0},
	{"INSERT INTO kinds VALUES (1, 10), (2, 20), (3, 30)", false, 0, 3},
	{"SELECT id FROM kinds", true, 3, 0},
	{"SELECT id FROM kinds WHERE k > 99", true, 0, 0},
	{"SELECT COUNT(*) FROM kinds", true, 1, 0},
	{"UPDATE kinds SET k = k + 1 WHERE id = 99", false, 0, 0},
	{"UPDATE kinds SET k = k + 1 WHERE id < 3", false, 0, 2},
	{"SELECT id FROM kinds WHERE id = 1", true, 1, 0},
	{"BEGIN", false, 0, 0},
	{"DELETE FROM kinds WHERE id = 1", false, 0, 1},
	{"COMMIT", false, 0, 0}, // not the DELETE's one again
	{"BEGIN", false, 0, 0},
	{"REPLACE INTO kinds VALUES (9, 90)", false, 0, 1},
	{"ROLLBACK", false, 0, 0},
	{"ROLLBACK", false, 0, 0}, // with nothing to roll back
	{"WITH t AS (SELECT 1 AS n) SELECT n FROM t", true, 1, 0},
	{"/* a comment */ SELECT 1 UNION ALL SELECT 2", true, 2, 0},
	{"-- a comment\nDELETE FROM kinds", false, 0, 2},
	{"INSERT INTO kinds VALUES (7, 70) RETURNING id", true, 1, 0},
	{"DROP TABLE kinds", false, 0, 0},
}

// testKinds checks what statements report, prepared and as text.
func testKinds(t *testing.T, h *Harness) {
	for name, prepare := range map[string]bool{"prepared": true, "text": false} {
		t.Run(name, func(t *testing.T) {
			conn := Connect(t, h.Open(t, nil), 0)
			for i, want := range answers {
				sql := want.sql
				res := Exec(t, conn, driver.Statement{ID: i, SQL: sql, Prepare: prepare})
				if res.HasRows != want.hasRows || res.Rows != want.rows || res.Affected != want.affected {
					t.Errorf("%s: rows %v %d, affected %d; want %v %d, %d",
						sql, res.HasRows, res.Rows, res.Affected, want.hasRows, want.rows, want.affected)
				}
				if res.Rows == 0 && len(res.Row) > 0 {
					t.Errorf("%s: a row of %d values, but no rows", sql, len(res.Row))
				}
			}
		})
	}
}

// testReads checks each kind, NULL, the wish for fewer columns than there
// are, and that there is no row where there is none.
func testReads(t *testing.T, h *Harness) {
	conn := Connect(t, h.Open(t, nil), 0)
	cases := []struct {
		sql   string
		reads []expr.Kind
		want  []expr.Value
	}{
		{"SELECT 42, 7", []expr.Kind{expr.Int}, []expr.Value{expr.IntValue(42)}},
		{"SELECT 42", []expr.Kind{expr.Float}, []expr.Value{expr.FloatValue(42)}},
		{"SELECT 1.5", []expr.Kind{expr.Float}, []expr.Value{expr.FloatValue(1.5)}},
		{"SELECT 0.25E0", []expr.Kind{expr.Float}, []expr.Value{expr.FloatValue(0.25)}},
		{"SELECT 12.0", []expr.Kind{expr.Int}, []expr.Value{expr.IntValue(12)}},
		{"SELECT 1, 0", []expr.Kind{expr.Bool, expr.Bool}, []expr.Value{expr.BoolValue(true), expr.BoolValue(false)}},
		{"SELECT 'a text'", []expr.Kind{expr.String}, []expr.Value{expr.TextValue([]byte("a text"))}},
		{"SELECT 17", []expr.Kind{expr.String}, []expr.Value{expr.TextValue([]byte("17"))}},
		{"SELECT '17'", []expr.Kind{expr.Int}, []expr.Value{expr.IntValue(17)}},
		{"SELECT NULL, 3", []expr.Kind{expr.Int, expr.Int}, []expr.Value{{}, expr.IntValue(3)}},
		{"SELECT '1970-01-02 00:00:00.5'", []expr.Kind{expr.Time}, []expr.Value{{Kind: expr.Time, Int: 86400_500000}}},
		{"SELECT 1 UNION ALL SELECT 2", []expr.Kind{expr.Int}, []expr.Value{expr.IntValue(1)}},
		{"SELECT 1 FROM (SELECT 1 AS n) AS t WHERE n = 2", []expr.Kind{expr.Int}, nil},
	}
	for i, c := range cases {
		for _, prepare := range []bool{true, false} {
			res := Exec(t, conn, driver.Statement{ID: i, SQL: c.sql, Prepare: prepare, Reads: c.reads})
			if len(res.Row) != len(c.want) {
				t.Errorf("%s (prepared %v): %d values, want %d", c.sql, prepare, len(res.Row), len(c.want))
				continue
			}
			for j := range c.want {
				checkValue(t, c.sql, res.Row[j], c.want[j])
			}
		}
	}
}

// testMisfits checks that an answer that cannot be read as wanted is an error
// of the statement, and leaves the session in order.
func testMisfits(t *testing.T, h *Harness) {
	conn := Connect(t, h.Open(t, nil), 0)
	cases := []struct {
		sql   string
		reads []expr.Kind
	}{
		{"SELECT 'abc'", []expr.Kind{expr.Int}},
		{"SELECT 'abc'", []expr.Kind{expr.Float}},
		{"SELECT 'abc' UNION ALL SELECT 'def'", []expr.Kind{expr.Time}},
		{"SELECT 1.5", []expr.Kind{expr.Int}},
		{"SELECT 1", []expr.Kind{expr.Int, expr.Int}},
	}
	for i, c := range cases {
		for _, prepare := range []bool{true, false} {
			err := Failure(t, conn, driver.Statement{ID: i, SQL: c.sql, Prepare: prepare, Reads: c.reads})
			if err.Class != driver.Failed || err.Code != driver.CodeValue {
				t.Errorf("%s as %v: class %d, %v; want class Failed, code %d", c.sql, c.reads, err.Class, err, driver.CodeValue)
			}
		}
	}
	Exec(t, conn, Text("SELECT 1"))
}

func checkValue(t *testing.T, what string, got, want expr.Value) {
	t.Helper()
	if got.Kind != want.Kind || got.Int != want.Int || got.Float != want.Float || string(got.Text) != string(want.Text) {
		t.Errorf("%s: read %s %q, want %s %q", what, got.Kind, got.Append(nil), want.Kind, want.Append(nil))
	}
}
