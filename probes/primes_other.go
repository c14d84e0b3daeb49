//go:build !amd64

package probes

import "math"

// primesIn counts the primes from from below to by trial division, from 3.
func primesIn(from, to uint64) uint64 {
	var primes uint64
numbers:
	for c := from; c < to; c++ {
		root := uint64(int64(math.Sqrt(float64(int64(c))))) // signed conversions take one instruction
		for l := uint64(2); l <= root; l++ {
			if c%l == 0 {
				continue numbers
			}
		}
		primes++
	}
	return primes
}
