package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// oracle sorts all values.
func oracle(values []int64, p float64) int64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[nearestRank(p, int64(len(values)))-1]
}

// run shows values to a distribution until it is settled.
func run(d *distribution, values []int64, percentiles []float64) (passes int) {
	for {
		for _, v := range values {
			d.see(v)
		}
		var ranks []int64
		for _, p := range percentiles {
			ranks = append(ranks, nearestRank(p, d.count))
		}
		passes++
		pending, err := d.settle(ranks)
		if err != nil {
			panic(err)
		}
		if !pending {
			return passes
		}
	}
}

func TestSelectionEqualsSorting(t *testing.T) {
	percentiles := []float64{0, 0.1, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100}
	shapes := map[string]func(r *rand.Rand, i int) int64{
		"latencies":    func(r *rand.Rand, _ int) int64 { return int64(50_000 * math.Exp(r.NormFloat64())) },
		"equal":        func(*rand.Rand, int) int64 { return 123_456_789 },
		"zero":         func(*rand.Rand, int) int64 { return 0 },
		"small":        func(r *rand.Rand, _ int) int64 { return r.Int64N(5) },
		"wide":         func(r *rand.Rand, _ int) int64 { return r.Int64() >> r.IntN(63) },
		"largest":      func(r *rand.Rand, _ int) int64 { return math.MaxInt64 - r.Int64N(1<<40) },
		"crowded":      func(r *rand.Rand, _ int) int64 { return 1<<40 + r.Int64N(1<<29) }, // one bin, far too many for it
		"two far ends": func(r *rand.Rand, i int) int64 { return int64(i%2) * 10_000_000_000 },
		"growing":      func(_ *rand.Rand, i int) int64 { return int64(i) * 1000 },
	}
	for name, shape := range shapes {
		for _, n := range []int{1, 2, 3, 1000, 60_000} {
			for _, precision := range []uint{cutPrecision, intervalPrecision} {
				r := rand.New(rand.NewPCG(uint64(n), 1))
				values := make([]int64, n)
				for i := range values {
					values[i] = shape(r, i)
				}
				d := newDistribution(precision)
				if passes := run(d, values, percentiles); passes > 4 {
					t.Errorf("%s, %d values: %d passes", name, n, passes)
				}
				for _, p := range percentiles {
					if got, want := d.value(nearestRank(p, d.count)), oracle(values, p); got != want {
						t.Errorf("%s, %d values: p%v = %d, want %d", name, n, p, got, want)
					}
				}
				checkSums(t, d, values)
			}
		}
	}
}

func checkSums(t *testing.T, d *distribution, values []int64) {
	t.Helper()
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	if mean := sum / float64(len(values)); math.Abs(d.mean()-mean) > 1e-9*mean {
		t.Errorf("mean %v, want %v", d.mean(), mean)
	}
	if d.min != slices.Min(values) || d.max != slices.Max(values) {
		t.Errorf("from %d to %d, want from %d to %d", d.min, d.max, slices.Min(values), slices.Max(values))
	}
}

func TestHistogramBinsHoldTheirValues(t *testing.T) {
	h := histogram{precision: 4}
	for _, v := range []int64{0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 1000, 1 << 40, math.MaxInt64} {
		doubling, bin := h.place(v)
		low := h.low(doubling, bin)
		width := int64(1) << max(doubling-1, 0)
		if v < low || v-low >= width {
			t.Errorf("%d lies in the bin from %d of width %d", v, low, width)
		}
		if width > 1 && width > low>>4 {
			t.Errorf("the bin of %d is %d wide", v, width)
		}
	}
}

func TestNearestRank(t *testing.T) {
	cases := []struct {
		p       float64
		n, want int64
	}{
		{99.9, 1000, 999}, {99.9, 1001, 1000}, {50, 1, 1}, {50, 2, 1}, {50, 3, 2}, {0, 5, 1}, {100, 5, 5},
		{29, 100, 29}, {58, 100, 58}, {99.99, 10_000, 9999}, {95, 1 << 50, 1069604911500493},
	}
	for _, c := range cases {
		if got := nearestRank(c.p, c.n); got != c.want {
			t.Errorf("rank of p%v of %d = %d, want %d", c.p, c.n, got, c.want)
		}
	}
}
