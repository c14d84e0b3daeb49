package expr

import (
	"math"
	"math/bits"
)

// intBinary is integer arithmetic. Overflow is an error and never wraps: a
// wrapped id would read a row that the author did not mean.
func intBinary(op Op, a, b int64) (int64, error) {
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
		if b == 0 {
			return 0, ErrDivide
		}
		return a % b, nil // toward zero, as HCL's own arithmetic and SQL have it
	case OpPow:
		return power(a, b)
	}
	panic("expr: unknown operator " + string(op))
}

// exact is n if ok, else an overflow.
func exact(n int64, ok bool) (int64, error) {
	if !ok {
		return 0, ErrOverflow
	}
	return n, nil
}

// multiply looks at the upper half of the 128-bit product of the magnitudes.
func multiply(a, b int64) (int64, error) {
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

// power multiplies by repeated squaring. A negative exponent gives no integer.
func power(base, exponent int64) (int64, error) {
	if exponent < 0 {
		return 0, ErrDomain
	}
	result, square := int64(1), base
	var err error
	for {
		if exponent&1 != 0 {
			if result, err = multiply(result, square); err != nil {
				return 0, err
			}
		}
		if exponent >>= 1; exponent == 0 {
			return result, nil
		}
		if square, err = multiply(square, square); err != nil {
			return 0, err
		}
	}
}

// floatBinary is arithmetic on real numbers. Division by zero is an error here
// too, not an infinity that no server stores.
func floatBinary(op Op, a, b float64) (float64, error) {
	switch op {
	case OpAdd:
		return a + b, nil
	case OpSub:
		return a - b, nil
	case OpMul:
		return a * b, nil
	case OpPow:
		return math.Pow(a, b), nil
	}
	if b == 0 {
		return 0, ErrDivide
	}
	if op == OpMod {
		return math.Mod(a, b), nil
	}
	return a / b, nil
}
