package gen

import "slices"

// Choice picks one of several things by weight. It holds running sums: a
// handful of transactions is found by a few comparisons, and the weights stay
// exact, which they would not be in an alias table's rounded fractions.
type Choice struct{ sums []float64 }

// NewChoice takes weights of at least 0, of which one is more, all finite
// (the planner has checked them); else it returns nil.
func NewChoice(weights []float64) *Choice {
	sums := make([]float64, len(weights))
	total := 0.0
	for i, w := range weights {
		if !(w >= 0) {
			return nil
		}
		total += w
		sums[i] = total
	}
	if !(total > 0) || total-total != 0 {
		return nil
	}
	return &Choice{sums}
}

// Pick is the index of the choice that a random word stands for: i with
// probability weight i / sum of weights, within 2^-53.
func (c *Choice) Pick(word uint64) int {
	last := len(c.sums) - 1
	x := unit(word) * c.sums[last]
	if last < 16 {
		for i, sum := range c.sums {
			if x < sum {
				return i
			}
		}
	}
	i, equal := slices.BinarySearch(c.sums, x)
	for equal && c.sums[i] == x {
		i++ // past those of weight 0
	}
	return i
}
