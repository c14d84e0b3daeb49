package probes

import (
	"math/bits"
	"math/rand/v2"

	"github.com/assay-bench/assay/probes/probe"
)

// The loops of the probe memory that go word by word. Each gives something
// that depends on all that it read, so that no compiler leaves reading out, and
// keeps its state in variables of its own: a store could change any other.

// Sequential loops do eight words a round, as those that sysbench is built with
// do: else the round would be measured and not the load.

func readWords(block []uint64) uint64 {
	var a, b, c, d uint64
	for len(block) >= 8 {
		a, b, c, d = a^block[0], b^block[1], c^block[2], d^block[3]
		a, b, c, d = a^block[4], b^block[5], c^block[6], d^block[7]
		block = block[8:]
	}
	for _, w := range block {
		a ^= w
	}
	return a ^ b ^ c ^ d
}

// writeWords stores in each word how many are left, as sysbench does.
func writeWords(block []uint64) uint64 {
	for len(block) >= 8 {
		n := uint64(len(block))
		block[0], block[1], block[2], block[3] = n, n-1, n-2, n-3
		block[4], block[5], block[6], block[7] = n-4, n-5, n-6, n-7
		block = block[8:]
	}
	for i := range block {
		block[i] = uint64(len(block) - i)
	}
	return 0
}

// countOnly is the loop without its words; Go leaves empty rounds in.
func countOnly(block []uint64) (n uint64) {
	for range block {
		n++
	}
	return n
}

// readRandom reads as many words as the block has, at random places.
func readRandom(block []uint64, state uint64) (next, sum uint64) {
	for range block {
		var at uint64
		at, state = place(state, uint64(len(block)))
		sum ^= block[at]
	}
	return state, sum
}

// writeRandom writes as many, each its number.
func writeRandom(block []uint64, state uint64) (next, sum uint64) {
	for i := range block {
		var at uint64
		at, state = place(state, uint64(len(block)))
		block[at] = uint64(i)
	}
	return state, 0
}

// drawOnly draws the places and goes to none: what drawing costs.
func drawOnly(block []uint64, state uint64) (next, sum uint64) {
	for range block {
		var at uint64
		at, state = place(state, uint64(len(block)))
		sum ^= at
	}
	return state, sum
}

// place draws one of n places, all alike: SplitMix64 (G. L. Steele, D. Lea, C. H.
// Flood, "Fast splittable pseudorandom number generators", 2014), scaled by the
// upper half of a product. Its state is only added to, so that draws overlap
// and the accesses they are for are what takes time.
func place(state, n uint64) (at, next uint64) {
	state += 0x9e3779b97f4a7c15
	z := state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	at, _ = bits.Mul64(z^z>>31, n)
	return at, state
}

// lineWords is how many words a cache line has.
const lineWords = 8

// link makes one cycle through the first words of all cache lines, in an order
// drawn by Sattolo's algorithm, which gives no shorter cycles: each holds the
// index of the next. The order is the same each time, like the rest of a run.
func link(block []uint64) {
	order := make([]uint32, len(block)/lineWords)
	for i := range order {
		order[i] = uint32(i)
	}
	random := rand.New(rand.NewPCG(1, uint64(len(block))))
	for i := len(order) - 1; i > 0; i-- {
		j := random.IntN(i)
		order[i], order[j] = order[j], order[i]
	}
	for i, next := range order {
		block[i*lineWords] = uint64(next) * lineWords
	}
}

// chase follows the cycle from where the event before has ended.
func chase(block []uint64, at uint64) uint64 {
	for range probe.ChaseLoads {
		at = block[at]
	}
	return at
}
