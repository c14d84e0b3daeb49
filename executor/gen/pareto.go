package gen

import (
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// pareto is sysbench's power law: the offset is ⌊n·U^p⌋ with
// p = ln h / ln(1 − h), so that the lowest fraction h of the range gets the
// fraction 1 − h of the draws (with 0.2 the lowest fifth gets four fifths),
// and so on within that fraction. The lowest values are the hottest.
type pareto struct{ h, p float64 } // the last exponent and what it was made of

func (d *pareto) draw(rnd *stream, r span, args []expr.Value) (uint64, error) {
	h, err := number(args[0])
	if err != nil {
		return 0, err
	}
	if !(h > 0 && h < 1) {
		return 0, expr.ErrDomain
	}
	if h != d.h {
		*d = pareto{h, math.Log(h) / math.Log1p(-h)}
	}
	return r.offset(r.count() * math.Pow(rnd.unit(), d.p)), nil
}
