package gen

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/assay-bench/assay/planner/expr"
)

// draw is a call of a generator with constant arguments, at site 0 if it
// keeps state.
func draw(name string, kind expr.Kind, args ...any) expr.Expr {
	e := expr.Expr{Op: expr.OpDraw, Kind: kind, Text: name}
	for _, a := range args {
		switch a := a.(type) {
		case int:
			e.Args = append(e.Args, expr.ConstInt(int64(a)))
		case int64:
			e.Args = append(e.Args, expr.ConstInt(a))
		case float64:
			e.Args = append(e.Args, expr.ConstFloat(a))
		case string:
			e.Args = append(e.Args, expr.ConstString(a))
		case expr.Expr:
			e.Args = append(e.Args, a)
		}
	}
	return e
}

// newEnv is worker w of n of load "l", its random stream started.
func newEnv(w, n int64) *expr.Env {
	s := NewSource(1, StateKey(1, 0, "l"), 8)
	s.Seed(StreamKey(1, 0, "l", 5, w).Event(0, 0))
	return &expr.Env{Worker: w, Workers: n, Drawer: s}
}

// ints draws n integers.
func ints(t *testing.T, env *expr.Env, e expr.Expr, n int) []int64 {
	t.Helper()
	values := make([]int64, n)
	for i := range values {
		v, err := e.Eval(env)
		if err != nil || v.Kind != expr.Int {
			t.Fatalf("%s: %v, %v", e.Text, v, err)
		}
		values[i] = v.Int
	}
	return values
}

// every is one call of each generator.
var every = []expr.Expr{
	draw("uniform", expr.Int, 1, 1000),
	draw("uniform", expr.Float, 0.5, 2.5),
	draw("gaussian", expr.Int, 1, 1000, 12),
	draw("special", expr.Int, 1, 1000, 12, 1, 75),
	draw("pareto", expr.Int, 1, 1000, 0.2),
	draw("zipf", expr.Int, 1, 1000, 0.8),
	draw("nurand", expr.Int, 255, 0, 999),
	draw("hotspot", expr.Int, 1, 1000, 0.1, 0.9),
	draw("sequence", expr.Int, 1, 1),
	draw("permute", expr.Int, 1, 1000),
	draw("unique", expr.Int),
	draw("pick", expr.Int, 1, 2, 3),
	draw("weighted", expr.String, "a", 1, "b", 2.5),
	draw("digits", expr.String, "##-@@#"),
	draw("letters", expr.String, 20),
	draw("letters", expr.String, 10, 20),
	draw("text", expr.String, 10, 40),
	draw("bytes", expr.Bytes, 20),
	draw("chance", expr.Bool, 0.5),
	draw("now", expr.Time),
	draw("uuid", expr.String),
}

func TestDrawsAllocateNothing(t *testing.T) {
	for _, e := range every {
		env := newEnv(0, 1)
		got := testing.AllocsPerRun(1000, func() {
			env.Reset()
			if v, err := e.Eval(env); err != nil || v.Kind != e.Kind {
				t.Errorf("%s: kind %s, %v", e.Text, v.Kind, err)
			}
		})
		if got != 0 {
			t.Errorf("%s: %v allocations", e.Text, got)
		}
	}
}

func TestSeededDrawsRepeat(t *testing.T) {
	for _, e := range every {
		a, b := newEnv(0, 1), newEnv(0, 1)
		at := func() time.Time { return time.Unix(1, 0) }
		a.Drawer.(*Source).Now, b.Drawer.(*Source).Now = at, at
		for range 100 {
			x, _ := e.Eval(a)
			y, _ := e.Eval(b)
			if string(x.Append(nil)) != string(y.Append(nil)) {
				t.Errorf("%s: %s and %s from one seed", e.Text, x.Append(nil), y.Append(nil))
				break
			}
		}
	}
}

func TestDrawErrors(t *testing.T) {
	tests := []struct {
		e    expr.Expr
		want error
	}{
		{draw("uniform", expr.Int, 2, 1), expr.ErrDomain},
		{draw("uniform", expr.Int, "a", 1), expr.ErrKind},
		{draw("uniform", expr.Float, 2.5, 1), expr.ErrDomain},
		{draw("uniform", expr.Float, 0.5, "a"), expr.ErrKind},
		{draw("uniform", expr.Float, -math.MaxFloat64, math.MaxFloat64), expr.ErrDomain},
		{draw("gaussian", expr.Int, 1, 9, 0), expr.ErrDomain},
		{draw("gaussian", expr.Int, 1, 9, 10_001), expr.ErrDomain},
		{draw("pareto", expr.Int, 1, 9, "a"), expr.ErrKind},
		{draw("zipf", expr.Int, 1, 9, "a"), expr.ErrKind},
		{draw("sequence", expr.Int, 0.5, 1), expr.ErrKind},
		{draw("nurand", expr.Int, 0.5, 1, 9), expr.ErrKind},
		{draw("gaussian", expr.Int, 1, 9, 2.5), expr.ErrKind},
		{draw("special", expr.Int, 1, 9, 12, 101, 75), expr.ErrDomain},
		{draw("special", expr.Int, 1, 9, 12, 1, -1), expr.ErrDomain},
		{draw("pareto", expr.Int, 1, 9, 1.0), expr.ErrDomain},
		{draw("zipf", expr.Int, 1, 9, -0.5), expr.ErrDomain},
		{draw("nurand", expr.Int, -1, 1, 9), expr.ErrDomain},
		{draw("nurand", expr.Int, 255, -1, 9), expr.ErrDomain},
		{draw("hotspot", expr.Int, 1, 9, 1.5, 0.5), expr.ErrDomain},
		{draw("sequence", expr.Int, math.MaxInt64, 1), expr.ErrOverflow},
		{draw("permute", expr.Int, 2, 1), expr.ErrDomain},
		{draw("pick", expr.Int), expr.ErrDomain},
		{draw("weighted", expr.Int, 1, 0), expr.ErrDomain},
		{draw("weighted", expr.Int, 1, "x"), expr.ErrKind},
		{draw("digits", expr.String, 1), expr.ErrKind},
		{draw("letters", expr.String, -1), expr.ErrDomain},
		{draw("bytes", expr.String, expr.MaxText+1), expr.ErrDomain},
		{draw("text", expr.String, 9, 8), expr.ErrDomain},
		{draw("chance", expr.Bool, 1.5), expr.ErrDomain},
	}
	for _, test := range tests {
		env := newEnv(1, 2)
		if v, err := test.e.Eval(env); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, %v, want %v", test.e.Text, v, err, test.want)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, e := range every {
		b.Run(e.Text, func(b *testing.B) {
			env := newEnv(0, 1)
			for b.Loop() {
				env.Reset()
				e.Eval(env)
			}
		})
	}
}
