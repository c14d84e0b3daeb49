package gen

import (
	"math"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestChoice(t *testing.T) {
	many := make([]float64, 100)
	for i := range many {
		many[i] = float64(i % 7)
	}
	for _, weights := range [][]float64{{1}, {9, 1}, {45, 43, 4, 4, 4}, {0, 0.5, 0, 0.25, 0}, many} {
		c := NewChoice(weights)
		var s stream
		s.seed(StateKey(1, 0, "choice"))
		counts := make([]int64, len(weights))
		for range 200_000 {
			counts[c.Pick(s.pcg.Uint64())]++
		}
		var positive []int64
		var share []float64
		for i, w := range weights {
			if w == 0 && counts[i] > 0 {
				t.Errorf("%v: %d has weight 0 and was picked", weights, i)
			}
			if w > 0 {
				positive, share = append(positive, counts[i]), append(share, w)
			}
		}
		if len(positive) > 1 {
			checkCounts(t, positive, func(i int) float64 { return share[i] })
		}
	}
}

// TestChoiceIsExact: the words are divided in proportion, to the last one.
func TestChoiceIsExact(t *testing.T) {
	c := NewChoice([]float64{0, 1, 3, 0})
	tests := []struct {
		word uint64
		want int
	}{{0, 1}, {1<<62 - 1, 1}, {1 << 62, 2}, {math.MaxUint64, 2}}
	for _, test := range tests {
		if got := c.Pick(test.word); got != test.want {
			t.Errorf("word %x picks %d, want %d", test.word, got, test.want)
		}
	}
}

func TestNoChoice(t *testing.T) {
	for _, weights := range [][]float64{nil, {0}, {1, -1}, {math.NaN()}, {math.Inf(1)}, {math.MaxFloat64, math.MaxFloat64}} {
		if NewChoice(weights) != nil {
			t.Errorf("%v are no weights", weights)
		}
	}
}

func TestPickAndWeighted(t *testing.T) {
	values := ints(t, newEnv(0, 1), draw("pick", expr.Int, 0, 1, 2, 3), 100_000)
	checkCounts(t, tally(t, values, 0, 4), func(int) float64 { return 1 })
	values = ints(t, newEnv(0, 1), draw("weighted", expr.Int, 0, 1, 1, 2.5, 2, 0.5), 100_000)
	checkCounts(t, tally(t, values, 0, 3), func(i int) float64 { return []float64{1, 2.5, 0.5}[i] })
}

// TestOptionsAreLazy: an option that is not chosen draws nothing.
func TestOptionsAreLazy(t *testing.T) {
	env := newEnv(0, 1)
	counter := draw("sequence", expr.Int, 0, 1)
	values := ints(t, env, draw("pick", expr.Int, -1, counter), 1000)
	chosen := int64(0)
	for _, v := range values {
		if v >= 0 {
			if v != chosen {
				t.Fatalf("the sequence is at %d after %d choices", v, chosen)
			}
			chosen++
		}
	}
	if chosen < 400 || chosen > 600 {
		t.Errorf("chosen %d of 1000 times", chosen)
	}
}

func TestWeightsMayVary(t *testing.T) {
	e := draw("weighted", expr.Int, 1, 1, 2, 1)
	e.Args[1] = expr.Slot(0, expr.Int)
	env := newEnv(0, 1)
	for _, w := range []int64{0, 1 << 60} {
		env.Slots = []expr.Value{expr.IntValue(w)}
		for _, v := range ints(t, env, e, 100) {
			if (w == 0) != (v == 2) {
				t.Fatalf("weight %d gave %d", w, v)
			}
		}
	}
}
