package report

import (
	"maps"
	"math"
	"slices"
)

// Bin is one bin of a histogram of response times. Bins have the width and
// place of sysbench's, so that histograms can be compared: the i-th has its
// middle at 1 µs · (10⁸)^(i/1023), each 1.8 % above the one before. Unlike
// sysbench's they do not end at 100 s. What is below 1 µs is in the first.
type Bin struct {
	Value float64 `json:"value_ns"` // the middle; a count is of values within 0.91 % of it
	Count int64   `json:"count"`
}

// binsPerE is how many bins there are while values grow by a factor of e.
var binsPerE = 1023 / math.Log(1e8)

// leastBin is the middle of the first bin, in nanoseconds.
const leastBin = 1000

// binOf is the bin of a response time: ⌊ln(v/1 µs)·binsPerE + ½⌋.
func binOf(ns int64) int {
	if ns <= leastBin {
		return 0
	}
	return int(math.Floor(math.Log(float64(ns)/leastBin)*binsPerE + 0.5))
}

// histogramFigures are the bins that have values, in order.
func histogramFigures(bins map[int]int64) []Bin {
	var all []Bin
	for _, i := range slices.Sorted(maps.Keys(bins)) {
		all = append(all, Bin{Value: leastBin * math.Exp(float64(i)/binsPerE), Count: bins[i]})
	}
	return all
}
