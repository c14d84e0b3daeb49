package expr

import (
	"math"
	"math/bits"
)

// number tells whether v takes part in arithmetic.
func (v Value) number() bool { return v.Kind == Int || v.Kind == Float }

// intUnary is the operators that keep an integer one.
func intUnary(op Op, n int64) (Value, error) {
	switch op {
	case OpFloor, OpCeil, OpRound:
		return IntValue(n), nil
	case OpAbs:
		if n >= 0 {
			return IntValue(n), nil
		}
		return negate(n)
	case OpNeg:
		return negate(n)
	}
	return floatUnary(op, float64(n))
}

func negate(n int64) (Value, error) {
	return exact(-n, n != math.MinInt64)
}

// floatUnary is the functions of a real number.
func floatUnary(op Op, f float64) (Value, error) {
	switch op {
	case OpNeg:
		return FloatValue(-f), nil
	case OpAbs:
		return FloatValue(math.Abs(f)), nil
	case OpFloor:
		return truncate(math.Floor(f))
	case OpCeil:
		return truncate(math.Ceil(f))
	case OpRound:
		return truncate(math.Round(f))
	case OpSqrt:
		return finite(math.Sqrt(f))
	case OpLog:
		if f <= 0 {
			return Value{}, ErrDomain
		}
		return finite(math.Log(f))
	}
	panic("expr: unknown operator " + string(op))
}

// intBinary is integer arithmetic. Overflow is an error and never wraps: a
// wrapped id would read a row that the author did not mean.
func intBinary(op Op, a, b int64) (Value, error) {
	switch op {
	case OpAdd:
		sum := a + b
		return exact(sum, (sum > a) == (b > 0))
	case OpSub:
		diff := a - b
		return exact(diff, (diff < a) == (b > 0))
	case OpMul:
		return multiply(a, b)
	case OpMod:
		return modulo(a, b)
	case OpPow:
		return power(a, b)
	}
	panic("expr: unknown operator " + string(op))
}

// exact is n if ok, else an overflow.
func exact(n int64, ok bool) (Value, error) {
	if !ok {
		return Value{}, ErrOverflow
	}
	return IntValue(n), nil
}

// multiply looks at the upper half of the 128-bit product of the magnitudes.
func multiply(a, b int64) (Value, error) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	return exact(a*b, hi == 0 && (lo < 1<<63 || lo == 1<<63 && negative))
}

// magnitude is |n|, right also for the least integer.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// modulo is the remainder of division toward zero, as in HCL's own arithmetic
// and in SQL.
func modulo(a, b int64) (Value, error) {
	if b == 0 {
		return Value{}, ErrDivide
	}
	return IntValue(a % b), nil
}

// power multiplies by repeated squaring. A negative exponent gives no integer.
func power(base, exponent int64) (Value, error) {
	if exponent < 0 {
		return Value{}, ErrDomain
	}
	result := IntValue(1)
	square := IntValue(base)
	var err error
	for {
		if exponent&1 != 0 {
			if result, err = multiply(result.Int, square.Int); err != nil {
				return Value{}, err
			}
		}
		if exponent >>= 1; exponent == 0 {
			return result, nil
		}
		if square, err = multiply(square.Int, square.Int); err != nil {
			return Value{}, err
		}
	}
}

// floatBinary is arithmetic on real numbers. Infinities and NaN are errors,
// since neither MySQL nor MariaDB stores one.
func floatBinary(op Op, a, b float64) (Value, error) {
	switch op {
	case OpAdd:
		return finite(a + b)
	case OpSub:
		return finite(a - b)
	case OpMul:
		return finite(a * b)
	case OpPow:
		return finite(math.Pow(a, b))
	}
	if b == 0 {
		return Value{}, ErrDivide
	}
	if op == OpDiv {
		return finite(a / b)
	}
	return finite(math.Mod(a, b))
}

// finite is f unless it is none.
func finite(f float64) (Value, error) {
	switch {
	case math.IsNaN(f):
		return Value{}, ErrDomain
	case math.IsInf(f, 0):
		return Value{}, ErrOverflow
	}
	return FloatValue(f), nil
}
