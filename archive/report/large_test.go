//go:build linux

package report

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

var (
	largeEvents = flag.Int("large", 1_000_000, "events of BenchmarkLarge")
	largeDir    = flag.String("large-dir", "", "where BenchmarkLarge keeps its run for the next time")
)

// BenchmarkLarge summarises one load of many events, whose response times are
// log-normal around 300 µs, as report does: exact percentiles of the load and
// of both transactions. It tells the time and the most memory of a report.
//
//	go test ./archive/report -run - -bench Large -benchtime 1x -large 100000000 -large-dir /var/tmp/large
func BenchmarkLarge(b *testing.B) {
	root := *largeDir
	if root == "" {
		root = b.TempDir()
	}
	dir := filepath.Join(root, fmt.Sprint(*largeEvents))
	if _, err := os.Stat(dir); err != nil {
		if err := os.Rename(manyEvents(b, root, *largeEvents), dir); err != nil {
			b.Fatal(err)
		}
	}
	// From here on the peak counts.
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		b.Logf("the memory is that of making the run, too: %v", err)
	}
	cpu := cpuTime(b)
	for b.Loop() {
		run, err := archive.OpenDir(dir)
		if err != nil {
			b.Fatal(err)
		}
		s, err := Summarise(run, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if n := s.Cells[0].Repeats[0].Loads[0].Events.Total; n != int64(*largeEvents) {
			b.Fatalf("%d events", n)
		}
	}
	b.ReportMetric(float64(cpuTime(b)-cpu)/float64(b.N)/float64(*largeEvents), "cpu-ns/event")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(*largeEvents), "ns/event")
	b.ReportMetric(peakMiB(b), "peak-MiB")
}

// manyEvents makes a run in root and returns its directory.
func manyEvents(b *testing.B, root string, n int) string {
	b.Helper()
	p := samplePlan(16)
	data, err := plan.Encode(p)
	if err != nil {
		b.Fatal(err)
	}
	w, err := archive.Create(root, archive.Info{Experiment: p.Experiment, Digest: plan.Digest(p), Seed: 1, Tool: "assay test", Started: time.Now()}, data, nil)
	if err != nil {
		b.Fatal(err)
	}
	names := working(0, 0, 1, 0, 1).names
	r, err := w.Repeat(0, 0, names)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	const workers = 16
	var clock [workers]int64
	batch := event.Batch{Events: make([]event.Event, 256)}
	for made := 0; made < n; made += len(batch.Events) {
		batch.Events = batch.Events[:min(256, n-made)]
		worker := made / 256 % workers
		for i := range batch.Events {
			service := int64(300_000 * math.Exp(random.NormFloat64()))
			batch.Events[i] = event.Event{
				ID: int64(made + i), Start: 2*second + clock[worker], Service: service, Client: event.Unknown, Lag: event.Unknown, Bytes: int64(random.IntN(5000)),
				Worker: int32(worker), Load: 1, Transaction: codeRead + uint16(random.IntN(10)/9), Attempts: 1, Statements: 1, Phase: event.Measure,
			}
			clock[worker] += service + 1000
		}
		if err := r.Write(&batch); err != nil {
			b.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
	cell := event.Cell{Status: "complete", Seed: 1, Events: int64(n), Phases: []event.Span{{Phase: event.Measure, Start: 2 * second, End: 2*second + clock[0]}}}
	if err := w.Finish(archive.Complete, "", []event.Cell{cell}, nil); err != nil {
		b.Fatal(err)
	}
	return w.Dir()
}

// cpuTime is the processor time of the process in nanoseconds.
func cpuTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// peakMiB is the most memory that the process has had since the mark was reset.
func peakMiB(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	var kib float64
	_, after, _ := bytes.Cut(status, []byte("VmHWM:"))
	if _, err := fmt.Sscan(string(after), &kib); err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}
