package gen

import "github.com/assay-bench/assay/planner/expr"

// span is the integers from lo to hi. Distributions work on offsets from lo as
// unsigned words, so that a range may be wider than the largest int64.
type span struct {
	lo  int64
	top uint64 // the greatest offset: one less than the number of values
}

// rangeOf reads the bounds that most generators begin with.
func rangeOf(args []expr.Value) (span, error) {
	lo, hi := args[0], args[1]
	if lo.Kind != expr.Int || hi.Kind != expr.Int {
		return span{}, expr.ErrKind
	}
	if lo.Int > hi.Int {
		return span{}, expr.ErrDomain
	}
	return span{lo.Int, uint64(hi.Int) - uint64(lo.Int)}, nil
}

// at is the value at an offset.
func (r span) at(k uint64) int64 { return int64(uint64(r.lo) + k) }

// count is the number of values, rounded to a float64 where it is beyond 2^53.
func (r span) count() float64 { return float64(r.top) + 1 }

// offset is the whole part of x, kept within the range: rounding may carry a
// product to the count itself.
func (r span) offset(x float64) uint64 {
	if x >= 1<<64 {
		return r.top
	}
	return min(uint64(x), r.top)
}

// number is an argument that is a number.
func number(v expr.Value) (float64, error) {
	if v.Kind != expr.Int && v.Kind != expr.Float {
		return 0, expr.ErrKind
	}
	return v.AsFloat(), nil
}

// share is an argument between 0 and 1.
func share(v expr.Value) (float64, error) {
	p, err := number(v)
	if err == nil && !(p >= 0 && p <= 1) {
		err = expr.ErrDomain
	}
	return p, err
}
