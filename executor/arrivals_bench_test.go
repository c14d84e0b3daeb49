//go:build unix

package executor

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// BenchmarkArrivals tells how exact and how dear the load generator is, on a
// driver that answers at once: how late free workers begin (lag-p50-µs and
// lag-p99-µs) and what share of one processor it takes in all (cpu-%), the
// events and their records included. It is for an idle machine: what others
// run is in all of these figures. Wanted are a p99 below 200 µs at 20,000/s,
// and at most 5 % at 1,000/s.
func BenchmarkArrivals(b *testing.B) {
	for _, rate := range []float64{1_000, 20_000, 100_000} {
		for _, workers := range []int64{4, 16, 64} {
			b.Run(fmt.Sprintf("rate=%v/workers=%d", rate, workers), func(b *testing.B) {
				var lags []int64
				var cpu, took time.Duration
				for b.Loop() {
					before, start := processorTime(b), time.Now()
					lags = append(lags, lagsOf(b, rate, workers)...)
					cpu, took = cpu+processorTime(b)-before, took+time.Since(start)
				}
				slices.Sort(lags)
				at := func(p float64) float64 { return float64(lags[int(p*float64(len(lags)-1))]) / 1e3 }
				b.ReportMetric(at(0.5), "lag-p50-µs")
				b.ReportMetric(at(0.99), "lag-p99-µs")
				b.ReportMetric(100*cpu.Seconds()/took.Seconds(), "cpu-%")
				b.ReportMetric(0, "ns/op") // a run lasts as long as it is told to
			})
		}
	}
}

// lagsOf runs an open loop for a second on the driver null, and gives how late
// its events began that had a worker ready.
func lagsOf(b *testing.B, rate float64, workers int64) (lags []int64) {
	p := testPlan("null", "mysql", 1, 10, 1, open(rate, workers, poisson), func(p *plan.Plan) {
		l := &p.Loads[0]
		l.Warmup, l.Duration, l.Cooldown = 0, second, 0
		p.Cells[0].Schema, p.Mixes[0].Schema = -1, -1
		t := &p.Mixes[0].Transactions[0]
		t.Begin, t.Commit, t.Rollback, t.Body = nil, "", "", plan.Block{Steps: []plan.Step{statement(0, "SELECT 1")}}
	})
	o, s := options(b, driver.Endpoint{})
	if _, err := Run(b.Context(), p, o); err != nil {
		b.Fatal(err)
	}
	for _, e := range s[[2]int{0, 0}].in(event.Measure) {
		if e.Lag == e.Wait { // its worker was there before it was due
			lags = append(lags, e.Lag)
		}
	}
	return lags
}

// processorTime is what this process has used so far.
func processorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
