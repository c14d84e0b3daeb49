package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// round is a run of Assay and two of fio, one right after the other.
type round struct{ assay, fio, again result }

// series is the rounds of a job.
type series struct {
	job    job
	rounds []round
}

// figure is one that is compared, and by how much it may differ beyond what
// fio differs from itself.
type figure struct {
	name  string
	of    func(result) float64
	limit float64
}

var figures = []figure{
	{"operations/s", func(r result) float64 { return r.rate }, 0.05},
	{"p50", func(r result) float64 { return r.p50 }, 0.10},
	{"p99", func(r result) float64 { return r.p99 }, 0.10},
}

// agreement is how a figure compares, over all rounds.
type agreement struct {
	assay, fio float64 // medians
	ratio      float64 // median of Assay's ÷ fio's
	spread     float64 // median of how far fio's second run is from its first, as a part of it
	agrees     bool
}

// compare compares a figure. fio against itself is the same division, so a
// disk that changes from one run to the next widens both.
func (s *series) compare(f figure) agreement {
	a := agreement{
		assay:  s.median(func(r round) float64 { return f.of(r.assay) }),
		fio:    s.median(func(r round) float64 { return f.of(r.fio) }),
		ratio:  s.median(func(r round) float64 { return f.of(r.assay) / f.of(r.fio) }),
		spread: s.median(func(r round) float64 { return math.Abs(f.of(r.again)/f.of(r.fio) - 1) }),
	}
	a.agrees = math.Abs(a.ratio-1) <= f.limit+a.spread
	return a
}

// median of a figure over all rounds; of an even number the mean of the middle
// two.
func (s *series) median(of func(round) float64) float64 {
	values := make([]float64, len(s.rounds))
	for i, r := range s.rounds {
		values[i] = of(r)
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// head writes what is compared where, and the head of the table.
func (b *bench) head(ctx context.Context, w io.Writer) {
	version, _ := exec.CommandContext(ctx, "fio", "--version").Output()
	fmt.Fprintf(w, "%s, a file of %d MiB in %s; %d rounds of %d s for each job, in changing order. %d processors, %s/%s, %s.\n\n",
		strings.TrimSpace(string(version)), b.mebibytes, b.directory, b.rounds, b.seconds, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Fprint(w, "| job |")
	for _, f := range figures {
		fmt.Fprintf(w, " %s, Assay | fio | ratio | fio against itself | within %.0f %% more |", f.name, 100*f.limit)
	}
	fmt.Fprint(w, "\n|---|"+strings.Repeat("---|", 5*len(figures))+"\n")
}

// row is the job's row of the table; latencies are in microseconds.
func (s *series) row() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", s.job)
	for _, f := range figures {
		a := s.compare(f)
		unit, scale := "", 1.0
		if f.name != figures[0].name {
			unit, scale = " µs", 1e3
		}
		verdict := "yes"
		if !a.agrees {
			verdict = "**no**"
		}
		fmt.Fprintf(&b, " %.0f%s | %.0f%s | **%.3f** | %.1f %% | %s |", a.assay/scale, unit, a.fio/scale, unit, a.ratio, 100*a.spread, verdict)
	}
	return b.String()
}
