package archive

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := func(n int, span int64) []int64 {
		keys := make([]int64, n)
		for i := range keys {
			keys[i] = r.Int64N(span) - span/3
		}
		return keys
	}
	var s sorter
	for name, keys := range map[string][]int64{
		"none": {}, "one": {5}, "sorted": {1, 2, 2, 3}, "reversed": {3, 2, 1},
		"extremes":    {math.MaxInt64, math.MinInt64, 0, -1, 1, math.MinInt64},
		"many equal":  random(1000, 5),
		"nanoseconds": random(5000, 1e10),
		"all bits":    random(5000, math.MaxInt64),
	} {
		want := make([]int32, len(keys))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
		if got := s.by(keys); !slices.Equal(got, want) {
			t.Errorf("%s: by(%v) = %v, want %v", name, keys[:min(10, len(keys))], got[:min(10, len(got))], want[:min(10, len(want))])
		}
	}
}

func TestIDs(t *testing.T) {
	s := ids{}
	for _, id := range []int64{0, 63, 64, 4095, 4096, 1 << 40, math.MaxInt64} {
		if s.has(id) || !s.add(id) || s.add(id) || !s.has(id) {
			t.Errorf("%d is not added once", id)
		}
	}
	if s.has(1) || s.has(-1) || s.has(1<<40+1) {
		t.Error("has what was not added")
	}
}
