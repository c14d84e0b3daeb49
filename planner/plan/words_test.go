package plan

import (
	"math"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

// TestWords is about what the plan adds to an expression's own text: names of
// slots, tables, counts and factors.
func TestWords(t *testing.T) {
	tables := sampleSchema("InnoDB").Tables
	hole := func(table int, value expr.Expr) string {
		return holeWords(&Hole{Table: table, Value: value}, tables, []string{"let.t"})
	}
	sum := call(expr.OpAdd, expr.Int, expr.Slot(0, expr.Int), expr.Slot(7, expr.Int))
	cases := []struct{ got, want string }{
		{words(&sum, []string{"let.t"}), "let.t + slot 7"},
		{words(&expr.Expr{}, nil), "none"},
		{numberWords(&Number{N: 12000}, nil), "12,000"},
		{numberWords(&Number{Expr: expr.Slot(0, expr.Int)}, []string{"let.n"}), "let.n"},
		{plainConstant(&expr.Expr{Op: expr.OpConst, Kind: expr.String, Text: "a b"}), "a b"},
		{plainConstant(&expr.Expr{Op: expr.OpConst, Kind: expr.Float, Float: 0.5}), "0.5"},
		{plainConstant(&expr.Expr{Op: expr.OpConst, Kind: expr.Bool, Int: 1}), "true"},
		{hole(0, expr.ConstInt(1)), "sbtest2"},
		{hole(0, expr.Slot(0, expr.Int)), "${table.sbtest[let.t]}"},
		{hole(0, draw(expr.Int, "uniform", expr.ConstInt(0), expr.ConstInt(1))), "${any(table.sbtest)}"},
		{hole(0, draw(expr.Int, "uniform", expr.ConstInt(0), expr.ConstInt(0))), "${table.sbtest[uniform(0, 0)]}"},
		{hole(-1, expr.ConstInt(5)), "${5}"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestUnits(t *testing.T) {
	cases := []struct{ got, want string }{
		{count(0), "0"}, {count(999), "999"}, {count(1000), "1,000"}, {count(-1234567), "-1,234,567"},
		{duration(0), "0s"}, {duration(60e9), "1m"}, {duration(90e9), "1m30s"}, {duration(3600e9), "1h"},
		{duration(3660e9), "1h1m"}, {duration(1e6), "1ms"},
		{size(0), "0 B"}, {size(1023), "1023 B"}, {size(1536), "1.5 KiB"}, {size(math.MaxInt64), "8 EiB"},
		{percent(0.00757), "0.757 %"}, {percent(1), "100 %"}, {percent(0), "0 %"},
		{plural(1, "cell"), "1 cell"}, {plural(0, "repeat"), "0 repeats"}, {plural(2, "entry"), "2 entries"},
		{cells([]int{4}), "cell 4"}, {cells([]int{0, 1, 2, 5}), "cells 0–2, 5"},
		{ranges([]int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18}), "0, 2, 4, 6, 8, 10, 12, 14, … 10 in all"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestShare checks the hot sets against figures that sysbench's generators
// are known to give and against sums by hand.
func TestShare(t *testing.T) {
	n := expr.ConstInt
	cases := []struct {
		e    expr.Expr
		want string
	}{
		{special(1000000), "about 7,501 of 1,000,000 values (0.75 %) get 75 % of draws"},
		{special(1), "about 1 of 1 values (75 %) get 75 % of draws"},
		{draw(expr.Int, "gaussian", n(1), n(100), n(12)), "the middle 16.7 % of the range"},
		{draw(expr.Int, "pareto", n(1), n(100), expr.ConstFloat(0.2)), "the lowest 20 % of the range gets 80 % of draws"},
		{draw(expr.Int, "hotspot", n(1), n(100), expr.ConstFloat(0.1), expr.ConstFloat(0.9)), "the lowest 10 % of the range gets 90 % of draws"},
		// 1/(1 + 1/2 + 1/3 + 1/4) = 12/25
		{draw(expr.Int, "zipf", n(1), n(4), expr.ConstFloat(1)), "the lowest 25 % of the range gets 48 % of draws"},
	}
	for _, c := range cases {
		if got := share(&c.e); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", words(&c.e, nil), got, c.want)
		}
	}
	for _, e := range []expr.Expr{n(1), draw(expr.Int, "uniform", n(1), n(2)), draw(expr.Int, "zipf", n(1), expr.Slot(0, expr.Int), expr.ConstFloat(1))} {
		if got := share(&e); got != "" {
			t.Errorf("%s: %q, want nothing", words(&e, nil), got)
		}
	}
}
