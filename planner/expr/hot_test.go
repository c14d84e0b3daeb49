package expr

import (
	"math"
	"testing"
)

func TestHotShare(t *testing.T) {
	tests := []struct {
		e           Expr
		draws, keys float64
	}{
		{draw("special", i(1), i(10000), i(12), i(1), i(75)), 0.75, 0.01},
		{draw("pareto", i(1), i(10000), f(0.2)), 0.8, 0.2},
		{draw("hotspot", i(1), i(10000), f(0.1), f(0.9)), 0.9, 0.1},
		{draw("gaussian", i(1), i(10000), i(12)), 0.6827, 1.0 / 6},
		{draw("zipf", i(1), i(3), i(1)), 6.0 / 11, 1.0 / 3},
		{draw("zipf", i(1), i(200_000), f(0.8)), sumRatio(2000, 200_000, 0.8), 0.01},
		{draw("zipf", i(1), i(200_000), i(1)), sumRatio(2000, 200_000, 1), 0.01},
	}
	for _, test := range tests {
		draws, keys, ok := test.e.HotShare()
		if !ok || math.Abs(draws-test.draws) > 1e-4 || math.Abs(keys-test.keys) > 1e-9 {
			t.Errorf("%s: %g of the draws to %g of the keys, want %g to %g", test.e, draws, keys, test.draws, test.keys)
		}
	}
	for _, e := range []Expr{draw("uniform", i(1), i(2)), draw("pareto", i(1), Slot(0, Int), f(0.2)), i(1)} {
		if _, _, ok := e.HotShare(); ok {
			t.Errorf("%s has no hot share", e)
		}
	}
}

// sumRatio adds the terms up one by one.
func sumRatio(hot, n int, theta float64) float64 {
	part, all := 0.0, 0.0
	for k := 1; k <= n; k++ {
		all += math.Pow(float64(k), -theta)
		if k == hot {
			part = all
		}
	}
	return part / all
}
