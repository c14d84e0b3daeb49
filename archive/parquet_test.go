package archive

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/assay-bench/assay/archive/event"
)

// These tests read files with another implementation of Parquet than the one
// that wrote them.

// open opens a file of a run with the other implementation.
func open(t *testing.T, name string) *parquet.File {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rowsOf reads all rows as a map of columns, null as nil.
func rowsOf(t *testing.T, p *parquet.File) []map[string]any {
	t.Helper()
	var all []map[string]any
	r := parquet.NewReader(p)
	defer r.Close()
	names := p.Schema().Columns()
	buffer := make([]parquet.Row, 100)
	for {
		n, err := r.ReadRows(buffer)
		for _, row := range buffer[:n] {
			m := map[string]any{}
			for i, v := range row {
				m[names[i][0]] = plainValue(v)
			}
			all = append(all, m)
		}
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func plainValue(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Int32:
		return v.Int32()
	case v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Double:
		return v.Double()
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	}
	return string(v.ByteArray())
}

// unknown is a number as the file should have it.
func unknown(n int64) any {
	if n == event.Unknown {
		return nil
	}
	return n
}

func word(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func TestEventsReadByAnother(t *testing.T) {
	b := fill(5000, 3)
	dir := finished(t, b)
	names := sampleNames()
	want := map[int64]map[string]any{}
	for _, e := range b.Events {
		want[e.ID] = map[string]any{
			"event": e.ID, "load": names.Loads[e.Load], "phase": event.Phases[e.Phase], "stage": word(names.Stages[e.Stage]),
			"transaction": names.Transactions[e.Transaction], "worker": e.Worker, "start_ns": e.Start, "wait_ns": e.Wait,
			"service_ns": e.Service, "lag_ns": unknown(e.Lag), "client_ns": unknown(e.Client), "outcome": event.OutcomeNames[e.Outcome],
			"attempts": e.Attempts, "statements": e.Statements, "error_code": e.ErrorCode, "host": names.Hosts[e.Host], "bytes": e.Bytes,
		}
	}
	got := map[int64]map[string]any{}
	for _, row := range rowsOf(t, open(t, filepath.Join(dir, "events/cell=0/repeat=0/part-0000.parquet"))) {
		got[row["event"].(int64)] = row
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("events (-written +read):\n%.2000s", diff)
	}
}

func TestStatementsReadByAnother(t *testing.T) {
	b := fill(1000, 4)
	dir := finished(t, b)
	names := sampleNames()
	key := func(event int64, ordinal int32) string { return fmt.Sprint(event, " ", ordinal) }
	want, got := map[string]map[string]any{}, map[string]map[string]any{}
	for _, s := range b.Statements {
		want[key(s.Event, s.Ordinal)] = map[string]any{
			"event": s.Event, "ordinal": s.Ordinal, "attempt": s.Attempt, "load": names.Loads[s.Load],
			"phase": event.Phases[s.Phase], "transaction": names.Transactions[s.Transaction],
			"statement": names.Statements[s.Statement], "start_ns": s.Start, "service_ns": s.Service,
			"kind": event.KindNames[s.Kind], "rows": s.Rows, "affected": s.Affected, "matched": unknown(s.Matched),
			"error_code": s.ErrorCode, "host": names.Hosts[s.Host],
		}
	}
	for _, row := range rowsOf(t, open(t, filepath.Join(dir, "statements/cell=0/repeat=0/part-0000.parquet"))) {
		got[key(row["event"].(int64), row["ordinal"].(int32))] = row
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("statements (-written +read):\n%.2000s", diff)
	}
}

func TestSmallTablesReadByAnother(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(2, 1, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	err = firstError(
		func() error {
			return r.Write(&event.Batch{Arrivals: []event.Arrival{{Second: 1e9, Load: 1, Phase: event.Measure, Scheduled: 14, Started: 9, Finished: 8, Failed: 1, Dropped: 2, Waiting: 3}}})
		},
		func() error {
			return r.Samples([]event.Sample{
				{Time: 20, Host: "h", Source: "server", Name: "qps", Kind: "gauge", Value: 1.5},
				{Time: 10, Host: "h", Source: "host", Name: "read", Kind: "counter", Value: -2, Unit: "B"},
			})
		},
		func() error {
			return w.Facts([]event.Fact{
				{Cell: -1, Repeat: -1, When: "before", Host: "h", Source: "host", Name: "cpus", Value: "2"},
				{Cell: 2, Repeat: 1, When: "after", Host: "h", Source: "server", Name: "pool", Value: "128", Unit: "MiB"},
			})
		},
		r.Close,
		func() error { return w.Finish(Complete, "", []event.Cell{cellOf(2, 1, &event.Batch{})}, nil) },
	)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]map[string]any{
		"arrivals/cell=2/repeat=1/part-0000.parquet": {{
			"second_ns": int64(1e9), "load": "olap", "phase": "measure", "scheduled": int64(14), "started": int64(9),
			"finished": int64(8), "failed": int64(1), "dropped": int64(2), "waiting": int64(3),
		}},
		"samples/cell=2/repeat=1/part-0000.parquet": {
			{"t_ns": int64(10), "host": "h", "source": "host", "name": "read", "kind": "counter", "value": -2.0, "unit": "B"},
			{"t_ns": int64(20), "host": "h", "source": "server", "name": "qps", "kind": "gauge", "value": 1.5, "unit": nil},
		},
		"facts.parquet": {
			{"cell": nil, "repeat": nil, "when": "before", "host": "h", "source": "host", "name": "cpus", "value": "2", "unit": nil},
			{"cell": int32(2), "repeat": int32(1), "when": "after", "host": "h", "source": "server", "name": "pool", "value": "128", "unit": "MiB"},
		},
		"cells.parquet": {{
			"cell": int32(2), "repeat": int32(1), "sequence": int32(3), "factor_engine": "InnoDB", "factor_threads": int64(16),
			"factor_ratio": 0.25, "factor_flush": true, "status": "complete", "reason": nil, "seed": int64(-1<<63 + 7),
			"start": epoch.UnixMicro(), "data": "fresh", "events": int64(0), "statements": int64(0), "waits": int64(2), "wait_time_ns": int64(1234),
			"start_start_ns": nil, "start_end_ns": nil, "create_start_ns": nil, "create_end_ns": nil,
			"load_start_ns": int64(5), "load_end_ns": int64(1000), "analyze_start_ns": nil, "analyze_end_ns": nil,
			"warmup_start_ns": nil, "warmup_end_ns": nil, "measure_start_ns": int64(2000), "measure_end_ns": int64(9000),
			"cooldown_start_ns": nil, "cooldown_end_ns": nil, "cleanup_start_ns": nil, "cleanup_end_ns": nil,
		}},
		"events/cell=2/repeat=1/part-0000.parquet": nil,
	} {
		if diff := gocmp.Diff(want, rowsOf(t, open(t, filepath.Join(w.Dir(), filepath.FromSlash(file))))); diff != "" {
			t.Errorf("%s (-written +read):\n%s", file, diff)
		}
	}
}

func TestFooters(t *testing.T) {
	dir := finished(t, fill(10, 1))
	p := open(t, filepath.Join(dir, "events/cell=0/repeat=0/part-0000.parquet"))
	for key, want := range map[string]string{
		"assay.table": "events", "assay.schema_version": "1", "assay.run": filepath.Base(dir), "assay.experiment": "engines",
		"assay.digest": "3f9a2c1b00112233", "assay.cell": "0", "assay.repeat": "0", "assay.epoch": "2026-11-30T17:15:00.123456789Z",
	} {
		if got, _ := p.Lookup(key); got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	if units, _ := p.Lookup("assay.units"); !strings.Contains(units, "nanoseconds") {
		t.Errorf("assay.units = %q", units)
	}
}

// TestStatistics reads the least and greatest value that a reader may use to
// leave out a row group. Those of strings are made by us, not by arrow.
func TestStatistics(t *testing.T) {
	b := fill(500, 1)
	p := open(t, filepath.Join(finished(t, b), "events/cell=0/repeat=0/part-0000.parquet"))
	nulls := int64(0)
	for _, e := range b.Events {
		if e.Stage == 0 {
			nulls++
		}
	}
	for i, c := range p.Metadata().RowGroups[0].Columns {
		name, s := c.MetaData.PathInSchema[0], c.MetaData.Statistics
		want := map[string][3]any{
			"phase": {"measure", "measure", int64(0)}, "transaction": {"audit", "transfer", int64(0)},
			"stage": {"down", "up", nulls}, "host": {"db1:3306", "db2:3306", int64(0)},
		}[name]
		if want[0] == nil {
			continue
		}
		if got := [3]any{string(s.MinValue), string(s.MaxValue), s.NullCount}; got != want {
			t.Errorf("column %d %s: statistics %v, want %v", i, name, got, want)
		}
	}
}
