package plan

import (
	"fmt"
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// share says in words how a distribution spreads its draws over its range,
// or "" if e is no distribution that has something to tell.
func share(e *expr.Expr) string {
	f, ok := constants(e.Args)
	if e.Op != expr.OpDraw || !ok {
		return ""
	}
	switch e.Text {
	case "special":
		return specialShare(f)
	case "nurand":
		return fmt.Sprintf("uneven as in TPC-C clause 2.1.6, A = %s", count(int64(f[0])))
	}
	draws, keys, ok := e.HotShare()
	switch {
	case !ok:
		return ""
	case e.Text == "gaussian":
		return fmt.Sprintf("bell-shaped: the middle %s of the range gets %s of draws", percent(keys), percent(draws))
	}
	return fmt.Sprintf("the lowest %s of the range gets %s of draws", percent(keys), percent(draws))
}

// specialShare: with probability res a draw falls into a window of pct of
// the range. sysbench uses one uniform number both for that decision and for
// the place in the window, so only its upper part, res of it, is ever hit. A
// window is one value wider than its nominal width, which tells in small ranges.
func specialShare(f []float64) string {
	low, high, pct, res := f[0], f[1], f[3]/100, f[4]/100
	values := high - low + 1
	hot := res * ((high-low)*pct + 1)
	return fmt.Sprintf("about %s of %s values (%s) get %s of draws: the upper %s of the middle %s, as in sysbench; the rest is bell-shaped",
		count(max(1, int64(math.Round(hot)))), count(int64(values)), percent(math.Min(1, hot/values)), percent(res), percent(res), percent(pct))
}

// constants are the arguments as floats, if all are constant numbers.
func constants(args []expr.Expr) ([]float64, bool) {
	out := make([]float64, len(args))
	for i, a := range args {
		switch {
		case a.Op == expr.OpConst && a.Kind == expr.Int:
			out[i] = float64(a.Int)
		case a.Op == expr.OpConst && a.Kind == expr.Float:
			out[i] = a.Float
		default:
			return nil, false
		}
	}
	return out, true
}
