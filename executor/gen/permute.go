package gen

import (
	"math/bits"

	"github.com/assay-bench/assay/planner/expr"
)

// permute gives each value of [lo, hi] once in n draws, in an order that the
// key shuffles, and then all again in the same order: the value for an index
// needs no memory of those before.
//
// It is a Feistel network over the smallest square power of two that holds
// the range, walked until it lands inside (J. Black and P. Rogaway, "Ciphers
// with Arbitrary Finite Domains", CT-RSA 2002): at most four steps on average.
// It is for spreading, not for secrecy.
func (s *Source) permute(site, index int64, args []expr.Value) (int64, error) {
	r, err := rangeOf(args)
	if err != nil {
		return 0, err
	}
	k := uint64(index)
	if n := r.top + 1; n != 0 {
		k %= n
	}
	key := s.state.WithName("permute").With(uint64(site))
	half := (bits.Len64(r.top) + 1) / 2
	for {
		if k = feistel(k, half, key); k <= r.top {
			return r.at(k), nil
		}
	}
}

// rounds of the network: few enough to be cheap, and with a full 64-bit mix
// in each more than the four that Luby and Rackoff need.
const rounds = 6

// feistel is a permutation of the words of 2·half bits.
func feistel(x uint64, half int, key Key) uint64 {
	mask := uint64(1)<<half - 1
	left, right := x>>half, x&mask
	for round := range uint64(rounds) {
		left, right = right, left^mixSplit(mixMurmur(key.hi+round)^key.lo^right)&mask
	}
	return left<<half | right
}
