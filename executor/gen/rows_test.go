package gen

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// sbtest is sysbench's table with its default distribution.
func sbtest(rows int64) *plan.Table {
	return &plan.Table{Name: "sbtest", Copies: 2, Rows: rows, Quote: "`", RowSize: 200, Columns: []plan.Column{
		{Name: "id", Value: expr.Expr{Op: expr.OpRow, Kind: expr.Int}},
		{Name: "k", Value: draw("special", expr.Int, 1, rows, 12, 1, 75)},
		{Name: "c", Value: template(strings.Repeat("###########-", 9) + "###########")},
		{Name: "pad", Value: template(strings.Repeat("###########-", 4) + "###########")},
	}}
}

func template(s string) expr.Expr {
	return expr.Expr{Op: expr.OpDraw, Kind: expr.String, Int: -1, Text: "digits", Args: []expr.Expr{expr.ConstString(s)}}
}

// plain is a literal for values that need no escaping.
func plain(dst []byte, v expr.Value) []byte {
	if v.Kind != expr.String {
		return v.Append(dst)
	}
	return append(v.Append(append(dst, '\'')), '\'')
}

func TestRowsDoNotDependOnOrder(t *testing.T) {
	forward, backward := NewRows(1, sbtest(100), nil), NewRows(1, sbtest(100), nil)
	var rows [2][100]string
	for n := range int64(100) {
		for c := range int64(2) {
			dst, _, err := forward.AppendValues(nil, c, n+1, n+2, 0, plain)
			if err != nil {
				t.Fatal(err)
			}
			rows[c][n] = string(dst)
		}
	}
	for c := int64(1); c >= 0; c-- {
		for n := int64(99); n >= 0; n-- {
			dst, _, _ := backward.AppendValues(nil, c, n+1, n+2, 0, plain)
			if rows[c][n] != string(dst) {
				t.Fatalf("copy %d row %d: %s, then %s", c, n+1, rows[c][n], dst)
			}
		}
	}
	if rows[0][7] == rows[1][7] {
		t.Error("two copies of a table have equal rows")
	}
	if other, _, _ := NewRows(2, sbtest(100), nil).AppendValues(nil, 0, 8, 9, 0, plain); rows[0][7] == string(other) {
		t.Error("two seeds give equal rows")
	}
}

func TestAppendValuesKeepsTheLimit(t *testing.T) {
	const limit = 5000
	r := NewRows(1, sbtest(1000), nil)
	whole, next, err := r.AppendValues(nil, 0, 1, 1001, 1<<30, plain)
	if err != nil || next != 1001 {
		t.Fatal(next, err)
	}
	var parts [][]byte
	for lo := int64(1); lo < 1001; lo = next {
		var dst []byte
		if dst, next, err = r.AppendValues(nil, 0, lo, 1001, limit, plain); err != nil {
			t.Fatal(err)
		}
		if len(dst) > limit || next < 1001 && len(dst) < limit-250 {
			t.Errorf("rows %d to %d have %d bytes", lo, next-1, len(dst))
		}
		parts = append(parts, dst)
	}
	if !bytes.Equal(bytes.Join(parts, []byte(",")), whole) {
		t.Error("the rows differ with the limit")
	}
	if _, next, _ := r.AppendValues(nil, 0, 1, 1001, 1, plain); next != 2 {
		t.Errorf("a limit below one row gives rows up to %d", next)
	}
}

func TestRowErrors(t *testing.T) {
	table := &plan.Table{Name: "t", Rows: 1, Columns: []plan.Column{{Name: "bad", Value: draw("uniform", expr.Int, 2, 1)}}}
	_, err := NewRows(1, table, nil).Row(0, 1)
	if !errors.Is(err, expr.ErrDomain) || !strings.Contains(err.Error(), "row 1 of table t, column bad") {
		t.Error(err)
	}
}

func TestRowsAllocateNothing(t *testing.T) {
	r := NewRows(1, sbtest(1_000_000), nil)
	n := int64(0)
	if got := testing.AllocsPerRun(1000, func() { n++; r.Row(0, n) }); got != 0 {
		t.Errorf("%v allocations a row", got)
	}
}

func BenchmarkRows(b *testing.B) {
	r := NewRows(1, sbtest(1_000_000), nil)
	buf := make([]byte, 0, 1<<20)
	n := int64(0)
	for b.Loop() {
		n++
		buf, _, _ = r.AppendValues(buf[:0], 0, n, n+1, 0, plain)
	}
	b.SetBytes(int64(len(buf)))
}
