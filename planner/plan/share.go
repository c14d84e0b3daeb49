package plan

import (
	"fmt"
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// share says in words how a distribution spreads its draws over its range,
// or "" if e is no distribution that has something to tell. The formulas are
// those of the generators in executor/gen.
func share(e *expr.Expr) string {
	f, ok := constants(e.Args)
	if e.Op != expr.OpDraw || !ok {
		return ""
	}
	switch e.Text {
	case "gaussian":
		return gaussianShare(f)
	case "special":
		return specialShare(f)
	case "pareto":
		return fmt.Sprintf("the lowest %s of the range gets %s of draws", percent(f[2]), percent(1-f[2]))
	case "zipf":
		return zipfShare(f)
	case "hotspot":
		return fmt.Sprintf("the lowest %s of the range gets %s of draws", percent(f[2]), percent(f[3]))
	case "nurand":
		return fmt.Sprintf("uneven as in TPC-C clause 2.1.6, A = %s", count(int64(f[0])))
	}
	return ""
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

// gaussianShare: the mean of m uniform numbers has standard deviation
// 1/√(12m) of the range; two thirds of draws lie within one of it.
func gaussianShare(f []float64) string {
	deviation := 1 / math.Sqrt(12*f[2])
	return fmt.Sprintf("bell-shaped, the middle %s of the range gets about two thirds of draws", percent(2*deviation))
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

// zipfShare: value i of n has a probability in proportion to i^-θ.
func zipfShare(f []float64) string {
	n, theta := f[1]-f[0]+1, f[2]
	if n < 1 {
		return ""
	}
	total, hundredth := harmonic(n, theta), math.Max(1, math.Floor(n/100))
	return fmt.Sprintf("the lowest %s of %s values gets %s of draws, the very lowest %s",
		count(int64(hundredth)), count(int64(n)), percent(harmonic(hundredth, theta)/total), percent(1/total))
}

// harmonic is the sum of i^-θ for i from 1 to n: the first terms one by one,
// the others by the Euler–Maclaurin formula, whose error there is negligible.
func harmonic(n, theta float64) float64 {
	const exact = 1000
	sum := 0.0
	for i := 1.0; i <= min(n, exact); i++ {
		sum += math.Pow(i, -theta)
	}
	if n <= exact {
		return sum
	}
	integral := math.Log(n / exact)
	if theta != 1 {
		integral = (math.Pow(n, 1-theta) - math.Pow(exact, 1-theta)) / (1 - theta)
	}
	return sum + integral + (math.Pow(n, -theta)-math.Pow(exact, -theta))/2
}
