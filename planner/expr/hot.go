package expr

import "math"

// HotShare describes a skewed distribution over keys as people speak of it:
// the share of draws (0 to 1) that goes to the hottest part of the keys (also
// 0 to 1), as in "1 % of the keys get 75 %". It is not ok for a node that is
// no such draw, or one whose parameters are not constant.
//
//	special   res percent of draws to pct percent of keys (and the bell adds its part of the rest)
//	pareto    1 − h to h
//	hotspot   its probability to its fraction
//	gaussian  68 percent to those within one standard deviation 1/√(12·iter) of the middle
//	zipf      to the first percent of n keys: the sum of k^−θ over those, by that over all
func (e *Expr) HotShare() (draws, keys float64, ok bool) {
	if e.Op != OpDraw {
		return 0, 0, false
	}
	for i := range e.Args {
		if e.Args[i].Op != OpConst {
			return 0, 0, false
		}
	}
	at := func(i int) float64 { return e.Args[i].number() }
	switch e.Text {
	case "special":
		return at(4) / 100, at(3) / 100, true
	case "pareto":
		return 1 - at(2), at(2), true
	case "hotspot":
		return at(3), at(2), true
	case "gaussian":
		return math.Erf(1 / math.Sqrt2), min(2/math.Sqrt(12*at(2)), 1), true
	case "zipf":
		n, theta := at(1)-at(0)+1, at(2)
		hot := max(math.Round(n/100), 1)
		return zipfSum(hot, theta) / zipfSum(n, theta), hot / n, true
	}
	return 0, 0, false
}

// zipfSum is the sum of k^−θ for k from 1 to n: the first terms one by one,
// the others by the integral from middle to middle, with an error below 1e-7.
func zipfSum(n, theta float64) float64 {
	const exact = 1000
	sum := 0.0
	for k := 1.0; k <= min(n, exact); k++ {
		sum += math.Pow(k, -theta)
	}
	if n <= exact {
		return sum
	}
	from, to := exact+0.5, n+0.5
	if theta == 1 {
		return sum + math.Log(to/from)
	}
	return sum + (math.Pow(to, 1-theta)-math.Pow(from, 1-theta))/(1-theta)
}
