package report

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

// distribution finds exact order statistics of values that are too many to
// keep. It is shown all values several times, by radix selection: the first
// pass counts them in a histogram, and each further one looks only into the
// bins that hold a wanted rank. A bin with few values is kept and sorted, any
// other is divided again, until nothing is pending.
//
// Two passes do for nearly all runs, three for values of seconds by the
// million. Memory is bounded by the number of ranks, not of values.
type distribution struct {
	count    int64
	sum      [2]uint64 // high and low word
	min, max int64
	ranks    map[int64]*target // by rank, once the first pass is over
	windows  []*window         // of the pass to come, in order
	bins     histogram
}

// target is what is known of one wanted rank; found once its width is 1.
type target struct {
	rank int64
	at   span
	in   *window
}

// window gathers the values of one bin.
type window struct {
	span
	kept   []int64  // all of them, if they are few
	counts []uint64 // else how many are in each part of the bin
	shift  uint     // log₂ of a part's width
}

// keptValues is up to how many values of a bin are kept, windowParts into how
// many parts a fuller one is divided: 128 KiB either way.
const (
	keptValues  = 1 << 14
	windowParts = 1 << 14
)

// newDistribution is an empty distribution whose first pass has bins of that
// precision.
func newDistribution(precision uint) *distribution {
	return &distribution{bins: histogram{precision: precision}}
}

// clone is a copy of a distribution in its first pass.
func (d *distribution) clone() *distribution {
	c := *d
	for i, counts := range d.bins.doublings {
		c.bins.doublings[i] = slices.Clone(counts)
	}
	return &c
}

// see takes one value of the pass at hand. What a corrupt archive may hold
// below 0 counts as 0.
func (d *distribution) see(v int64) {
	v = max(v, 0)
	if d.ranks == nil {
		d.first(v)
		return
	}
	for _, w := range d.windows {
		if v >= w.low && v-w.low < w.width {
			w.see(v)
			return
		}
	}
}

// first takes a value of the first pass.
func (d *distribution) first(v int64) {
	if d.count == 0 {
		d.min, d.max = v, v
	}
	d.count++
	d.min, d.max = min(d.min, v), max(d.max, v)
	var carry uint64
	d.sum[1], carry = bits.Add64(d.sum[1], uint64(v), 0)
	d.sum[0] += carry
	d.bins.add(v)
}

// see takes a value of the window.
func (w *window) see(v int64) {
	if w.counts != nil {
		w.counts[(v-w.low)>>w.shift]++
		return
	}
	w.kept = append(w.kept, v)
}

// mean is the arithmetic mean; 0 without values.
func (d *distribution) mean() float64 {
	if d.count == 0 {
		return 0
	}
	return (float64(d.sum[0])*(1<<64) + float64(d.sum[1])) / float64(d.count)
}

// total is the sum; what a corrupt archive may hold beyond 292 years is cut there.
func (d *distribution) total() int64 {
	if d.sum[0] > 0 || d.sum[1] > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(d.sum[1])
}

// errChanged is that a later pass saw fewer values than the one before.
var errChanged = errors.New("the archive changed while it was read")

// settle ends a pass, given the ranks wanted (only those of the first call
// count). It tells whether another pass is needed.
func (d *distribution) settle(ranks []int64) (pending bool, err error) {
	if d.ranks == nil {
		d.ranks = make(map[int64]*target, len(ranks))
		for _, r := range ranks {
			d.ranks[r] = &target{rank: r, at: d.locate(r)}
		}
	} else {
		for _, t := range d.ranks {
			if t.in != nil {
				if t.at, err = t.in.locate(t.rank); err != nil {
					return false, err
				}
				t.in = nil
			}
		}
	}
	d.bins.doublings = [64][]uint64{}
	d.open()
	return len(d.windows) > 0, nil
}

// locate is what the first pass tells of a rank. The ends are known exactly.
func (d *distribution) locate(rank int64) span {
	switch rank {
	case 1:
		return span{low: d.min, width: 1}
	case d.count:
		return span{low: d.max, width: 1}
	}
	return d.bins.find(rank)
}

// locate is what a window tells of a rank.
func (w *window) locate(rank int64) (span, error) {
	if w.counts == nil {
		if rank-w.before > int64(len(w.kept)) {
			return span{}, errChanged
		}
		slices.Sort(w.kept)
		return span{low: w.kept[rank-w.before-1], width: 1}, nil
	}
	before := w.before
	for part, n := range w.counts {
		if before+int64(n) >= rank {
			return span{w.low + int64(part)<<w.shift, 1 << w.shift, before, int64(n)}, nil
		}
		before += int64(n)
	}
	return span{}, errChanged
}

// open makes the windows for the ranks that are still pending; those in the
// same bin share one.
func (d *distribution) open() {
	d.windows = nil
	shared := make(map[int64]*window)
	for _, t := range d.ranks {
		if t.at.width == 1 {
			continue
		}
		w := shared[t.at.low]
		if w == nil {
			w = newWindow(t.at)
			shared[t.at.low] = w
			d.windows = append(d.windows, w)
		}
		t.in = w
	}
}

// newWindow prepares for the values of a bin. Widths and windowParts are powers
// of two, so a part is found by a shift.
func newWindow(at span) *window {
	w := &window{span: at}
	if at.count > keptValues {
		parts := min(at.width, windowParts)
		w.shift = uint(bits.TrailingZeros64(uint64(at.width / parts)))
		w.counts = make([]uint64, parts)
		return w
	}
	w.kept = make([]int64, 0, at.count)
	return w
}

// value is the rank-th smallest value, after the last pass. The rank must be
// one of those given to settle.
func (d *distribution) value(rank int64) int64 { return d.ranks[rank].at.low }
