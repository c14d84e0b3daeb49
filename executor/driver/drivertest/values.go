package drivertest

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// values must come back from a column of their kind as they went in.
func values() []expr.Value {
	var every, quoted []byte // a lead byte of a character must not swallow a quote
	for b := range 256 {
		every = append(every, byte(b))
		quoted = append(quoted, byte(b), '\'', byte(b), '\\')
	}
	vs := []expr.Value{
		{}, // NULL
		expr.IntValue(0), expr.IntValue(-1), expr.IntValue(6_000_000_000),
		expr.IntValue(math.MaxInt64), expr.IntValue(math.MinInt64),
		expr.FloatValue(0), expr.FloatValue(-2.5), expr.FloatValue(1e6), expr.FloatValue(0.1),
		expr.FloatValue(math.MaxFloat64), expr.FloatValue(math.SmallestNonzeroFloat64 * (1 << 52)),
		expr.BoolValue(true), expr.BoolValue(false),
		{Kind: expr.Bytes, Text: []byte{}}, {Kind: expr.Bytes, Text: every}, {Kind: expr.Bytes, Text: quoted},
		expr.TimeValue(time.Date(2026, 2, 28, 23, 59, 59, 123456000, time.UTC)),
		expr.TimeValue(time.Date(1970, 1, 1, 0, 0, 1, 0, time.UTC)),
	}
	for _, text := range []string{
		"", " trailing ", "it's \"quoted\" `here`", `back\slash\`, `\'`, "nul\x00nul\x00", "new\nline\r\ttab\x1a",
		"ünïcödé 測試 😀", "?", "%s --", "/* */ # ;", strings.Repeat("long ", 20000),
	} {
		vs = append(vs, expr.TextValue([]byte(text)))
	}
	return vs
}

// testValues sends each value as an argument of a prepared statement, as an
// argument written into a text, and as a literal, under each of the modes.
func testValues(t *testing.T, h *Harness) {
	testValuesIn(t, h, "default", nil)
	for name, settings := range h.Modes {
		testValuesIn(t, h, name, settings)
	}
}

func testValuesIn(t *testing.T, h *Harness, mode string, settings []plan.Setting) {
	t.Run(mode, func(t *testing.T) {
		conn := Connect(t, h.Open(t, settings), 0)
		for kind, column := range h.Types {
			Exec(t, conn, Text("CREATE TABLE t_"+kind.String()+" (id BIGINT PRIMARY KEY, v "+column+")"))
		}
		for i, v := range values() {
			checkRoundTrip(t, conn, i, v, h.Packed)
		}
	})
}

func checkRoundTrip(t *testing.T, conn driver.Conn, i int, v expr.Value, packed bool) {
	t.Helper()
	kind := v.Kind
	if kind == expr.Null {
		kind = expr.Int
	}
	table := "t_" + kind.String()
	insert := "INSERT INTO " + table + " (id, v) VALUES (?, ?)"
	literal := conn.(driver.Literals).AppendLiteral(nil, v)
	id := int64(10 * i)
	Exec(t, conn, driver.Statement{ID: int(kind), SQL: insert, Prepare: true}, expr.IntValue(id), v)
	Exec(t, conn, driver.Statement{ID: 10 + int(kind), SQL: insert}, expr.IntValue(id+1), v)
	Exec(t, conn, Text("INSERT INTO "+table+" (v, id) VALUES ("+string(literal)+", "+strconv.FormatInt(id+2, 10)+")"))
	read := "SELECT v, LENGTH(v) FROM " + table + " WHERE id = ?"
	for way, name := range []string{"prepared argument", "argument in the text", "literal"} {
		st := driver.Statement{ID: 20 + 10*way + int(kind), SQL: read, Prepare: way != 1, Reads: []expr.Kind{kind}}
		res := Exec(t, conn, st, expr.IntValue(id+int64(way)))
		if len(res.Row) != 1 {
			t.Fatalf("%s of value %d: no row", name, i)
		}
		got := res.Row[0]
		if got.Kind != v.Kind || got.Int != v.Int || got.Float != v.Float || string(got.Text) != string(v.Text) {
			t.Errorf("%s of value %d (%s %.40q) came back as %s %.40q", name, i, v.Kind, v.Append(nil), got.Kind, got.Append(nil))
		}
		if res.Bytes < int64(len(v.Text)) && !packed {
			t.Errorf("%s of value %d: %d bytes received, fewer than the value's %d", name, i, res.Bytes, len(v.Text))
		}
	}
}
