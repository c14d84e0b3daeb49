package pace

import (
	"math"
	"testing"
)

// blocks are random numbers of a test, another series for each seed.
func blocks(seed uint64) func(int64) (uint64, uint64) {
	return func(b int64) (hi, lo uint64) {
		mixed := (uint64(b) + 1) * 0x9e3779b97f4a7c15
		return seed ^ mixed, mixed >> 7
	}
}

// dues are the instants of the arrivals below n, each step-th from the first.
func dues(a Arrivals, n, first, step int64) (all []int64) {
	for i := first; i < n; i += step {
		all = append(all, a.Due(i))
	}
	return all
}

// When an arrival is due does not depend on which others were asked for.
func TestArrivalsArePure(t *testing.T) {
	profile := NewProfile(Piece{Length: 2e9, From: 100, To: 5000}, Piece{Length: Never, From: 5000, To: 5000})
	for name, a := range map[string]Arrivals{"poisson": Poisson(profile, blocks(1)), "constant": Constant(profile)} {
		const n = 20_000
		all := dues(a, n, 0, 1)
		for i := range all[1:] {
			if all[i+1] < all[i] {
				t.Fatalf("%s: arrival %d is due before arrival %d", name, i+1, i)
			}
		}
		for _, step := range []int64{2, 3, 64, 127, 128, 129, 1000, 19_999} {
			for first := range min(step, 5) {
				for i, due := range dues(a, n, first, step) {
					if want := all[first+int64(i)*step]; due != want {
						t.Fatalf("%s: arrival %d, by steps of %d, is due at %d, not %d", name, first+int64(i)*step, step, due, want)
					}
				}
			}
		}
	}
}

// In any window, constant arrivals are within one of the integral of the rate.
func TestConstantArrivalsFollowTheRate(t *testing.T) {
	for name, test := range map[string]struct {
		profile *Profile
		area    func(s float64) float64 // arrivals due in the first s seconds
		seconds float64
	}{
		"steady":         {Steady(250), func(s float64) float64 { return 250 * s }, 20},
		"half a second":  {Steady(0.5), func(s float64) float64 { return s / 2 }, 200},
		"ramp from zero": {NewProfile(Piece{10e9, 0, 1000}), func(s float64) float64 { return 50 * s * s }, 10},
		"ramp to zero":   {NewProfile(Piece{10e9, 1000, 0}), func(s float64) float64 { return 1000*s - 50*s*s }, 10},
		"pause between":  {NewProfile(Piece{1e9, 10, 10}, Piece{1e9, 0, 0}, Piece{1e9, 20, 20}), func(s float64) float64 { return min(10*s, 10) + 20*max(s-2, 0) }, 3},
	} {
		a := Constant(test.profile)
		n := int64(0)
		for ns := int64(0); ns <= int64(test.seconds*1e9); ns += 7_654_321 {
			for b := a; b.Due(n) < ns; b = a {
				n++
			}
			if want := test.area(float64(ns) / 1e9); math.Abs(float64(n)-want) > 1.001 {
				t.Fatalf("%s: %d arrivals in %d ns, the integral is %v", name, n, ns, want)
			}
		}
	}
}

// A profile that ends has no more arrivals than its area.
func TestProfilesEnd(t *testing.T) {
	p := NewProfile(Piece{1e9, 0, 100}, Piece{1e9, 0, 0})
	a := Constant(p)
	for n := range int64(50) {
		if due := a.Due(n); due >= 1e9 {
			t.Fatalf("arrival %d is due at %d", n, due)
		}
	}
	if a.Due(50) != Never || a.Due(1<<40) != Never {
		t.Error("arrivals after the end of the profile")
	}
	if at, _ := NewProfile().When(0, 0); at != Never {
		t.Errorf("a profile of nothing has an arrival at %d", at)
	}
}

