package probes

import (
	"unsafe"

	"github.com/assay-bench/assay/probes/probe"
)

// factor is the q of STREAM's kernels. It keeps values finite, however often
// they are multiplied, since sources are never written.
const factor = 3.0

// stream divides a block into arrays and gives the loop of an event. In a
// block that workers share each writes what the others do.
func stream(block []uint64, work probe.Sweep, method string) func() {
	all := unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(block))), len(block))
	var arrays [3][]float64
	for i := range work.Arrays {
		arrays[i] = all[i*work.Elements : (i+1)*work.Elements]
	}
	kernel := map[string]func(a, b, c []float64){"copy": copyArray, "scale": scaleArray, "add": addArrays, "triad": triadArrays}[method]
	return func() {
		for range work.Passes {
			kernel(arrays[0], arrays[1], arrays[2])
		}
	}
}

// copyArray is b = a by the runtime's copy, which uses what vectors there are.
func copyArray(a, b, _ []float64) { copy(b, a) }

// The others do four elements a round, of which none waits for another. The
// slices are cut to one length so that no index is checked.

// scaleArray is b = q·a.
func scaleArray(a, b, _ []float64) {
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		b[0], b[1], b[2], b[3] = factor*a[0], factor*a[1], factor*a[2], factor*a[3]
		a, b = a[4:], b[4:]
	}
}

// addArrays is c = a + b.
func addArrays(a, b, c []float64) {
	for len(a) >= 4 && len(b) >= 4 && len(c) >= 4 {
		c[0], c[1], c[2], c[3] = a[0]+b[0], a[1]+b[1], a[2]+b[2], a[3]+b[3]
		a, b, c = a[4:], b[4:], c[4:]
	}
}

// triadArrays is c = a + q·b.
func triadArrays(a, b, c []float64) {
	for len(a) >= 4 && len(b) >= 4 && len(c) >= 4 {
		c[0], c[1], c[2], c[3] = a[0]+factor*b[0], a[1]+factor*b[1], a[2]+factor*b[2], a[3]+factor*b[3]
		a, b, c = a[4:], b[4:], c[4:]
	}
}
