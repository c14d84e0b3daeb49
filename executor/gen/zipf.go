package gen

import (
	"math"

	"github.com/assay-bench/assay/planner/expr"
)

// zipf gives the k-th value of the range, from 1, a probability in proportion
// to k^−θ, θ ≥ 0: 0 is uniform, 0.99 is YCSB's, and the lowest values are the
// hottest (compose with permute to scatter them).
//
// The method is rejection-inversion: W. Hörmann and G. Derflinger,
// "Rejection-inversion to generate variates from monotone discrete
// distributions", ACM TOMACS 6(3), 1996. It inverts the integral H of the hat
// h(x) = x^−θ and rejects a few percent; no table of the range is needed.
type zipf struct{ last [4]zipfConstants }

// zipfConstants is what a range and an exponent determine.
type zipfConstants struct {
	n, theta float64
	head     float64 // H(3/2) − h(1): the upper end of what is inverted
	tail     float64 // H(n + 1/2): the lower end
	squeeze  float64 // 2 − H⁻¹(H(5/2) − h(2)): accepted without computing H
}

func (d *zipf) draw(rnd *stream, r span, args []expr.Value) (uint64, error) {
	theta, err := number(args[0])
	if err != nil {
		return 0, err
	}
	if !(theta >= 0) || math.IsInf(theta, 0) {
		return 0, expr.ErrDomain
	}
	return r.offset(d.constants(r.count(), theta).draw(rnd) - 1), nil
}

// constants looks among the last few used, since a mix uses few ranges.
func (d *zipf) constants(n, theta float64) *zipfConstants {
	for i := range d.last {
		if c := &d.last[i]; c.n == n && c.theta == theta {
			return c
		}
	}
	copy(d.last[1:], d.last[:])
	c := &d.last[0]
	*c = zipfConstants{n: n, theta: theta}
	c.head = c.integral(1.5) - 1
	c.tail = c.integral(n + 0.5)
	c.squeeze = 2 - c.inverse(c.integral(2.5)-c.hat(2))
	return c
}

// draw is a rank in [1, n].
func (c *zipfConstants) draw(rnd *stream) float64 {
	for {
		u := c.tail + float64(rnd.unit()*(c.head-c.tail))
		x := c.inverse(u)
		k := min(max(math.Floor(x+0.5), 1), c.n)
		if k-x <= c.squeeze || u >= c.integral(k+0.5)-c.hat(k) {
			return k
		}
	}
}

// hat is h(x) = x^−θ.
func (c *zipfConstants) hat(x float64) float64 { return math.Exp(-c.theta * math.Log(x)) }

// integral is H(x) = (x^(1−θ) − 1)/(1−θ), and ln x at θ = 1.
func (c *zipfConstants) integral(x float64) float64 {
	log := math.Log(x)
	return expm1Ratio((1-c.theta)*log) * log
}

// inverse is H⁻¹.
func (c *zipfConstants) inverse(y float64) float64 {
	return math.Exp(log1pRatio(max(y*(1-c.theta), -1)) * y)
}

// expm1Ratio is (e^x − 1)/x, by its series near 0, where θ is 1.
func expm1Ratio(x float64) float64 {
	if math.Abs(x) < 1e-8 {
		return 1 + x/2
	}
	return math.Expm1(x) / x
}

// log1pRatio is ln(1 + x)/x, by its series near 0.
func log1pRatio(x float64) float64 {
	if math.Abs(x) < 1e-8 {
		return 1 - x/2
	}
	return math.Log1p(x) / x
}
