package report

import (
	"fmt"
	"math/big"
	"strconv"
)

// nearestRank is ⌈p·n/100⌉, at least 1, computed exactly: in floating point
// 99.9 % of 1,000 would be the 1,000th. It is the rank that DuckDB's
// quantile_disc takes, and the definition of Hyndman and Fan's type 1 (Sample
// quantiles in statistical packages, 1996).
func nearestRank(p float64, n int64) int64 {
	return max(1, ceiling(new(big.Rat).Mul(decimal(p), big.NewRat(n, 100))))
}

// telling is from how many values on percentile p, below 100, is not always
// their maximum: 100/(100−p).
func telling(p float64) int64 {
	rest := new(big.Rat).Sub(big.NewRat(100, 1), decimal(p))
	return ceiling(rest.Quo(big.NewRat(100, 1), rest))
}

// decimal is the number that p is written as.
func decimal(p float64) *big.Rat {
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(p, 'f', -1, 64))
	return exact
}

// ceiling is the least whole number that is not below r.
func ceiling(r *big.Rat) int64 {
	whole, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return whole.Int64()
}

// checkPercentiles refuses what is no percentile.
func checkPercentiles(list []float64) error {
	for _, p := range list {
		if !(p >= 0 && p <= 100) {
			return fmt.Errorf("a percentile is a number from 0 to 100, not %v", p)
		}
	}
	return nil
}
