//go:build unix

package archive

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// benchRows is how many records a benchmark writes or reads at a time, in
// the executor's batches of 256.
const benchRows = 4 * groupRows

// BenchmarkWrite measures the archive's whole cost of a record, from the hand
// over to the closed part, and its size on the disk.
func BenchmarkWrite(b *testing.B) {
	batch := fill(benchRows/3, 1)
	for _, level := range []struct {
		name  string
		batch event.Batch
	}{
		{"events", event.Batch{Events: fill(benchRows, 1).Events}},
		{"statements", event.Batch{Statements: batch.Statements}},
	} {
		b.Run(level.name, func(b *testing.B) {
			w := create(b, sampleInfo())
			b.ReportAllocs()
			rows, cell, cpu := 0, 0, cpuTime(b)
			for b.Loop() {
				r, err := w.Repeat(cell, 0, sampleNames())
				if err != nil {
					b.Fatal(err)
				}
				for at := 0; at < max(len(level.batch.Events), len(level.batch.Statements)); at += 256 {
					part := event.Batch{Events: slice(level.batch.Events, at), Statements: slice(level.batch.Statements, at)}
					rows += len(part.Events) + len(part.Statements)
					if err := r.Write(&part); err != nil {
						b.Fatal(err)
					}
				}
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
				cell++
			}
			b.ReportMetric(float64(cpuTime(b)-cpu)/float64(rows), "cpu-ns/record")
			b.ReportMetric(float64(parquetBytes(b, w.Dir(), level.name))/float64(rows), "B/record")
		})
	}
}

// slice is the batch of 256 at an index, or what there is of it.
func slice[T any](rows []T, at int) []T {
	return rows[min(at, len(rows)):min(at+256, len(rows))]
}

// parquetBytes is the size of all parts of a table.
func parquetBytes(t testing.TB, dir, table string) (size int64) {
	parts, err := filepath.Glob(filepath.Join(dir, table, "*", "*", "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range parts {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
}

// BenchmarkRead measures reading a record back, whole and in part.
func BenchmarkRead(b *testing.B) {
	run, err := OpenDir(finished(b, fill(benchRows, 1)))
	if err != nil {
		b.Fatal(err)
	}
	for name, columns := range map[string][]string{
		"all":     nil,
		"summary": {"load", "phase", "transaction", "wait_ns", "service_ns", "outcome"},
		"one":     {"service_ns"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			rows, cpu := 0, cpuTime(b)
			for b.Loop() {
				for batch, err := range run.Events(0, 0, &event.Names{}, columns...) {
					if err != nil {
						b.Fatal(err)
					}
					rows += len(batch)
				}
			}
			b.ReportMetric(float64(cpuTime(b)-cpu)/float64(rows), "cpu-ns/record")
		})
	}
}

// cpuTime is the processor time of the process in nanoseconds, which, unlike
// the time of day, other work on the machine and waits for the disk leave alone.
func cpuTime(t testing.TB) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
