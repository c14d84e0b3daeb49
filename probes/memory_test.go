package probes

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/probe"
)

// Every loop goes through every word of a block, whatever its size.
func TestWords(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 128} {
		block := make([]uint64, n)
		writeWords(block)
		var want uint64
		for i, w := range block {
			want ^= w
			if w == 0 || n < 8 && w != uint64(n-i) {
				t.Errorf("of %d words number %d is %d", n, i, w)
			}
		}
		if got := readWords(block); got != want {
			t.Errorf("%d words come to %x, want %x", n, got, want)
		}
		if got := countOnly(block); got != uint64(n) {
			t.Errorf("%d words are counted as %d", n, got)
		}
	}
}

// Random accesses reach all places alike: the deviation from even shares is
// that of chance (chi-square, 63 degrees of freedom, p > 0.001).
func TestPlaces(t *testing.T) {
	const n, draws = 64, 64_000
	counts := make([]float64, n)
	state := uint64(1)
	for range draws {
		var at uint64
		at, state = place(state, n)
		counts[at]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += (c - draws/n) * (c - draws/n) / (draws / n)
	}
	if chi > 103.4 {
		t.Errorf("chi-square is %.1f", chi)
	}
}

func TestRandomAccess(t *testing.T) {
	block := make([]uint64, 64)
	if next, _ := writeRandom(block, 1); next == 1 {
		t.Error("the state does not move")
	}
	written := 0
	for _, w := range block {
		if w > 0 {
			written++
		}
	}
	if written < 30 { // 1 - 1/e of the places, less those written with 0
		t.Errorf("64 stores have reached %d places", written)
	}
	next, sum := readRandom(block, 1)
	if also, places := drawOnly(block, 1); also != next || sum == 0 || places == 0 {
		t.Error("reading and drawing do not go the same way, or read nothing")
	}
}

// A chase visits each cache line once before it comes back.
func TestLink(t *testing.T) {
	for _, lines := range []int{1, 2, 100, 1024} {
		block := make([]uint64, lines*lineWords)
		link(block)
		seen := map[uint64]bool{}
		for at := uint64(0); !seen[at]; at = block[at] {
			seen[at] = true
		}
		if len(seen) != lines {
			t.Errorf("the cycle through %d lines has %d", lines, len(seen))
		}
	}
}

func TestStream(t *testing.T) {
	for method, want := range map[string]func(a, b, c float64) (float64, float64){
		"copy":  func(a, b, c float64) (float64, float64) { return a, c },
		"scale": func(a, b, c float64) (float64, float64) { return 3 * a, c },
		"add":   func(a, b, c float64) (float64, float64) { return b, a + b },
		"triad": func(a, b, c float64) (float64, float64) { return b, a + 3*b },
	} {
		a, b, c := make([]float64, 16), make([]float64, 16), make([]float64, 16)
		for i := range a {
			a[i], b[i], c[i] = float64(i), float64(i)*10, -1
		}
		map[string]func(a, b, c []float64){"copy": copyArray, "scale": scaleArray, "add": addArrays, "triad": triadArrays}[method](a, b, c)
		for i := range a {
			x, y := want(float64(i), float64(i)*10, -1)
			if a[i] != float64(i) || b[i] != x || c[i] != y {
				t.Errorf("%s: element %d is %v, %v, %v", method, i, a[i], b[i], c[i])
			}
		}
	}
}

