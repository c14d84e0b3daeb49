package fileio

import "sync/atomic"

// claims are the blocks that operations are at work on. Only checked data
// needs them: a read beside a write of the same block would find half of it.
// A block is a bit; taking it is one atomic operation, and no worker waits: who
// finds it taken works elsewhere (see Set.next).
type claims struct {
	words []atomic.Uint64
	size  int64 // blocks
}

// newClaims is for so many blocks, none of them taken.
func newClaims(blocks int64) *claims {
	return &claims{make([]atomic.Uint64, ceil(blocks, 64)), blocks}
}

// take claims count blocks from block on, or none if one is taken.
func (c *claims) take(block, count int64) bool {
	for n := range count {
		if !c.one(block + n) {
			c.free(block, n)
			return false
		}
	}
	return true
}

// one claims a block; false if somebody has it.
func (c *claims) one(block int64) bool {
	bit := uint64(1) << (block % 64)
	return c.words[block/64].Or(bit)&bit == 0
}

// free gives the blocks back.
func (c *claims) free(block, count int64) {
	for n := range count {
		c.words[(block+n)/64].And(^(uint64(1) << ((block + n) % 64)))
	}
}
