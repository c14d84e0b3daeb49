package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// written is the summary in the format of that name.
func written(t *testing.T, s *Summary, name string) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			var out bytes.Buffer
			if err := f.Write(s, &out); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
	}
	t.Fatalf("no format %q", name)
	return ""
}

// manyRepeats is a run of two cells with two repeats each.
func manyRepeats() *sample {
	p := samplePlan(1, 4)
	p.Repeat = 2
	s := &sample{plan: p, facts: []event.Fact{
		{Cell: -1, Repeat: -1, When: "before", Host: "h", Source: "host", Name: "cpu_model", Value: "A  CPU"},
		{Cell: -1, Repeat: -1, When: "before", Host: "h", Source: "host", Name: "memory", Value: "1024", Unit: "bytes"},
		{Cell: -1, Repeat: -1, When: "after", Host: "h", Source: "host", Name: "kernel", Value: "6.1"},
		{Cell: -1, Repeat: -1, When: "before", Host: "h", Source: "server", Name: "os", Value: "none"},
	}}
	for cell, threads := range []int64{1, 4} {
		for repeat := range 2 {
			s.repeats = append(s.repeats, working(cell, repeat, threads, 200*(cell+repeat+1), uint64(cell*2+repeat)))
		}
	}
	return s
}

func TestGoldenFormats(t *testing.T) {
	many := manyRepeats()
	golden(t, "many.csv", []byte(written(t, summarise(t, many, Options{Percentiles: []float64{95}}), "csv")))
	golden(t, "many.bench", []byte(written(t, summarise(t, many, Options{}), "bench")))
	golden(t, "many.sysbench", []byte(written(t, summarise(t, many, Options{Percentiles: []float64{95}}), "sysbench")))
	one := summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 300, 1)}}, Options{
		Percentiles: []float64{95}, Interval: 4 * second, Checkpoints: []int64{3 * second, 6 * second}, Histogram: true,
	})
	golden(t, "intervals.csv", []byte(written(t, one, "csv")))
	golden(t, "pieces.txt", []byte(written(t, one, "text")))
	golden(t, "one.sysbench", []byte(written(t, one, "sysbench")))
}

// TestFormatsTakeAnything: no format stumbles over a summary without cells,
// without events, without statements, of many loads, or cut short.
func TestFormatsTakeAnything(t *testing.T) {
	all := Options{Interval: second, Checkpoints: []int64{second, 3600 * second}, Histogram: true}
	cut := working(0, 0, 4, 50, 1)
	cut.cell.Status, cut.cell.Reason = "interrupted", "It was interrupted."
	for name, s := range map[string]*Summary{
		"no cells":           {},
		"no events":          summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 0, 1)}}, all),
		"without statements": summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 50, 1)}, dropped: true}, all),
		"two loads":          summarise(t, twoLoads(1, 100), all),
		"interrupted":        summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{cut}}, all),
		"no percentiles":     summarise(t, twoLoads(1, 100), Options{Percentiles: []float64{}, Interval: second}),
	} {
		for _, f := range Formats() {
			if err := f.Write(s, io.Discard); err != nil {
				t.Errorf("%s as %s: %v", name, f.Name, err)
			}
			if err := f.Write(s, full{}); err == nil {
				t.Errorf("%s as %s: no error from a full disk", name, f.Name)
			}
		}
	}
}

// full is a writer that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestCSVReadBack: read by another reader of CSV, the figures are the summary's.
func TestCSVReadBack(t *testing.T) {
	p := []float64{50, 99.9}
	s := summarise(t, twoLoads(3, 500), Options{Percentiles: p})
	s.Run = `a "run", of two lines` + "\n"
	rows := readCSV(t, written(t, s, "csv"))
	r := &s.Cells[0].Repeats[0]
	found := 0
	for _, row := range rows {
		if row["run"] != s.Run || row["factor_threads"] != "4" || row["status"] != "complete" {
			t.Errorf("row %v is not of the run", row)
		}
		for i := range r.Loads {
			l := &r.Loads[i]
			if row["load"] == l.Load && row["transaction"] == "" && row["statement"] == "" {
				found++
				sameText(t, row, map[string]any{
					"total": l.Events.Total, "ok": l.Events.OK, "length_ns": l.Length, "throughput_per_s": l.Throughput, "read": *l.Statements.Read,
					"failed": *l.Statements.Error, "retries": l.Retries, "reconnects": *l.Reconnects, "response_p99_9_ns": l.Response.Percentiles[1].Value,
					"service_sum_ns": l.Service.Sum, "response_mean_ns": l.Response.Mean, "rows": "",
				})
			}
			for j := range l.Labels {
				if x := &l.Labels[j]; row["load"] == l.Load && row["transaction"] == x.Transaction && row["statement"] == x.Statement {
					found++
					sameText(t, row, map[string]any{"total": x.Executed, "error": x.Errors, "rows": x.Rows, "affected": x.Affected, "read": "", "response_max_ns": ""})
				}
			}
		}
	}
	if want := len(r.Loads) + len(r.Loads[0].Labels) + len(r.Loads[1].Labels); found != want {
		t.Errorf("%d rows were found, want %d", found, want)
	}
}

// TestCSVIntervals: with intervals the rows are those, and sum to the load.
func TestCSVIntervals(t *testing.T) {
	s := summarise(t, twoLoads(3, 500), Options{Percentiles: []float64{95}, Interval: 3 * second})
	sums := make(map[string]int64)
	for _, row := range readCSV(t, written(t, s, "csv")) {
		n, err := strconv.ParseInt(row["ok"], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sums[row["load"]] += n
	}
	r := &s.Cells[0].Repeats[0]
	if sums[""] != r.Total.Events.OK || sums["oltp"] != r.Loads[0].Events.OK || sums["olap"] != r.Loads[1].Events.OK {
		t.Errorf("sums %v, want those of the summary", sums)
	}
}

// readCSV is the rows by the name of the column.
func readCSV(t *testing.T, text string) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := make(map[string]string)
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// sameText compares fields as they would be written.
func sameText(t *testing.T, row map[string]string, want map[string]any) {
	t.Helper()
	for name, v := range want {
		text := fmt.Sprint(v)
		if f, ok := v.(float64); ok {
			text = strconv.FormatFloat(f, 'f', -1, 64)
		}
		if row[name] != text {
			t.Errorf("%s of %s %s %s is %q, want %q", name, row["load"], row["transaction"], row["statement"], row[name], text)
		}
	}
}