// Poisson arrivals: the gaps have the exponential distribution (mean, variance
// and the share above three means) and are independent of each other, also
// across the ends of blocks; counts in windows have a variance equal to their
// mean.
func TestPoissonArrivals(t *testing.T) {
	const n, rate = 400_000, 1000.0
	all := dues(Poisson(Steady(rate), blocks(3)), n, 0, 1)
	var sum, squares, products, long, last, previous float64
	for i, due := range all {
		gap := float64(due)/1e9*rate - last
		last += gap
		sum, squares = sum+gap, squares+gap*gap
		if i > 0 {
			products += (gap - 1) * (previous - 1)
		}
		if gap > 3 {
			long++
		}
		previous = gap
	}
	near(t, "mean gap", sum/n, 1, 4/math.Sqrt(n))
	near(t, "mean square of gaps", squares/n, 2, 4*math.Sqrt(20.0/n))
	near(t, "share of long gaps", long/n, math.Exp(-3), 4*math.Sqrt(math.Exp(-3)/n))
	near(t, "correlation of neighbours", products/n, 0, 4/math.Sqrt(n))
	for _, window := range []float64{0.01, 0.1, 1} { // seconds: 10, 100 and 1000 arrivals
		mean, variance := countsIn(all, int64(window*1e9))
		near(t, "variance of counts ÷ mean", variance/mean, 1, 5*math.Sqrt(2*window*rate/n))
	}
}

// countsIn is mean and variance of how many are due in windows of a width.
func countsIn(all []int64, width int64) (mean, variance float64) {
	counts := make([]float64, all[len(all)-1]/width)
	for _, due := range all {
		if w := due / width; w < int64(len(counts)) {
			counts[w]++
		}
	}
	for _, c := range counts {
		mean += c / float64(len(counts))
	}
	for _, c := range counts {
		variance += (c - mean) * (c - mean) / float64(len(counts)-1)
	}
	return mean, variance
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: %v, want %v ± %v", what, got, want, tolerance)
	}
}

// The sum of a block, which is drawn alone, is that of its gaps: mean and
// variance of a gamma distribution.
func TestBlocksHaveGammaLength(t *testing.T) {
	a := Poisson(Steady(1), blocks(9))
	const n = 50_000
	var sum, squares float64
	for range n {
		a.begin()
		a.block++
		sum, squares = sum+a.length, squares+a.length*a.length
	}
	mean := sum / n
	near(t, "mean", mean, blockSize, 4*math.Sqrt(float64(blockSize)/n))
	near(t, "variance", squares/n-mean*mean, blockSize, 4*blockSize*math.Sqrt(2.0/n))
}

func TestArrivalsAllocateNothing(t *testing.T) {
	a, n := Poisson(Steady(1e5), blocks(1)), int64(0)
	if allocations := testing.AllocsPerRun(10_000, func() { a.Due(n); n += 37 }); allocations != 0 {
		t.Errorf("%v allocations an arrival", allocations)
	}
}

// One worker of so many takes one arrival in so many.
func BenchmarkDue(b *testing.B) {
	for name, workers := range map[string]int64{"1": 1, "64": 64, "1000": 1000} {
		b.Run(name+" workers", func(b *testing.B) {
			a, n := Poisson(Steady(1e5), blocks(1)), int64(0)
			b.ReportAllocs()
			for b.Loop() {
				a.Due(n)
				n += workers
			}
		})
	}
}

// Reach finds when the rate comes up to a level, from any instant.
func TestProfileReaches(t *testing.T) {
	p := NewProfile(Piece{10, 2, 2}, Piece{10, 2, 12}, Piece{10, 12, 12}, Piece{10, 12, 2}, Piece{10, 5, 5})
	for _, test := range []struct {
		level float64
		from  int64
		want  int64
	}{
		{1, 0, 0}, {2, 3, 3}, {7, 0, 15}, {7, 15, 15}, {7, 17, 17}, {12, 0, 20}, {12, 25, 25},
		{7, 34, 34}, {7, 35, Never}, {7, 36, Never}, {5, 36, 36}, {5, 38, 40}, {13, 0, Never}, {5, 50, Never},
	} {
		if got := p.Reach(test.level, test.from); got != test.want {
			t.Errorf("level %v from %d: %d, want %d", test.level, test.from, got, test.want)
		}
	}
	if got := Steady(4).Reach(4, 1e12); got != 1e12 {
		t.Errorf("a steady rate reaches itself at %d", got)
	}
	if got := p.Times(2).Reach(14, 0); got != 15 {
		t.Errorf("twice the rate reaches twice the level at %d", got)
	}
}
