package plan

import (
	"math"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestWords(t *testing.T) {
	one, two, three := expr.ConstInt(1), expr.ConstInt(2), expr.ConstInt(3)
	add := call(expr.OpAdd, expr.Int, one, two)
	less := call(expr.OpLt, expr.Bool, expr.Slot(0, expr.Int), three)
	cases := map[string]expr.Expr{
		"(1 + 2) * 3":                          call(expr.OpMul, expr.Int, add, three),
		"3 * 1 + 2":                            call(expr.OpAdd, expr.Int, call(expr.OpMul, expr.Int, three, one), two),
		"3 - (1 + 2)":                          call(expr.OpSub, expr.Int, three, add),
		"3 - 1 - 2":                            call(expr.OpSub, expr.Int, call(expr.OpSub, expr.Int, three, one), two),
		"!(let.n < 3)":                         call(expr.OpNot, expr.Bool, less),
		"-(1 + 2)":                             call(expr.OpNeg, expr.Int, add),
		"let.n < 3 ? 1 : 2":                    call(expr.OpCond, expr.Int, less, one, two),
		"1 + (let.n < 3 ? 1 : 2)":              call(expr.OpAdd, expr.Int, one, call(expr.OpCond, expr.Int, less, one, two)),
		"floor(1 + 2)":                         call(expr.OpFloor, expr.Int, add),
		`format("%04d", slot 7)`:               {Op: expr.OpFormat, Kind: expr.String, Text: "%04d", Args: []expr.Expr{expr.Slot(7, expr.Int)}},
		`concat("a", true, 0.5)`:               call(expr.OpConcat, expr.String, expr.ConstString("a"), expr.ConstBool(true), expr.ConstFloat(0.5)),
		"special(1, 9)":                        special(9),
		"special(1, 9, 12, 1, 80)":             draw(expr.Int, "special", one, expr.ConstInt(9), expr.ConstInt(12), expr.ConstFloat(1), expr.ConstFloat(80)),
		"sequence()":                           draw(expr.Int, "sequence", one, one),
		"pick([1, 2])":                         draw(expr.Int, "pick", one, two),
		"weighted([1, 2], [3, 1])":             draw(expr.Int, "weighted", one, three, two, one),
		"pick([1, 1, 1, 1, 1, 1, … 9 in all])": draw(expr.Int, "pick", one, one, one, one, one, one, one, one, one),
		"host.cpus":                            {Op: expr.OpFact, Kind: expr.Int, Text: "host.cpus"},
		"worker.index % worker.count":          call(expr.OpMod, expr.Int, expr.Expr{Op: expr.OpWorker, Kind: expr.Int}, expr.Expr{Op: expr.OpWorkers, Kind: expr.Int}),
		"result.load.oltp.throughput >= 5":     call(expr.OpGe, expr.Bool, expr.Expr{Op: expr.OpResult, Kind: expr.Float, Text: "throughput", Args: []expr.Expr{expr.ConstString("load"), expr.ConstString("oltp")}}, expr.ConstInt(5)),
		"self.row":                             {Op: expr.OpRow, Kind: expr.Int},
		"none":                                 {},
	}
	for want, e := range cases {
		if got := words(&e, []string{"let.n"}); got != want {
			t.Errorf("got %s, want %s", got, want)
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
		{draw(expr.Int, "zipf", n(1), n(4), expr.ConstFloat(1)), "the lowest 1 of 4 values gets 48 % of draws"},
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

func TestHarmonic(t *testing.T) {
	for _, theta := range []float64{0, 0.5, 0.99, 1, 1.5} {
		exact := 0.0
		for i := 1.0; i <= 100000; i++ {
			exact += math.Pow(i, -theta)
		}
		if got := harmonic(100000, theta); math.Abs(got-exact) > 1e-6*exact {
			t.Errorf("harmonic(100000, %v) = %v, want %v", theta, got, exact)
		}
	}
}
