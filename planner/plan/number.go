package plan

import "github.com/assay-bench/assay/planner/expr"

// Number is a count that is either known (N) or, if Expr is present, computed
// when the run starts (facts) or for each pass (draws).
type Number struct {
	N    int64
	Expr expr.Expr
}

// Fixed is a known number.
func Fixed(n int64) Number { return Number{N: n} }

// Known tells whether the number needs no evaluation.
func (n *Number) Known() bool { return n.Expr.Absent() }
