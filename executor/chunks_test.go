package executor

import (
	"math/rand/v2"
	"testing"

	"github.com/assay-bench/assay/planner/plan"
)

// In whatever order chunks are done, the set holds those and no others, and
// reads back from the ledger.
func TestChunkSets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		const n = 60
		s := chunkSet{size: 10}
		in := [n]bool{}
		for _, i := range random.Perm(n)[:random.IntN(n+1)] {
			s = s.with(int64(i))
			in[i] = true
			back, err := parseChunks(s.String())
			if err != nil || back.String() != s.String() {
				t.Fatalf("%q reads back as %q, %v", s.String(), back.String(), err)
			}
		}
		for i, want := range in {
			if s.has(int64(i)) != want {
				t.Fatalf("%s has %d: %v", s.String(), i, !want)
			}
		}
		for i := 1; i < len(s.ranges); i++ {
			if s.ranges[i].first <= s.ranges[i-1].last+1 {
				t.Fatalf("%s is not in its shortest form", s.String())
			}
		}
	}
}

func TestBrokenChunkSets(t *testing.T) {
	for _, text := range []string{"", "10", ":1", "0:", "x:1", "10:a", "10:3-1", "10:5,5", "10:5-6,6", "10:1,,2", "-3:1"} {
		if s, err := parseChunks(text); err == nil {
			t.Errorf("%q reads as %q", text, s.String())
		}
	}
}

func TestChunkSizes(t *testing.T) {
	for _, test := range []struct{ rowSize, want int64 }{{0, chunkRows}, {100, chunkRows}, {1 << 20, 4}, {1 << 30, 1}} {
		if got := chunkSize(&plan.Table{RowSize: test.rowSize}); got != test.want {
			t.Errorf("rows of %d bytes: %d a chunk, want %d", test.rowSize, got, test.want)
		}
	}
	for rows, want := range map[int64]int64{0: 0, 1: 1, 10: 1, 11: 2, 6e9: 6e8} {
		if got := chunkCount(rows, 10); got != want {
			t.Errorf("%d rows: %d chunks, want %d", rows, got, want)
		}
	}
}
