package gen

import "github.com/assay-bench/assay/planner/expr"

// nurand remembers the constant C of the last A.
type nurand struct {
	a, c  uint64
	known bool
}

// nonUniform is NURand of TPC-C, clause 2.1.6:
//
//	NURand(A, lo, hi) = (((random(0, A) | random(lo, hi)) + C) mod (hi − lo + 1)) + lo
//
// C is constant in [0, A] and here depends on the plan's seed and A alone, so
// loading and running agree on which values are hot. (The clause lets C differ
// for the last name between loading and running; an author who wants that
// adds a constant.) The bounds are not negative.
func (s *Source) nonUniform(args []expr.Value) (int64, error) {
	r, err := rangeOf(args[1:])
	if err != nil {
		return 0, err
	}
	if args[0].Kind != expr.Int {
		return 0, expr.ErrKind
	}
	if args[0].Int < 0 || r.lo < 0 {
		return 0, expr.ErrDomain
	}
	a := uint64(args[0].Int)
	if !s.nurand.known || s.nurand.a != a {
		var rnd stream
		rnd.seed(newKey(s.seed, forConstant).WithName("nurand").With(a))
		s.nurand = nurand{a: a, c: rnd.below(a + 1), known: true}
	}
	mixed := s.rnd.below(a+1) | uint64(r.at(s.rnd.below(r.top+1)))
	return r.at((mixed + s.nurand.c) % (r.top + 1)), nil
}
