package expr

import "math"

// unary is the operators of one operand, which is in v and which the result
// replaces.
func (e *Expr) unary(v *Value, env *Env) error {
	switch {
	case v.Kind == Null:
		return nil
	case e.Op == OpNot:
		if v.Kind != Bool {
			return ErrKind
		}
		v.setBool(v.Int == 0)
		return nil
	case e.Op == OpInt:
		return v.toInt()
	case e.Op == OpFloat:
		return v.toFloat()
	case v.Kind == Int:
		return v.intUnary(e.Op, env)
	case v.Kind == Float:
		return v.floatUnary(e.Op, env)
	}
	return v.textUnary(e.Op, env)
}

// intUnary is the functions of an Int, which mostly keep one: an id that went
// through a float64 would lose its last digits beyond 2^53.
func (v *Value) intUnary(op Op, env *Env) error {
	switch op {
	case OpFloor, OpCeil, OpRound:
		return nil
	case OpAbs:
		if v.Int >= 0 {
			return nil
		}
		fallthrough
	case OpNeg:
		if v.Int == math.MinInt64 {
			return ErrOverflow
		}
		v.Int = -v.Int
		return nil
	case OpSqrt, OpLog:
		v.setFloat(float64(v.Int))
		return v.floatUnary(op, env)
	}
	return v.textUnary(op, env)
}

// floatUnary is the functions of a Float.
func (v *Value) floatUnary(op Op, env *Env) error {
	switch op {
	case OpNeg:
		v.Float = -v.Float
	case OpAbs:
		v.Float = math.Abs(v.Float)
	case OpFloor:
		return v.truncate(math.Floor(v.Float))
	case OpCeil:
		return v.truncate(math.Ceil(v.Float))
	case OpRound:
		return v.truncate(math.Round(v.Float))
	case OpSqrt:
		return v.finite(math.Sqrt(v.Float))
	case OpLog:
		if v.Float == 0 {
			return ErrDomain
		}
		return v.finite(math.Log(v.Float))
	default:
		return v.textUnary(op, env)
	}
	return nil
}

// binary is the operators of two operands; the result replaces the first. Equality
// comes before the test for Null, which it can tell from others.
func (e *Expr) binary(a, b *Value) error {
	switch e.Op {
	case OpEq, OpNe:
		return a.equal(b, e.Op == OpEq)
	case OpLt, OpLe, OpGt, OpGe:
		return a.ordered(e.Op, b)
	}
	switch {
	case a.Kind == Null || b.Kind == Null:
		*a = Value{}
		return nil
	case a.Kind == Int && b.Kind == Int && e.keepsInt():
		n, err := intBinary(e.Op, a.Int, b.Int)
		a.Int = n
		return err
	case a.number() && b.number():
		f, err := floatBinary(e.Op, a.AsFloat(), b.AsFloat())
		if err != nil {
			return err
		}
		return a.finite(f)
	}
	return ErrKind
}

// keepsInt tells whether e makes an Int of two Ints.
func (e *Expr) keepsInt() bool { return e.Op != OpDiv && (e.Op != OpPow || e.Kind != Float) }

// number tells whether v takes part in arithmetic.
func (v *Value) number() bool { return v.Kind == Int || v.Kind == Float }

// text tells whether v holds text, readable or binary.
func (v *Value) text() bool { return v.Kind == String || v.Kind == Bytes }
