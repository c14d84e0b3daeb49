package expr

import (
	"errors"
	"math"
	"testing"
	"time"
)

// node makes an operator with a static kind.
func call(op Op, kind Kind, args ...Expr) Expr { return Expr{Op: op, Kind: kind, Args: args} }

var (
	i = ConstInt
	f = ConstFloat
	s = ConstString
	b = ConstBool
)

var null = Expr{Op: OpConst}

// show writes a value with its kind, so that 1 and 1.0 differ in a test.
func show(v Value) string { return v.Kind.String() + " " + string(v.Append(nil)) }

func TestEval(t *testing.T) {
	boom := call(OpDiv, Float, i(1), i(0)) // an operand that must not be evaluated
	tests := []struct {
		name string
		e    Expr
		want string
	}{
		{"int add", call(OpAdd, Int, i(2), i(3)), "int 5"},
		{"mixed add", call(OpAdd, Float, i(2), f(0.5)), "float 2.5"},
		{"div is float", call(OpDiv, Float, i(1), i(4)), "float 0.25"},
		{"mod toward zero", call(OpMod, Int, i(-7), i(3)), "int -1"},
		{"mod of the least", call(OpMod, Int, i(math.MinInt64), i(-1)), "int 0"},
		{"float mod", call(OpMod, Float, f(-7.5), i(2)), "float -1.5"},
		{"pow", call(OpPow, Int, i(-2), i(63)), "int -9223372036854775808"},
		{"float pow", call(OpPow, Float, i(2), i(-1)), "float 0.5"},
		{"mul to the least", call(OpMul, Int, i(math.MinInt64), i(1)), "int -9223372036854775808"},
		{"floor", call(OpFloor, Int, f(-1.5)), "int -2"},
		{"round half away", call(OpRound, Int, f(-2.5)), "int -3"},
		{"ceil of int", call(OpCeil, Int, i(7)), "int 7"},
		{"sqrt", call(OpSqrt, Float, i(9)), "float 3"},
		{"float neg", call(OpNeg, Float, f(2.5)), "float -2.5"},
		{"float abs", call(OpAbs, Float, f(-2.5)), "float 2.5"},
		{"float ceil", call(OpCeil, Int, f(-1.5)), "int -1"},
		{"log", call(OpLog, Float, f(1)), "float 0"},
		{"float mul", call(OpMul, Float, f(2.5), i(2)), "float 5"},
		{"float sub", call(OpSub, Float, i(1), f(0.5)), "float 0.5"},
		{"min", call(OpMin, Int, i(3), i(-1), i(2)), "int -1"},
		{"max mixed", call(OpMax, Float, i(3), f(2.5)), "float 3"},
		{"exact comparison", call(OpEq, Bool, i(1<<53+1), f(1<<53)), "bool false"},
		{"beyond int64", call(OpLt, Bool, i(math.MaxInt64), f(1<<63)), "bool true"},
		{"below int64", call(OpGt, Bool, i(math.MinInt64), f(-1e19)), "bool true"},
		{"fraction decides", call(OpGe, Bool, f(2.5), i(2)), "bool true"},
		{"floats", call(OpLe, Bool, f(2.5), f(2.5)), "bool true"},
		{"truths", call(OpNe, Bool, b(true), b(false)), "bool true"},
		{"times", call(OpLt, Bool, Expr{Op: OpConst, Kind: Time, Int: 1}, Expr{Op: OpConst, Kind: Time, Int: 2}), "bool true"},
		{"binary beside text", call(OpEq, Bool, Expr{Op: OpConst, Kind: Bytes, Text: "a"}, s("a")), "bool true"},
		{"texts", call(OpLt, Bool, s("a"), s("b")), "bool true"},
		{"null equals null", call(OpEq, Bool, null, null), "bool true"},
		{"null is no number", call(OpNe, Bool, null, i(0)), "bool true"},
		{"null is not less", call(OpLt, Bool, null, i(1)), "null NULL"},
		{"null in arithmetic", call(OpAdd, Int, null, i(1)), "null NULL"},
		{"null argument", call(OpMin, Int, i(1), null), "null NULL"},
		{"null condition", call(OpCond, Int, null, i(1), i(2)), "int 2"},
		{"cond is lazy", call(OpCond, Float, b(true), i(1), boom), "float 1"},
		{"and is lazy", call(OpAnd, Bool, b(false), boom), "bool false"},
		{"or is lazy", call(OpOr, Bool, b(true), boom), "bool true"},
		{"false decides", call(OpAnd, Bool, null, b(false)), "bool false"},
		{"null decides", call(OpAnd, Bool, null, b(true)), "null NULL"},
		{"not", call(OpNot, Bool, b(false)), "bool true"},
		{"coalesce", call(OpCoalesce, Int, null, i(4), boom), "int 4"},
		{"concat", call(OpConcat, String, s("a"), null, i(1), f(2)), "string a12"},
		{"lower", call(OpLower, String, s("ÀB\xff")), "string àb\xff"},
		{"upper", call(OpUpper, String, s("straße")), "string STRAßE"},
		{"substr", call(OpSubstr, String, s("abcdef"), i(2), i(3)), "string cde"},
		{"substr from the end", call(OpSubstr, String, s("abcdef"), i(-2), i(-1)), "string ef"},
		{"substr outside", call(OpSubstr, String, s("abc"), i(9), i(math.MaxInt64)), "string "},
		{"length", call(OpLength, Int, s("é")), "int 2"},
		{"int of text", call(OpInt, Int, s("-12.9")), "int -12"},
		{"int of float", call(OpInt, Int, f(-2.9)), "int -2"},
		{"int of bool", call(OpInt, Int, b(true)), "int 1"},
		{"float of bool", call(OpFloat, Float, b(true)), "float 1"},
		{"float of text", call(OpFloat, Float, s("2.5")), "float 2.5"},
		{"string of float", call(OpString, String, f(1e6)), "string 1000000"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := test.e.Eval(&Env{})
			if err != nil || show(v) != test.want {
				t.Errorf("got %q, %v, want %q", show(v), err, test.want)
			}
		})
	}
}

