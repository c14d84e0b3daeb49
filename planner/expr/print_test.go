package expr

import (
	"strings"
	"testing"
)

// draw is a call of a generator.
func draw(name string, args ...Expr) Expr { return Expr{Op: OpDraw, Kind: Int, Text: name, Args: args} }

func TestString(t *testing.T) {
	x, row := Slot(0, Int), Expr{Op: OpRow, Kind: Int}
	tests := []struct {
		e    Expr
		want string
	}{
		{Expr{}, ""},
		{draw("uniform", i(1), i(10000)), "uniform(1, 10000)"},
		{draw("uniform", f(0), f(1)), "uniform(0.0, 1.0)"},
		{draw("special", i(1), i(9), i(12), i(1), i(75)), "special(1, 9)"},
		{draw("special", i(1), i(9), i(12), i(2), i(75)), "special(1, 9, 12, 2)"},
		{draw("pareto", i(1), i(9), f(0.2)), "pareto(1, 9)"},
		{draw("sequence", i(1), i(1)), "sequence()"},
		{draw("sequence", i(5), i(1)), "sequence(5)"},
		{draw("letters", i(20), i(20)), "letters(20)"},
		{draw("pick", s("a"), i(1)), `pick(["a", 1])`},
		{draw("weighted", s("a"), i(1), s("b"), f(2.5)), `weighted(["a", "b"], [1, 2.5])`},
		{call(OpAdd, Int, Slot(3, Int), i(1)), "let 3 + 1"},
		{call(OpMul, Int, call(OpAdd, Int, x, i(1)), i(2)), "(let 0 + 1) * 2"},
		{call(OpAdd, Int, call(OpMul, Int, x, i(1)), i(2)), "let 0 * 1 + 2"},
		{call(OpSub, Int, i(1), call(OpSub, Int, i(2), i(3))), "1 - (2 - 3)"},
		{call(OpSub, Int, call(OpSub, Int, i(1), i(2)), i(3)), "1 - 2 - 3"},
		{call(OpSub, Int, x, i(-1)), "let 0 - -1"},
		{call(OpNeg, Int, i(-1)), "-(-1)"},
		{call(OpNot, Bool, call(OpOr, Bool, b(true), b(false))), "!(true || false)"},
		{call(OpOr, Bool, call(OpAnd, Bool, b(true), b(false)), b(true)), "true && false || true"},
		{call(OpCond, Int, call(OpEq, Bool, x, null), i(1), call(OpCond, Int, b(true), i(2), i(3))), "let 0 == null ? 1 : true ? 2 : 3"},
		{call(OpAdd, Int, call(OpCond, Int, b(true), i(1), i(2)), i(3)), "(true ? 1 : 2) + 3"},
		{call(OpConcat, String, s("id ${"), row, s("\n\"")), `"id $${${self.row}\n\""`},
		{Expr{Op: OpFormat, Text: "%05d", Args: []Expr{row}}, `format("%05d", self.row)`},
		{call(OpMax, Int, i(1), call(OpFloor, Int, f(2.5))), "max(1, floor(2.5))"},
		{call(OpAdd, Int, Expr{Op: OpCopy}, i(1)), "self.copy"},
		{call(OpMul, Int, Expr{Op: OpCopy}, i(2)), "(self.copy - 1) * 2"},
		{call(OpMod, Int, Expr{Op: OpWorker}, Expr{Op: OpWorkers}), "worker.index % worker.count"},
		{Expr{Op: OpFact, Text: "host.cpus"}, "host.cpus"},
		{Expr{Op: OpResult, Text: "throughput"}, "result.throughput"},
		{Expr{Op: OpResult, Text: "events", Args: []Expr{s("load"), s("oltp"), s("transaction"), s("t")}}, "result.load.oltp.transaction.t.events"},
		{call(OpLt, Bool, Expr{Op: OpResult, Text: "response.percentile", Args: []Expr{f(99), s("load"), s("oltp")}}, i(20000000)),
			`percentile(result.load.oltp.response, 99) < duration("20ms")`},
		{call(OpGe, Bool, i(5), Expr{Op: OpResult, Text: "service.max"}), `duration("5ns") >= max(result.service)`},
		{call(OpLt, Bool, Expr{Op: OpResult, Text: "events"}, i(5)), "result.events < 5"},
		{draw("pick", i(0), i(1), i(2), i(3), i(4), i(5), i(6), i(7), i(8), i(9), i(10), i(11), i(12), i(13)),
			"pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … 14 in all])"},
		{Expr{Op: OpConst, Kind: Bytes, Text: "\xffé"}, `"\xffé"`},
		{Expr{Op: OpConst, Kind: Time, Int: 1}, `"1970-01-01 00:00:00.000001"`},
		{f(1e300), "1e+300"},
	}
	for _, test := range tests {
		if got := test.e.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestFormatNamesSlots(t *testing.T) {
	e := call(OpSub, Int, call(OpAdd, Int, Slot(1, Int), i(100)), i(1))
	names := []string{"let.t", "let.lo"}
	if got := e.Format(func(n int) string { return names[n] }); got != "let.lo + 100 - 1" {
		t.Error(got)
	}
}

func TestWalk(t *testing.T) {
	e := call(OpAdd, Int, call(OpMul, Int, i(1), Slot(0, Int)), draw("uniform", i(1), i(2)))
	var ops []string
	e.Walk(func(e *Expr) bool {
		ops = append(ops, string(e.Op))
		return e.Op != OpMul
	})
	if got := strings.Join(ops, " "); got != "add mul draw const const" {
		t.Error(got)
	}
	if !e.Uses(OpRow, OpDraw) || e.Uses(OpRow) {
		t.Error("Uses does not find the draw, or finds a row")
	}
}
