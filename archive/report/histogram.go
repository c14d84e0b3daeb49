package report

import "math/bits"

// histogram counts values in bins whose width grows with the value: those
// below 2^precision have a bin each, and every doubling above is divided into
// 2^precision bins. So a bin is never wider than its values' 2^-precision
// part, and memory depends on the spread of the values only, by its logarithm.
type histogram struct {
	precision uint
	doublings [64][]uint64 // made when first needed
}

// place is the bin of v, which is not negative.
func (h *histogram) place(v int64) (doubling, bin int) {
	if v>>h.precision == 0 {
		return 0, int(v)
	}
	doubling = bits.Len64(uint64(v)) - int(h.precision)
	return doubling, int(v>>(doubling-1)) - 1<<h.precision
}

// add counts v.
func (h *histogram) add(v int64) {
	doubling, bin := h.place(v)
	counts := h.doublings[doubling]
	if counts == nil {
		counts = make([]uint64, 1<<h.precision)
		h.doublings[doubling] = counts
	}
	counts[bin]++
}

// span is where a value is known to lie: in [low, low+width), with before
// values below low and count within.
type span struct {
	low, width    int64
	before, count int64
}

// find is the bin that holds the rank-th smallest value, from 1.
func (h *histogram) find(rank int64) span {
	var before int64
	for doubling, counts := range h.doublings {
		for bin, n := range counts {
			if before+int64(n) >= rank {
				return span{h.low(doubling, bin), 1 << max(doubling-1, 0), before, int64(n)}
			}
			before += int64(n)
		}
	}
	panic("report: rank beyond the values of a histogram")
}

// low is the least value of a bin.
func (h *histogram) low(doubling, bin int) int64 {
	if doubling == 0 {
		return int64(bin)
	}
	return (int64(bin) + 1<<h.precision) << (doubling - 1)
}