func TestEvalErrors(t *testing.T) {
	tests := []struct {
		name string
		e    Expr
		want error
	}{
		{"add", call(OpAdd, Int, i(math.MaxInt64), i(1)), ErrOverflow},
		{"sub", call(OpSub, Int, i(math.MinInt64), i(1)), ErrOverflow},
		{"mul", call(OpMul, Int, i(math.MinInt64), i(-1)), ErrOverflow},
		{"neg", call(OpNeg, Int, i(math.MinInt64)), ErrOverflow},
		{"abs", call(OpAbs, Int, i(math.MinInt64)), ErrOverflow},
		{"pow", call(OpPow, Int, i(10), i(19)), ErrOverflow},
		{"int", call(OpInt, Int, f(1e19)), ErrOverflow},
		{"infinite", call(OpMul, Float, f(1e300), f(1e300)), ErrOverflow},
		{"division", call(OpDiv, Float, i(1), i(0)), ErrDivide},
		{"remainder", call(OpMod, Int, i(1), i(0)), ErrDivide},
		{"root", call(OpSqrt, Float, i(-1)), ErrDomain},
		{"logarithm", call(OpLog, Float, i(0)), ErrDomain},
		{"no integer", call(OpPow, Int, i(2), i(-1)), ErrDomain},
		{"text in arithmetic", call(OpAdd, Int, s("1"), i(1)), ErrKind},
		{"compare", call(OpLt, Bool, s("1"), i(1)), ErrKind},
		{"not", call(OpNot, Bool, i(1)), ErrKind},
		{"and", call(OpAnd, Bool, i(1), b(true)), ErrKind},
		{"no number", call(OpInt, Int, s("x")), ErrKind},
		{"length", call(OpLength, Int, i(1)), ErrKind},
		{"upper of a number", call(OpUpper, String, f(1)), ErrKind},
		{"int of a time", call(OpInt, Int, Expr{Op: OpConst, Kind: Time}), ErrKind},
		{"float of a time", call(OpFloat, Float, Expr{Op: OpConst, Kind: Time}), ErrKind},
		{"neg of a text", call(OpNeg, Int, s("1")), ErrKind},
		{"max of a text", call(OpMax, Int, s("1")), ErrKind},
		{"substr of a number", call(OpSubstr, String, i(1), i(0), i(1)), ErrKind},
		{"negative logarithm", call(OpLog, Float, f(-1)), ErrDomain},
		{"condition", call(OpCond, Int, i(1), i(2), i(3)), ErrKind},
		{"fact", Expr{Op: OpFact, Text: "host.nothing"}, ErrFact},
		{"deep", call(OpCoalesce, Float, call(OpMax, Float, i(1), call(OpDiv, Float, i(1), i(0)))), ErrDivide},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			env := &Env{}
			if v, err := test.e.Eval(env); !errors.Is(err, test.want) {
				t.Errorf("got %q, %v, want %v", show(v), err, test.want)
			}
			if len(env.stack) != 0 {
				t.Errorf("%d operands left on the stack", len(env.stack))
			}
		})
	}
}

