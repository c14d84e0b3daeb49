package expr

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// oracle evaluates trees over small constants a second way: integers without
// bounds, and no value is shared. It is for numbers and truth values alone.
type oracle struct{ bad bool }

// number is the value of e; x is nil where it is null.
func (o *oracle) number(e *Expr) *big.Int {
	switch e.Op {
	case OpConst:
		if e.Kind == Null {
			return nil
		}
		return big.NewInt(e.Int)
	case OpCond:
		if c := o.truth(&e.Args[0]); c != nil && *c {
			return o.number(&e.Args[1])
		}
		if o.bad {
			return nil
		}
		return o.number(&e.Args[2])
	case OpCoalesce:
		for i := range e.Args {
			if x := o.number(&e.Args[i]); x != nil || o.bad {
				return x
			}
		}
		return nil
	}
	args := make([]*big.Int, len(e.Args))
	for i := range e.Args {
		if args[i] = o.number(&e.Args[i]); o.bad {
			return nil
		}
	}
	for _, x := range args {
		if x == nil {
			return nil
		}
	}
	return o.bounded(o.compute(e.Op, args))
}

func (o *oracle) compute(op Op, x []*big.Int) *big.Int {
	z := new(big.Int)
	switch op {
	case OpAdd:
		return z.Add(x[0], x[1])
	case OpSub:
		return z.Sub(x[0], x[1])
	case OpMul:
		return z.Mul(x[0], x[1])
	case OpMod:
		if x[1].Sign() == 0 {
			return nil
		}
		return z.Rem(x[0], x[1])
	case OpNeg:
		return z.Neg(x[0])
	case OpAbs:
		return z.Abs(x[0])
	}
	z.Set(x[0])
	for _, y := range x[1:] {
		if (op == OpMax) == (y.Cmp(z) > 0) {
			z.Set(y)
		}
	}
	return z
}

// bounded notes what is no int64.
func (o *oracle) bounded(x *big.Int) *big.Int {
	o.bad = o.bad || x == nil || !x.IsInt64()
	return x
}

// truth is a comparison, or and, or, not of some; nil is null.
func (o *oracle) truth(e *Expr) *bool {
	switch e.Op {
	case OpNot:
		if c := o.truth(&e.Args[0]); c != nil {
			*c = !*c
			return c
		}
		return nil
	case OpAnd, OpOr:
		a := o.truth(&e.Args[0])
		if o.bad || a != nil && *a == (e.Op == OpOr) {
			return a
		}
		b := o.truth(&e.Args[1])
		if a == nil && b != nil && *b != (e.Op == OpOr) {
			return nil
		}
		return b
	}
	a := o.number(&e.Args[0])
	if o.bad {
		return nil
	}
	b := o.number(&e.Args[1])
	if o.bad {
		return nil
	}
	c := false
	switch {
	case e.Op == OpEq || e.Op == OpNe:
		same := a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0
		c = same == (e.Op == OpEq)
	case a == nil || b == nil:
		return nil
	case e.Op == OpLt:
		c = a.Cmp(b) < 0
	case e.Op == OpGe:
		c = a.Cmp(b) >= 0
	}
	return &c
}

// randomNumber grows a tree of integers.
func randomNumber(r *rand.Rand, depth int) Expr {
	if depth == 0 || r.IntN(5) == 0 {
		edges := []int64{0, 1, -1, 2, 7, 1 << 31, 3_037_000_500, math.MaxInt64, math.MinInt64}
		if r.IntN(12) == 0 {
			return null
		}
		return i(edges[r.IntN(len(edges))])
	}
	ops := []Op{OpAdd, OpSub, OpMul, OpMod, OpNeg, OpAbs, OpMin, OpMax, OpCond, OpCoalesce}
	e := Expr{Op: ops[r.IntN(len(ops))], Kind: Int}
	switch e.Op {
	case OpNeg, OpAbs:
		e.Args = []Expr{randomNumber(r, depth-1)}
	case OpCond:
		e.Args = []Expr{randomTruth(r, depth-1), randomNumber(r, depth-1), randomNumber(r, depth-1)}
	default:
		e.Args = []Expr{randomNumber(r, depth-1), randomNumber(r, depth-1)}
	}
	return e
}

// randomTruth grows a tree of truth values.
func randomTruth(r *rand.Rand, depth int) Expr {
	ops := []Op{OpEq, OpNe, OpLt, OpGe, OpNot, OpAnd, OpOr}
	if depth < 2 {
		ops = ops[:4]
	}
	e := Expr{Op: ops[r.IntN(len(ops))], Kind: Bool}
	switch e.Op {
	case OpNot:
		e.Args = []Expr{randomTruth(r, depth-1)}
	case OpAnd, OpOr:
		e.Args = []Expr{randomTruth(r, depth-1), randomTruth(r, depth-1)}
	default:
		e.Args = []Expr{randomNumber(r, max(depth-1, 0)), randomNumber(r, max(depth-1, 0))}
	}
	return e
}

// agree evaluates the tree of a seed both ways; the error may differ in kind.
func agree(t *testing.T, seed uint64) (failed bool) {
	t.Helper()
	e := randomNumber(rand.New(rand.NewPCG(seed, 1)), 5)
	o := &oracle{}
	want := o.number(&e)
	env := &Env{}
	got, err := e.Eval(env)
	switch {
	case o.bad != (err != nil):
		t.Fatalf("%s: got %s, %v, want %v", e, show(got), err, want)
	case o.bad:
		return true
	case want == nil && got.Kind != Null, want != nil && (got.Kind != Int || got.Int != want.Int64()):
		t.Errorf("%s: got %s, want %v", e, show(got), want)
	}
	if len(env.stack) != 0 {
		t.Errorf("%s: %d operands left on the stack", e, len(env.stack))
	}
	return false
}

func TestEvalAgreesWithUnboundedIntegers(t *testing.T) {
	const n = 20_000
	failed := 0
	for seed := range uint64(n) {
		if agree(t, seed) {
			failed++
		}
	}
	if failed < n/20 || failed > n*19/20 {
		t.Errorf("%d of %d trees fail: the test does not try both", failed, n)
	}
}

func FuzzEval(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { agree(t, seed) })
}
