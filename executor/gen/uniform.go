package gen

import (
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// uniform gives each integer of the range the same probability, exactly, over
// any part of the 64-bit range.
func (s *stream) uniform(r span) uint64 { return s.below(r.top + 1) }

// uniformReal is lo + U·(hi − lo), U uniform in [0, 1), so that hi itself comes
// only by rounding: what uniform does if a bound is a Float.
func (s *stream) uniformReal(args []expr.Value) (float64, error) {
	lo, err := number(args[0])
	if err != nil {
		return 0, err
	}
	hi, err := number(args[1])
	if err != nil {
		return 0, err
	}
	if !(lo <= hi) || math.IsInf(hi-lo, 0) {
		return 0, expr.ErrDomain
	}
	return min(lo+float64(s.unit()*(hi-lo)), hi), nil
}