func TestEvalSizeIsBounded(t *testing.T) {
	env := &Env{Slots: []Value{TextValue(make([]byte, MaxText/2+1))}}
	e := call(OpConcat, String, Slot(0, String), Slot(0, String))
	if _, err := e.Eval(env); !errors.Is(err, ErrSize) {
		t.Errorf("got %v, want %v", err, ErrSize)
	}
}

// scripted draws what it was told to and remembers its arguments.
type scripted struct {
	value Value
	args  []Value
}

func (d *scripted) Draw(_ *Expr, args []Value, _ *Env) (Value, error) {
	d.args = append(d.args[:0], args...)
	return d.value, nil
}

func TestDraw(t *testing.T) {
	d := &scripted{value: IntValue(7)}
	env := &Env{Drawer: d, Row: 3}
	inner := Expr{Op: OpDraw, Kind: Int, Int: -1, Text: "uniform", Args: []Expr{i(1), {Op: OpRow}}}
	outer := Expr{Op: OpDraw, Kind: Int, Int: -1, Text: "uniform", Args: []Expr{i(1), inner}}
	if v, err := outer.Eval(env); err != nil || v.Int != 7 {
		t.Fatalf("got %v, %v", v, err)
	}
	if len(d.args) != 2 || d.args[1].Int != 7 {
		t.Errorf("the outer draw saw %v", d.args)
	}
	nothing := Expr{Op: OpDraw, Kind: Int, Text: "uniform", Args: []Expr{null, i(1)}}
	if v, _ := nothing.Eval(env); v.Kind != Null {
		t.Errorf("a draw from Null gave %v", v)
	}
}

// cell answers for one metric.
type cell map[string]float64

func (c cell) Result(metric string, scope []Value) (Value, error) {
	x, ok := c[metric]
	if !ok {
		return Value{}, ErrDomain
	}
	return FloatValue(x + scope[0].AsFloat()), nil
}

func TestResult(t *testing.T) {
	env := &Env{Results: cell{"p": 2}}
	e := Expr{Op: OpResult, Kind: Float, Text: "p", Args: []Expr{i(1)}}
	if v, err := e.Eval(env); err != nil || v.Float != 3 {
		t.Errorf("got %v, %v", v, err)
	}
	e.Text = "q"
	if _, err := e.Eval(env); !errors.Is(err, ErrDomain) {
		t.Errorf("got %v, want %v", err, ErrDomain)
	}
}

func TestLeaves(t *testing.T) {
	env := &Env{Row: 1, Copy: 2, Worker: 3, Workers: 4, Slots: []Value{TimeValue(time.Unix(0, 5000))},
		Facts: map[string]Value{"host.cpus": IntValue(6)}}
	for n, e := range []Expr{{Op: OpRow}, {Op: OpCopy}, {Op: OpWorker}, {Op: OpWorkers}, Slot(0, Time), {Op: OpFact, Text: "host.cpus"}} {
		if v, err := e.Eval(env); err != nil || v.Int != int64(n+1) {
			t.Errorf("%s: got %v, %v", e.Op, v, err)
		}
	}
}

func TestEvalAllocatesNothing(t *testing.T) {
	e := call(OpConcat, String,
		call(OpUpper, String, s("id ")),
		Expr{Op: OpFormat, Kind: String, Text: "%08d|%-6s|%.2f", Args: []Expr{Slot(0, Int), s("ab"), f(2.5)}},
		call(OpString, String, call(OpMax, Int, i(1), call(OpMul, Int, Slot(0, Int), i(3)))),
		call(OpCond, Int, call(OpLt, Bool, Slot(0, Int), f(2.5)), i(1), call(OpInt, Int, s("77"))),
		call(OpSubstr, String, s("abcdef"), i(1), i(2)))
	env := &Env{Slots: []Value{IntValue(12)}}
	var v Value
	got := testing.AllocsPerRun(100, func() {
		env.Reset()
		v, _ = e.Eval(env)
	})
	if want := "ID 00000012|ab    |2.503677bc"; string(v.Text) != want {
		t.Errorf("got %q, want %q", v.Text, want)
	}
	if got != 0 {
		t.Errorf("%v allocations for one evaluation", got)
	}
}

func BenchmarkEval(b *testing.B) {
	hi := call(OpSub, Int, call(OpAdd, Int, Slot(0, Int), i(100)), i(1)) // let.lo + range_size - 1
	env := &Env{Slots: []Value{IntValue(12)}}
	for b.Loop() {
		hi.Eval(env)
	}
}