// Each method, access and scope does an event and tells what it moved.
func TestMemory(t *testing.T) {
	for _, test := range []struct {
		options []plan.ProbeOption
		bytes   int64
	}{
		{nil, 1024},
		{[]plan.ProbeOption{option("memory_oper", "read"), option("memory_access_mode", "rnd"), option("memory_scope", "local")}, 1024},
		{[]plan.ProbeOption{option("memory_oper", "none"), option("memory_access_mode", "rnd")}, 0},
		{[]plan.ProbeOption{option("memory_oper", "none")}, 0},
		{[]plan.ProbeOption{option("memory_access_mode", "rnd")}, 1024},
		{[]plan.ProbeOption{option("memory_method", "copy"), option("memory_block_size", 1<<16)}, 16 << 20},
		{[]plan.ProbeOption{option("memory_method", "add"), option("memory_block_size", 1<<16)}, 257 * 65520},
		{[]plan.ProbeOption{option("memory_method", "chase"), option("memory_block_size", 1<<12)}, 0},
	} {
		s := session(t, open(t, "memory", test.options...))
		s.Begin(driver.Stint{Workers: 1, Seed: 12345})
		var op driver.Operation
		if err := s.Operate(0, &op); err != nil || op.Bytes != test.bytes {
			t.Errorf("%v: moved %d bytes, %v; want %d", test.options, op.Bytes, err, test.bytes)
		}
	}
}

// Sessions share the block or have their own, as the scope says.
func TestMemoryScope(t *testing.T) {
	for scope, shared := range map[string]bool{"global": true, "local": false} {
		d := open(t, "memory", option("memory_scope", scope))
		a, b := session(t, d).(*memorySession), session(t, d).(*memorySession)
		if (&a.block.words[0] == &b.block.words[0]) != shared {
			t.Errorf("%s: sessions share their block: %v", scope, !shared)
		}
	}
}

// A block that does not fit into memory is refused before it is touched.
func TestMemoryPreflight(t *testing.T) {
	d := open(t, "memory", option("memory_block_size", 1<<39), option("memory_total_size", 0), option("memory_scope", "local"))
	findings, err := d.(driver.Preflight).Preflight(t.Context(), driver.Needs{Workers: 4})
	if err != nil || len(findings) != 1 || findings[0].Verdict != driver.Refuses || !strings.Contains(findings[0].Fix, "memory_block_size") {
		t.Errorf("%+v, %v", findings, err)
	}
}

// Huge pages are there, or it is said how to get them.
func TestHugePages(t *testing.T) {
	b, err := allocate(1<<20, true)
	if err != nil {
		if !strings.Contains(err.Error(), "vm.nr_hugepages") {
			t.Errorf("the error is %v", err)
		}
		return
	}
	if len(b.words) != 1<<17 {
		t.Errorf("the block has %d words", len(b.words))
	}
	if err := b.release(); err != nil {
		t.Error(err)
	}
}

func TestCaches(t *testing.T) {
	const dir = "sys/devices/system/cpu/cpu0/cache/index"
	root := fstest.MapFS{"proc/meminfo": {Data: []byte("MemAvailable:    2048 kB\n")}}
	for i, c := range [][3]string{{"1", "Data", "32K"}, {"1", "Instruction", "64K"}, {"2", "Unified", "1024K"}, {"3", "Unified", "?"}} {
		for j, name := range []string{"level", "type", "size"} {
			root[fmt.Sprint(dir, i, "/", name)] = &fstest.MapFile{Data: []byte(c[j] + "\n")}
		}
	}
	if got := fmt.Sprint(cacheFacts(root)); got != "[{0 cache_l1 32768} {0 cache_l2 1048576}]" {
		t.Errorf("the caches are %s", got)
	}
	if got := availableMemory(root); got != 2<<20 {
		t.Errorf("%d bytes are available", got)
	}
	if got := availableMemory(fstest.MapFS{}); got != 0 {
		t.Errorf("%d bytes are available where nothing is known", got)
	}
}

// The work of an event follows from the block.
func TestSweep(t *testing.T) {
	v := probe.Find("memory").Defaults()
	v.Set("memory_method", probe.Value{Text: "triad"})
	v.Set("memory_block_size", probe.Value{Int: 1 << 28})
	if w := probe.SweepOf(v); w.Arrays != 3 || w.Passes != 1 || w.Bytes != w.Elements*24 || w.Bytes > 1<<28 {
		t.Errorf("the work is %+v", w)
	}
}
