package interop

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// script is one of docs/analysis.
func script(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "docs", "analysis", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// near tells whether two figures are the same but for the last digits of
// floating point.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// number is a numeric value of any type that DuckDB returns.
func number(t *testing.T, v any) float64 {
	t.Helper()
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	}
	t.Fatalf("%v (%T) is no number", v, v)
	return 0
}

// summary is what of a report the scripts are compared with.
type summary struct {
	Cells []struct {
		Cell    int
		Factors map[string]any
		Median  []struct {
			Load       string
			Throughput float64 `json:"throughput_per_s"`
		}
		Repeats []struct {
			Repeat int
			Loads  []struct {
				Load         string
				Transactions []struct {
					Transaction string
					Response    *latency
				}
				Intervals []struct {
					Start    int64 `json:"start_ns"`
					Response *latency
				}
			}
		}
	}
}

func summarise(t *testing.T, dir string, flags ...string) summary {
	t.Helper()
	out, err := assay(append([]string{"report", dir, "--json"}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	var s summary
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLatencyOverTime compares the script with the report's intervals.
func TestLatencyOverTime(t *testing.T) {
	want := map[string][4]float64{}
	for _, c := range summarise(t, runs["new"], "--interval", "1s", "--percentiles", "50,99,100").Cells {
		for _, r := range c.Repeats {
			for _, l := range r.Loads {
				for _, i := range l.Intervals {
					if i.Response == nil {
						continue
					}
					row := [4]float64{float64(i.Response.Count)}
					for n, p := range i.Response.Percentiles {
						row[n+1] = float64(p.Value) / 1e6
					}
					want[fmt.Sprint(c.Cell, r.Repeat, l.Load, i.Start/1e9)] = row
				}
			}
		}
	}
	rows := query(t, duckdb(t, runs["new"]), script(t, "latency-over-time"))
	if len(rows) != len(want) || len(rows) < 8 {
		t.Errorf("%d rows, the report has %d", len(rows), len(want))
	}
	for _, r := range rows {
		w := want[fmt.Sprint(r["cell"], r["repeat"], r["load"], r["second"])]
		for i, column := range []string{"events", "p50_ms", "p99_ms", "max_ms"} {
			if got := number(t, r[column]); !near(got, w[i]) {
				t.Errorf("%v: %s is %v, in the report %v", r, column, got, w[i])
			}
		}
	}
}

// TestHeatMap expects every event in one field, and fields to be where they say.
func TestHeatMap(t *testing.T) {
	db := duckdb(t, runs["new"])
	events, longest := 0.0, 0.0
	for _, r := range query(t, db, script(t, "heat-map")) {
		events += number(t, r["events"])
		longest = max(longest, number(t, r["to_us"]))
		if ratio := number(t, r["to_us"]) / number(t, r["from_us"]); !near(ratio, math.Pow(2, 0.25)) {
			t.Errorf("%v: the band is %v wide", r, ratio)
		}
	}
	all := query(t, db, "SELECT count(*) AS n, max(wait_ns + service_ns) / 1e3 AS us FROM 'events/**/*.parquet' WHERE phase = 'measure' AND outcome = 'ok'")[0]
	if us := number(t, all["us"]); events != number(t, all["n"]) || longest < us || longest > 1.2*us {
		t.Errorf("%v events up to %v µs; the run has %v", events, longest, all)
	}
}

// TestTailAttribution expects the parts to add up to the response times of the
// tail, and shares to 1.
func TestTailAttribution(t *testing.T) {
	db := duckdb(t, runs["new"])
	want := map[string]float64{}
	for _, r := range query(t, db, `
		WITH e AS (SELECT *, wait_ns + service_ns AS ns FROM 'events/**/*.parquet' WHERE phase = 'measure' AND outcome = 'ok'),
		b AS (SELECT cell, repeat, load, transaction, quantile_disc(ns, 0.99) AS p99 FROM e GROUP BY ALL)
		SELECT cell, repeat, load, transaction, avg(ns) / 1e6 AS ms FROM e JOIN b USING (cell, repeat, load, transaction) WHERE ns >= p99 GROUP BY ALL`) {
		want[fmt.Sprint(r["cell"], r["repeat"], r["load"], r["transaction"])] = number(t, r["ms"])
	}
	spent, shares, statements := map[string]float64{}, map[string]float64{}, map[any]bool{}
	for _, r := range query(t, db, script(t, "tail-attribution")) {
		k := fmt.Sprint(r["cell"], r["repeat"], r["load"], r["transaction"])
		spent[k] += number(t, r["tail_ms"])
		shares[k] += number(t, r["share"])
		statements[r["statement"]] = true
	}
	if len(want) < 8 || len(spent) != len(want) {
		t.Errorf("%d groups, want %d", len(spent), len(want))
	}
	for k, ms := range want {
		if !near(spent[k], ms) || math.Abs(shares[k]-1) > 1e-6 {
			t.Errorf("%s: parts sum to %v ms and shares to %v, want %v ms and 1", k, spent[k], shares[k], ms)
		}
	}
	for _, name := range []string{"have", "take", "begin", "commit", "(between statements)", "(waiting for a worker)"} {
		if !statements[name] {
			t.Errorf("no row of %s in %v", name, statements)
		}
	}
}

// TestScalingCurve compares throughputs with the report's medians.
func TestScalingCurve(t *testing.T) {
	want := map[string]float64{}
	for _, c := range summarise(t, runs["new"]).Cells {
		for _, m := range c.Median {
			want[fmt.Sprint(c.Factors["threads"], c.Cell, m.Load)] = m.Throughput
		}
	}
	rows := query(t, duckdb(t, runs["new"]), script(t, "scaling-curve"))
	if len(rows) != 4 || len(want) < 4 {
		t.Errorf("%d rows, the report has %d", len(rows), len(want))
	}
	for _, r := range rows {
		w := want[fmt.Sprint(r["factor_threads"], r["cell"], r["load"])]
		if got := number(t, r["throughput_per_s"]); math.Abs(got/w-1) > 1e-6 || number(t, r["repeats"]) != 2 {
			t.Errorf("%v: the report has %v", r, w)
		}
	}
}

// TestCompareRuns compares the two runs in a merged data set.
func TestCompareRuns(t *testing.T) {
	merged := filepath.Join(t.TempDir(), "merged")
	if _, err := assay("archive", "merge", runs["new"], runs["old"], "-o", merged); err != nil {
		t.Fatal(err)
	}
	db := duckdb(t, merged)
	rows := query(t, db, script(t, "compare-runs"))
	if len(rows) != 8 {
		t.Errorf("%d rows, want one for each transaction of 2 loads in 2 cells", len(rows))
	}
	events := query(t, db, `SELECT count(*) AS n FROM 'events.parquet' WHERE phase = 'measure' AND outcome = 'ok'`)[0]
	told := 0.0
	for _, r := range rows {
		if !near(number(t, r["throughput_ratio"]), number(t, r["new_per_s"])/number(t, r["old_per_s"])) || number(t, r["old_repeats"]) != 2 {
			t.Errorf("%v", r)
		}
		// The median of two repeats is their mean, so it leads back to the count.
		told += 2 * 2 * (number(t, r["old_per_s"]) + number(t, r["new_per_s"])) // 2 repeats of 2 s
	}
	if n := number(t, events["n"]); math.Abs(told/n-1) > 0.01 {
		t.Errorf("throughputs stand for %v events, the data set has %v", told, n)
	}
}

// TestStalls makes a second in which events stop and one counter leaps, in a
// copy of a run, and expects to be led there.
func TestStalls(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	for _, sub := range []string{"events/cell=0/repeat=0", "samples/cell=0/repeat=0"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	db := duckdb(t, dir)
	const part = "/cell=0/repeat=0/part-0000.parquet"
	for _, q := range []string{
		// 10 s from instant 5 s on, 100 events in each but the seventh.
		`COPY (SELECT 0 AS cell, 0 AS repeat, 5000000000 AS measure_start_ns, 15000000000 AS measure_end_ns) TO '` + dir + `/cells.parquet'`,
		`COPY (SELECT 'measure' AS phase, 'ok' AS outcome, 5000000000 + i * 10000000 AS start_ns, 1000000 AS service_ns
			FROM range(1000) r(i) WHERE i // 100 <> 6 OR i % 100 < 20) TO '` + dir + `/events` + part + `'`,
		`COPY (SELECT 5000000000 + s * 1000000000 AS t_ns, 'h' AS host, 'server' AS source, name, 'counter' AS kind,
			CASE name WHEN 'Questions' THEN 100 * s - CASE WHEN s > 6 THEN 80 ELSE 0 END ELSE 2 * s + CASE WHEN s >= 6 THEN 500 ELSE 0 END END::DOUBLE AS value
			FROM range(10) r(s), (VALUES ('Questions'), ('Innodb_buffer_pool_wait_free')) n(name)) TO '` + dir + `/samples` + part + `'`,
	} {
		query(t, db, q)
	}
	rows := query(t, db, script(t, "stalls"))
	if len(rows) != 2 {
		t.Fatalf("rows %v, want the two counters of one second", rows)
	}
	first := rows[0]
	if number(t, first["second"]) != 6 || number(t, first["events"]) != 20 || number(t, first["usual_events"]) != 100 ||
		first["name"] != "Innodb_buffer_pool_wait_free" || number(t, first["moved"]) != 502 || number(t, first["usually_moved"]) != 2 {
		t.Errorf("first %v", first)
	}
}
