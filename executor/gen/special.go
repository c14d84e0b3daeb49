package gen

import "github.com/assay-bench/assay/planner/expr"

// special is sysbench's distribution of that name, the default of its
// versions 0.5 and 1.0: a share of res percent of the draws falls into a hot
// window of pct percent in the middle of the range, the others are
// bell-shaped over the whole range.
//
// With t = hi − lo, d = t·pct/100 and U uniform in [0, 1):
//
//	U < 1 − res/100   ⌊t·M⌋, M the mean of iter further uniform numbers
//	otherwise         ⌊U·(d + 1) + t/2 − d/2⌋
//
// The second line uses the same U again, which is at least 1 − res/100 there:
// with the usual 75 only the upper three quarters of the window are hot. That
// is a quirk of sysbench, and kept, since results are compared with it.
func (s *stream) special(r span, args []expr.Value) (uint64, error) {
	pct, err := percent(args[1])
	if err != nil {
		return 0, err
	}
	res, err := percent(args[2])
	if err != nil {
		return 0, err
	}
	t, u := float64(r.top), s.unit()
	if u*100 < 100-res {
		m, err := s.mean(args[0])
		return r.offset(t * m), err
	}
	d := t * pct / 100
	return r.offset(float64(u*(d+1)) + t/2 - d/2), nil // not to be fused: the same on every processor
}

// percent is an argument between 0 and 100.
func percent(v expr.Value) (float64, error) {
	p, err := number(v)
	if err == nil && !(p >= 0 && p <= 100) {
		err = expr.ErrDomain
	}
	return p, err
}
