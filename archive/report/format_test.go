package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
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

// TestBenchGrammar: each line is one that the format of Go's benchmarks has,
// or is skipped by its readers; the values are the summary's.
func TestBenchGrammar(t *testing.T) {
	s := summarise(t, manyRepeats(), Options{Percentiles: []float64{50, 99.9}})
	configuration := regexp.MustCompile(`^[a-z][^\sA-Z]*: \S.*$`)
	unit := regexp.MustCompile(`^Unit \S+( \S+=\S+)+$`)
	benchmark := regexp.MustCompile(`^Benchmark[^a-z\s]\S* (\d+)((?: [0-9.]+ [^\s0-9]\S*)+)$`)
	var results [][]string
	for line := range strings.Lines(written(t, s, "bench")) {
		line = strings.TrimSuffix(line, "\n")
		switch found := benchmark.FindStringSubmatch(line); {
		case found != nil:
			results = append(results, strings.Fields(line))
		case line != "" && line[0] != '#' && !configuration.MatchString(line) && !unit.MatchString(line):
			t.Errorf("%q is no line of the format", line)
		}
	}
	if len(results) != 4 {
		t.Fatalf("%d results, want one for each repeat", len(results))
	}
	l := &s.Cells[1].Repeats[0].Loads[0]
	want := []string{
		"BenchmarkSample/load=oltp/threads=4", fmt.Sprint(l.Events.OK), strconv.FormatFloat(l.Response.Mean, 'f', -1, 64), "ns/op",
		fmt.Sprint(l.Response.Percentiles[0].Value), "p50-ns", fmt.Sprint(l.Response.Percentiles[1].Value), "p99.9-ns",
	}
	if !slices.Equal(results[2][:len(want)], want) {
		t.Errorf("result %q, want it to begin with %q", results[2], want)
	}
}

// TestBenchName: whatever experiments and factors are called, the name is one
// word whose parts and ending readers do not mistake.
func TestBenchName(t *testing.T) {
	text := func(name, value string) []event.Factor {
		return []event.Factor{{Name: name, Kind: "string", Text: value}}
	}
	for want, got := range map[string]string{
		"BenchmarkOltp_read/load=a":             benchName("oltp_read", "a", nil),
		"BenchmarkÄhre/load=a%2Fb":              benchName("ähre", "a/b", nil),
		"BenchmarkE/load=a/x=50%25%20of%09it":   benchName("e", "a", text("x", "50% of\tit")),
		"BenchmarkE/load=a/x=%2D1":              benchName("e", "a", []event.Factor{{Name: "x", Kind: "int", Int: -1}}),
		"BenchmarkE/load=a/x=READ-COMMITTED":    benchName("e", "a", text("x", "READ-COMMITTED")),
		"BenchmarkE/load=a/x=1-2-three/y=1%2D2": benchName("e", "a", append(text("x", "1-2-three"), text("y", "1-2")...)),
	} {
		if got != want {
			t.Errorf("name %q, want %q", got, want)
		}
	}
}

// TestBenchLeavesOut: a repeat that did not run to its end is no sample.
func TestBenchLeavesOut(t *testing.T) {
	s := manyRepeats()
	s.repeats[1].cell.Status = "interrupted"
	text := written(t, summarise(t, s, Options{}), "bench")
	if n := strings.Count(text, "\nBenchmark"); n != 3 || !strings.Contains(text, "# cell 0, repeat 1, load oltp is left out: interrupted") {
		t.Errorf("%d results in\n%s", n, text)
	}
}

// TestCheckpointAtTheEnd: what is in flight at the end is the last piece's,
// also if a checkpoint stands there.
func TestCheckpointAtTheEnd(t *testing.T) {
	r := working(0, 0, 4, 100, 1)
	id := int64(len(r.batch.Events))
	r.batch.Events = append(r.batch.Events, event.Event{
		ID: id, Start: 12*second - 1, Service: ms, Load: 1, Transaction: codeRead, Attempts: 1, Statements: 1, Phase: event.Measure,
	})
	r.batch.Statements = append(r.batch.Statements, event.Statement{
		Event: id, Start: 12*second + 1, Service: 1, Attempt: 1, Transaction: codeRead, Statement: codePoint, Load: 1, Phase: event.Measure,
	})
	s := &sample{plan: samplePlan(4), repeats: []repeated{r}}
	l := summarise(t, s, Options{Interval: 5 * second, Checkpoints: []int64{5 * second, 10 * second, 11 * second}}).Cells[0].Repeats[0].Loads[0]
	for name, list := range map[string][]Piece{"intervals": l.Intervals, "checkpoints": l.Checkpoints} {
		if len(list) != 2 || list[0].Events.Total != 50 || list[1].Events.Total != 51 {
			t.Errorf("%s %+v, want two of 50 and 51 events", name, list)
		}
		checkPieces(t, name, &l, list)
	}
}
