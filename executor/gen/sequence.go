package gen

import (
	"math/bits"

	"github.com/assay-bench/assay/planner/expr"
)

// sequence is start + index·step.
func sequence(index int64, args []expr.Value) (int64, error) {
	start, step := args[0], args[1]
	if start.Kind != expr.Int || step.Kind != expr.Int {
		return 0, expr.ErrKind
	}
	// The exact sum has 129 bits at most; it fits an int64 if the upper half
	// of its 128 bits is but the sign of the lower.
	hi, lo := multiplySigned(index, step.Int)
	sum, carry := bits.Add64(lo, uint64(start.Int), 0)
	hi += uint64(start.Int>>63) + carry
	if hi != uint64(int64(sum)>>63) {
		return 0, expr.ErrOverflow
	}
	return int64(sum), nil
}

// multiplySigned is the 128-bit product of two signed words.
func multiplySigned(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	return hi, lo
}
