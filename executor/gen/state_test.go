package gen

import (
	"math"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestSequence(t *testing.T) {
	tests := []struct {
		w, n int64
		e    expr.Expr
		want [3]int64
	}{
		{0, 1, draw("sequence", expr.Int, 1, 1), [3]int64{1, 2, 3}},
		{3, 4, draw("sequence", expr.Int, 1, 1), [3]int64{4, 8, 12}},
		{1, 2, draw("sequence", expr.Int, 100, -10), [3]int64{90, 70, 50}},
		{0, 1, draw("sequence", expr.Int, math.MinInt64, math.MaxInt64), [3]int64{math.MinInt64, -1, math.MaxInt64 - 1}},
	}
	for _, test := range tests {
		got := ints(t, newEnv(test.w, test.n), test.e, 3)
		if [3]int64(got) != test.want {
			t.Errorf("worker %d of %d: got %v, want %v", test.w, test.n, got, test.want)
		}
	}
}

func TestSequenceByRow(t *testing.T) {
	e := draw("sequence", expr.Int, 10, 5)
	env := &expr.Env{Row: 4, Drawer: newRowSource(1, columnKey(1, "t", 0, "c"))}
	for range 2 {
		if v, err := e.Eval(env); err != nil || v.Int != 25 {
			t.Errorf("row 4 has %v, %v, want 25", v, err)
		}
	}
}

// TestPermute: workers together draw each value once before any comes again.
func TestPermute(t *testing.T) {
	for _, size := range []int64{1, 2, 3, 4, 5, 16, 17, 1000, 65_536, 65_537} {
		const workers = 3
		seen, moved := make([]int, size), 0
		for w := range int64(workers) {
			n := (size*2 - w + workers - 1) / workers // two rounds in all
			for k, v := range ints(t, newEnv(w, workers), draw("permute", expr.Int, -5, size-6), int(n)) {
				seen[v+5]++
				if v+5 != (w+int64(k)*workers)%size {
					moved++
				}
			}
		}
		for v, n := range seen {
			if n != 2 {
				t.Fatalf("size %d: %d came %d times in two rounds", size, v-5, n)
			}
		}
		if size >= 1000 && moved < int(size)*2*99/100 {
			t.Errorf("size %d: only %d of %d moved", size, moved, 2*size)
		}
	}
}

// TestPermuteSpreads: neighbours go to unrelated places.
func TestPermuteSpreads(t *testing.T) {
	const size, cells = 100_000, 100
	values := ints(t, newEnv(0, 1), draw("permute", expr.Int, 0, size-1), size)
	counts := make([]int64, cells*cells)
	for i := range values[1:] {
		counts[values[i]*cells/size*cells+values[i+1]*cells/size]++
	}
	checkCounts(t, counts, func(int) float64 { return 1 })
}

func TestPermuteDependsOnSeedAndSite(t *testing.T) {
	e := draw("permute", expr.Int, 1, 1000)
	a := ints(t, newEnv(0, 1), e, 100)
	e.Int = 1
	b := ints(t, newEnv(0, 1), e, 100)
	other := &expr.Env{Workers: 1, Drawer: NewSource(2, StateKey(2, 0, "l"), 2)}
	c := ints(t, other, e, 100)
	same := 0
	for i := range a {
		if a[i] == b[i] || b[i] == c[i] {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d of 100 values agree", same)
	}
}

func TestUnique(t *testing.T) {
	const n = 1_000_000
	seen := make([]uint64, 1<<32/64)
	for w := range int64(4) {
		for _, v := range ints(t, newEnv(w, 4), draw("unique", expr.Int), n/4) {
			if v < 0 || v >= 1<<32 {
				t.Fatalf("%d is no 32-bit number", v)
			}
			if seen[v/64]&(1<<(v%64)) != 0 {
				t.Fatalf("%d came twice", v)
			}
			seen[v/64] |= 1 << (v % 64)
		}
	}
}

// TestResidue: f is a permutation of the 32-bit numbers, tried on its ends and
// on pairs whose squares are equal.
func TestResidue(t *testing.T) {
	seen := map[uint32]uint32{}
	for i := range uint32(100_000) {
		for _, x := range []uint32{i, 4294967291 - i, 4294967291/2 - i, ^i, i * 40_503} {
			y := residue(x)
			if z, ok := seen[y]; ok && z != x {
				t.Fatalf("f(%d) = f(%d) = %d", x, z, y)
			}
			seen[y] = x
		}
	}
}
