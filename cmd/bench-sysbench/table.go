package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// pair is a run of each program, one right after the other.
type pair struct{ assay, sysbench result }

// ratio is above 1 where Assay did more.
func (p pair) ratio() float64 { return p.assay.throughput / p.sysbench.throughput }

// program runs one of the two once.
type program func() (result, error)

// alternate runs the pairs of one comparison and logs each, with so many of
// unit a second. Who is first changes from pair to pair, so that a drift of the
// machine favours neither.
func (b *bench) alternate(name, unit string, assay, sysbench program) (pairs []pair, err error) {
	for i := range b.pairs {
		var p pair
		if i%2 == 0 {
			p.assay, p.sysbench, err = both(assay, sysbench)
		} else {
			p.sysbench, p.assay, err = both(sysbench, assay)
		}
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
		fmt.Fprintf(b.log, "%s %s pair %d: Assay %.0f, sysbench %.0f %s/s, ratio %.3f\n",
			time.Now().Format(time.TimeOnly), name, i+1, p.assay.throughput, p.sysbench.throughput, unit, p.ratio())
	}
	return pairs, nil
}

// both runs one program right after the other.
func both(first, second program) (a, b result, err error) {
	if a, err = first(); err != nil {
		return a, b, err
	}
	b, err = second()
	return a, b, err
}

// series is the pairs of a cell.
type series struct {
	cell  cell
	pairs []pair
}

// median of a figure over all pairs; of an even number the mean of the middle two.
func (s *series) median(of func(pair) float64) float64 {
	values := s.sorted(of)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// sorted is a figure of all pairs in ascending order.
func (s *series) sorted(of func(pair) float64) []float64 {
	values := make([]float64, len(s.pairs))
	for i, p := range s.pairs {
		values[i] = of(p)
	}
	slices.Sort(values)
	return values
}

// interval is a confidence interval of the median from order statistics, which
// assumes nothing of the distribution: the value number k from below and from
// above, for the largest k that the median lies outside of with a probability
// of 5 % at most; and how sure that is. Fewer than six values have none: it is
// then from the least to the greatest, and less sure.
//
// The number of values below the median is binomial (n, ½); see David and
// Nagaraja, Order Statistics, section 7.1.
func (s *series) interval(of func(pair) float64) (low, high, sure float64) {
	values := s.sorted(of)
	n := len(values)
	k, outside := 1, 2*binomial(n, 0)
	for next := outside + 2*binomial(n, k); next <= 0.05 && k < n/2; next += 2 * binomial(n, k) {
		k, outside = k+1, next
	}
	return values[k-1], values[n-k], max(1-outside, 0)
}

// binomial is the probability of k heads in n throws of a coin.
func binomial(n, k int) float64 {
	p := math.Pow(0.5, float64(n))
	for i := range k {
		p *= float64(n-i) / float64(i+1)
	}
	return p
}

// head writes what is compared on which machine, and the head of the table.
func (b *bench) head(w io.Writer) {
	fmt.Fprintf(w, "MariaDB %s (%s), %d tables of %d rows; %d pairs of %d s for each cell, in alternating order.\n",
		b.server.Version(), strings.Join(settings, " "), b.tables, b.rows, b.pairs, b.seconds)
	fmt.Fprintf(w, "%s.\n\n", machine())
	fmt.Fprint(w, "| test | transport | workers | Assay events/s | sysbench events/s | ratio (median) | interval of the median | sure "+
		"| CPU per statement, Assay | sysbench | ratio | spread, Assay | sysbench | connections of Assay served by |\n"+strings.Repeat("|---", 14)+"|\n")
}

// machine is where the comparison runs, in words.
func machine() string {
	return fmt.Sprintf("%s, %d processors; %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// processor is what the kernel calls it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

// row is the cell's row of the table.
func (s *series) row() string {
	low, high, sure := s.interval(pair.ratio)
	ours, theirs := func(p pair) float64 { return p.assay.cpu / 1e3 }, func(p pair) float64 { return p.sysbench.cpu / 1e3 }
	return fmt.Sprintf("| %s | %s | %d | %.0f | %.0f | **%.3f** | %.3f … %.3f | %.1f %% | %.2f µs | %.2f µs | %.2f | %.3f | %.3f | %s |",
		s.cell.test, s.cell.transport, s.cell.workers,
		s.median(func(p pair) float64 { return p.assay.throughput }), s.median(func(p pair) float64 { return p.sysbench.throughput }),
		s.median(pair.ratio), low, high, 100*sure,
		s.median(ours), s.median(theirs), s.median(func(p pair) float64 { return p.assay.cpu / p.sysbench.cpu }),
		s.median(func(p pair) float64 { return p.assay.spread }), s.median(func(p pair) float64 { return p.sysbench.spread }),
		s.pairs[0].assay.client)
}
