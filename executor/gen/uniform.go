package gen

import (
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// uniform gives each integer of [lo, hi] the same probability, exactly, over
// any part of the 64-bit range. If a bound is a Float it gives a real number
// lo + U·(hi − lo), U uniform in [0, 1), so that hi itself comes only by
// rounding.
func (s *Source) uniform(args []expr.Value) (expr.Value, error) {
	if args[0].Kind == expr.Float || args[1].Kind == expr.Float {
		return s.uniformReal(args)
	}
	r, err := rangeOf(args)
	if err != nil {
		return expr.Value{}, err
	}
	return expr.IntValue(r.at(s.rnd.below(r.top + 1))), nil
}

func (s *Source) uniformReal(args []expr.Value) (expr.Value, error) {
	lo, err := number(args[0])
	if err != nil {
		return expr.Value{}, err
	}
	hi, err := number(args[1])
	if err != nil {
		return expr.Value{}, err
	}
	if !(lo <= hi) || math.IsInf(hi-lo, 0) {
		return expr.Value{}, expr.ErrDomain
	}
	return expr.FloatValue(min(lo+s.rnd.unit()*(hi-lo), hi)), nil
}
