package report

import (
	"math"
	"slices"
	"testing"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// TestTable: rows of the total, the loads, and the parts of a load, whose
// figures are those of the summary.
func TestTable(t *testing.T) {
	s := summarise(t, twoLoads(3, 500), Options{Percentiles: []float64{50, 99.9}})
	columns := make(map[string]archive.Column)
	for _, c := range s.Table() {
		columns[c.Name] = c
	}
	r := &s.Cells[0].Repeats[0]
	rows := 3 + len(r.Loads[0].Transactions) + len(r.Loads[0].Labels) + len(r.Loads[1].Transactions) + len(r.Loads[1].Labels)
	if n := len(columns["load"].Texts); n != rows {
		t.Fatalf("%d rows, want %d", n, rows)
	}
	if columns["load"].Texts[0] != "" || columns["total"].Ints[0] != r.Total.Events.Total {
		t.Error("the first row is not the total")
	}
	oltp := slices.Index(columns["load"].Texts, "oltp")
	if columns["response_p99_9_ns"].Ints[oltp] != r.Loads[0].Response.Percentiles[1].Value || columns["throughput_per_s"].Floats[oltp] != r.Loads[0].Throughput {
		t.Error("the row of the load has other figures")
	}
	point := slices.Index(columns["statement"].Texts, "point")
	if columns["response_max_ns"].Ints[point] != event.Unknown || !math.IsNaN(columns["response_mean_ns"].Floats[point]) || columns["service_max_ns"].Ints[point] <= 0 {
		t.Error("a statement has a response time, or no service time")
	}
}

// TestTableIsStored: the archive takes it, also without rows.
func TestTableIsStored(t *testing.T) {
	w, err := archive.Create(t.TempDir(), archive.Info{Experiment: "e"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Summary{{Percentiles: []float64{50}}, summarise(t, twoLoads(3, 50), Options{})} {
		if err := w.AddTable("summary", s.Table()); err != nil {
			t.Error(err)
		}
	}
}
