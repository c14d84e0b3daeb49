package gen

import (
	"math/bits"
	"math/rand/v2"
)

// stream is a source of random bits: PCG-DXSM with 128 bits of state, as
// math/rand/v2 defines it and promises to keep it. It is used directly and
// not behind rand.Source, which would cost an indirect call for each word.
type stream struct{ pcg rand.PCG }

// seed starts the stream that belongs to k.
func (s *stream) seed(k Key) { s.pcg.Seed(k.hi, k.lo) }

// unit is uniform over the multiples of 2^-53 in [0, 1).
func (s *stream) unit() float64 { return unit(s.pcg.Uint64()) }

// unit makes a number in [0, 1) of the upper 53 bits.
func unit(word uint64) float64 { return float64(word>>11) * 0x1p-53 }

// below is uniform over [0, n), and over all words if n is 0. It has no bias:
// Lemire, "Fast Random Integer Generation in an Interval", 2019.
func (s *stream) below(n uint64) uint64 {
	if n == 0 {
		return s.pcg.Uint64()
	}
	hi, lo := bits.Mul64(s.pcg.Uint64(), n)
	if lo < n {
		for reject := -n % n; lo < reject; {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return hi
}
