package archive

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/assay-bench/assay/archive/event"
)

// twoRuns are a run of cells 0 and 2 with two repeats, and another whose factors
// are of other kinds or others altogether.
func twoRuns(t *testing.T, n int) []*Run {
	t.Helper()
	second := []event.Factor{
		{Name: "threads", Kind: "string", Text: "many, \"or\" more"}, // of the first run an int
		{Name: "delta", Kind: "int", Int: event.Unknown},             // a value, not null
	}
	var runs []*Run
	for i, factors := range [][]event.Factor{nil, second} {
		info := sampleInfo()
		info.Experiment, info.Labels = fmt.Sprint("e", i), []Label{{"by", "me"}, {"n", fmt.Sprint(i)}}
		w := create(t, info)
		var cells []event.Cell
		for _, at := range []place{{0, 0}, {2, 0}, {2, 1}}[i:] {
			b := fill(n, uint64(at.cell+at.repeat))
			write(t, w, at.cell, at.repeat, b)
			c := cellOf(at.cell, at.repeat, b)
			if factors != nil {
				c.Factors = factors
			}
			cells = append(cells, c)
		}
		fact := event.Fact{Cell: -1, Repeat: -1, When: "before", Host: "h", Source: "host", Name: "cpus", Value: "2"}
		err := firstError(
			func() error { return w.Facts([]event.Fact{fact}) },
			func() error { return w.Finish(Complete, "", cells, nil) },
		)
		if err != nil {
			t.Fatal(err)
		}
		run, err := OpenDir(w.Dir())
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	return runs
}

// TestExportRows compares an exported file, read by another implementation,
// with the files that it was made of, likewise.
func TestExportRows(t *testing.T) {
	runs := twoRuns(t, 400)
	var want []map[string]any
	for i, run := range runs {
		for _, at := range []place{{0, 0}, {2, 0}, {2, 1}}[i:] {
			for _, row := range rowsOf(t, openIn(t, run, at.dir("statements")+"/part-0000.parquet")) {
				row["run"], row["cell"], row["repeat"] = run.Info.Run, int32(at.cell), int32(at.repeat)
				want = append(want, row)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "deep", "s.parquet")
	e := Export{Table: "statements"}
	rows, err := e.Parquet(t.Context(), path, runs)
	if err != nil {
		t.Fatal(err)
	}
	got := open(t, path)
	if rows != int64(len(want)) || got.NumRows() != rows {
		t.Errorf("%d rows, the file has %d, want %d", rows, got.NumRows(), len(want))
	}
	if diff := gocmp.Diff(want, rowsOf(t, got)); diff != "" {
		t.Errorf("rows (-archive +export):\n%.2000s", diff)
	}
	if table, _ := got.Lookup("assay.table"); table != "statements" {
		t.Errorf("footer: assay.table is %q", table)
	}
}

// openIn opens a file of a run in a directory with the other implementation.
func openIn(t *testing.T, run *Run, at string) *parquet.File {
	t.Helper()
	return open(t, filepath.Join(fmt.Sprint(run.fsys), filepath.FromSlash(at)))
}

// TestExportFactors has factors as columns: null where a run has none, text
// where kinds differ, -1 as the value that it is.
func TestExportFactors(t *testing.T) {
	runs := twoRuns(t, 2)
	path := filepath.Join(t.TempDir(), "e.parquet")
	e := Export{Table: "events", Columns: []string{"factor_*", "repeat", "event", "repeat"}, Only: func(_ *Run, cell int) bool { return cell == 2 }}
	if _, err := e.Parquet(t.Context(), path, runs); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	var names []string
	for _, c := range f.Schema().Columns() {
		names = append(names, c[0])
	}
	if got := strings.Join(names, " "); got != "factor_engine factor_threads factor_ratio factor_flush factor_delta repeat event" {
		t.Errorf("columns %s", got)
	}
	first := map[string]any{"factor_engine": "InnoDB", "factor_threads": "16", "factor_ratio": 0.25, "factor_flush": true, "factor_delta": nil}
	second := map[string]any{"factor_engine": nil, "factor_threads": `many, "or" more`, "factor_ratio": nil, "factor_flush": nil, "factor_delta": int64(-1)}
	rows := rowsOf(t, f)
	for i, want := range []map[string]any{first, first, first, first, second, second, second, second} {
		want["repeat"], want["event"] = int32(i/2%2), int64(i%2)
		if diff := gocmp.Diff(want, rows[i]); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}

	cells := filepath.Join(t.TempDir(), "c.parquet")
	if _, err := (&Export{Table: "cells"}).Parquet(t.Context(), cells, runs); err != nil {
		t.Fatal(err)
	}
	all := rowsOf(t, open(t, cells))
	if len(all) != 5 || all[0]["factor_threads"] != "16" || all[0]["factor_delta"] != nil || all[4]["factor_delta"] != int64(-1) || all[4]["run"] != runs[1].Info.Run {
		t.Errorf("cells %v", all)
	}
}

// TestExportCSV reads CSV back and compares it with the Parquet file.
func TestExportCSV(t *testing.T) {
	runs := twoRuns(t, 1000)
	for _, table := range []string{"events", "cells", "facts"} {
		dir := t.TempDir()
		e := Export{Table: table, Columns: []string{"run", "factor_*", "*"}}
		if _, err := e.Parquet(t.Context(), filepath.Join(dir, "x.parquet"), runs); err != nil {
			t.Fatal(err)
		}
		n, err := e.CSV(t.Context(), filepath.Join(dir, "x.csv"), runs)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "x.csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(t, open(t, filepath.Join(dir, "x.parquet")))
		if int64(len(rows)) != n || len(lines) != len(rows)+1 {
			t.Fatalf("%s: %d rows in Parquet, %d lines of CSV, %d told", table, len(rows), len(lines), n)
		}
		for i, row := range rows {
			for c, name := range lines[0] {
				want := ""
				if row[name] != nil {
					want = fmt.Sprint(row[name])
				}
				// The instant and the unsigned number are checked below.
				if got := lines[i+1][c]; got != want && name != "start" && name != "seed" {
					t.Fatalf("%s row %d: %s is %q, in Parquet %q", table, i, name, got, want)
				}
			}
		}
		if table == "cells" && (!bytes.Contains(data, []byte("2026-11-30T17:15:00.123456Z")) || !bytes.Contains(data, []byte(",9223372036854775815,"))) {
			t.Errorf("the start or the seed is not in\n%s", data)
		}
	}
}

func TestCSVQuotes(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "": `""`, "a,b": `"a,b"`, `"`: `""""`, "a\nb": "\"a\nb\"", "ü": "ü"} {
		if got := string(appendQuoted(nil, text)); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	runs := twoRuns(t, 1)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.parquet")
	if err := os.WriteFile(there, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct {
		e    Export
		path string
		runs []*Run
	}{
		"there is no table event; there are events, ":                    {Export{Table: "event"}, "a", runs},
		"events have no column serv; there are run, cell":                {Export{Table: "events", Columns: []string{"serv"}}, "a", runs},
		"[ is no pattern of columns":                                     {Export{Table: "events", Columns: []string{"["}}, "a", runs},
		"there.parquet: file already exists":                             {Export{Table: "events"}, "there.parquet", runs},
		"there is something of that name that is no file":                {Export{Table: "events", Replace: true}, "", runs},
		"two of the runs are 20261130T171500Z-e0-3f9a2c1b; nothing woul": {Export{Table: "events"}, "a", []*Run{runs[0], runs[1], runs[0]}},
		"not a directory": {Export{Table: "events"}, "there.parquet/a", runs},
	} {
		for name, write := range map[string]func(context.Context, string, []*Run) (int64, error){"Parquet": c.e.Parquet, "CSV": c.e.CSV} {
			if _, err := write(t.Context(), filepath.Join(dir, c.path), c.runs); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", name, err, want)
			}
		}
	}
	expectFiles(t, dir, "there.parquet")
	e := Export{Table: "events", Replace: true}
	if _, err := e.Parquet(t.Context(), there, runs); err != nil {
		t.Error(err)
	}
	if n := open(t, there).NumRows(); n != 5 {
		t.Errorf("the replaced file has %d rows, want 5", n)
	}
}

// expectFiles expects these names in a directory and no other.
func expectFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s has %q, want %q", dir, got, want)
	}
}

// failAt is a disk on which the n-th operation fails, and all after it.
func failAt(n int, with error) disk {
	return disk{before: func(operation, _ string) error {
		if n--; n < 0 && operation != opRemove {
			return with
		}
		return nil
	}}
}

// TestExportOnBadDisk stops an export at each of its operations in turn: the
// file is there whole or not at all, and what was there before stays.
func TestExportOnBadDisk(t *testing.T) {
	runs := twoRuns(t, 500)
	for _, write := range []struct {
		name string
		to   func(*Export, string) (int64, error)
	}{
		{"x.parquet", func(e *Export, path string) (int64, error) { return e.Parquet(t.Context(), path, runs) }},
		{"x.csv", func(e *Export, path string) (int64, error) { return e.CSV(t.Context(), path, runs) }},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, write.name)
		if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		for n := 0; n == 0 || err != nil; n++ {
			e := Export{Table: "events", Replace: true, disk: failAt(n, syscall.ENOSPC)}
			if _, err = write.to(&e, path); err == nil {
				break
			}
			if !errors.Is(err, syscall.ENOSPC) || n > 20 {
				t.Fatalf("%s, operation %d: %v", write.name, n, err)
			}
			expectFiles(t, dir, write.name)
			data, _ := os.ReadFile(path)
			// The last thing is to make the new name durable, and then it is there.
			if string(data) != "mine" && len(data) < 1000 {
				t.Errorf("%s, operation %d: the file has %d bytes", write.name, n, len(data))
			}
		}
	}
}

func TestExportInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	e := Export{Table: "events"}
	for _, write := range []func(context.Context, string, []*Run) (int64, error){e.Parquet, e.CSV} {
		if _, err := write(ctx, filepath.Join(dir, "x"), twoRuns(t, 10)); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
	expectFiles(t, dir)
}

// TestExportOfUnfinishedRun has the rows that are in closed parts, without factors.
func TestExportOfUnfinishedRun(t *testing.T) {
	w := create(t, sampleInfo())
	write(t, w, 1, 0, fill(10, 1))
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	rows, err := (&Export{Table: "events", Columns: []string{"cell", "factor_*", "event"}}).Stream(t.Context(), &out, []*Run{run})
	if err != nil || rows != 10 || !strings.HasPrefix(out.String(), "cell,event\n1,0\n") {
		t.Errorf("%d rows, %v:\n%s", rows, err, &out)
	}
	for _, table := range []string{"cells", "facts", "arrivals"} {
		if rows, err := (&Export{Table: table}).Stream(t.Context(), &out, []*Run{run}); rows != 0 || err != nil {
			t.Errorf("%s: %d rows, %v", table, rows, err)
		}
	}
}

func TestMerge(t *testing.T) {
	runs := twoRuns(t, 100)
	dir := filepath.Join(t.TempDir(), "deep", "merged")
	rows, err := Merge(t.Context(), dir, runs)
	if err != nil {
		t.Fatal(err)
	}
	if rows["runs"] != 2 || rows["events"] != 500 || rows["statements"] != 1500 || rows["cells"] != 5 || rows["facts"] != 2 || rows["samples"] != 0 {
		t.Errorf("rows %v", rows)
	}
	expectFiles(t, dir, "cells.parquet", "events.parquet", "facts.parquet", "runs.parquet", "statements.parquet")
	expectFiles(t, filepath.Dir(dir), "merged")
	got := rowsOf(t, open(t, filepath.Join(dir, "runs.parquet")))
	want := map[string]any{
		"run": runs[1].Info.Run, "experiment": "e1", "digest": "3f9a2c1b00112233", "seed": int64(1), "status": "complete", "reason": nil,
		"tool": "assay test", "started": epoch.UnixMicro(), "labels": "by=me n=1",
	}
	if len(got) != 2 {
		t.Fatalf("%d runs", len(got))
	}
	if diff := gocmp.Diff(want, got[1]); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	count := map[any]int{}
	for _, row := range rowsOf(t, open(t, filepath.Join(dir, "events.parquet"))) {
		count[row["run"]]++
	}
	if count[runs[0].Info.Run] != 300 || count[runs[1].Info.Run] != 200 {
		t.Errorf("events by run: %v", count)
	}
	if _, err := Merge(t.Context(), dir, runs); err == nil || !strings.Contains(err.Error(), "there is something of that name; choose another") {
		t.Errorf("merging into it again: %v", err)
	}
}

// TestMergeOnBadDisk stops a merge at each of its operations in turn.
func TestMergeOnBadDisk(t *testing.T) {
	runs := twoRuns(t, 10)
	root := t.TempDir()
	dir := filepath.Join(root, "merged")
	for n := 0; ; n++ {
		_, err := merge(t.Context(), failAt(n, syscall.ENOSPC), dir, runs)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.ENOSPC) || n > 100 {
			t.Fatalf("operation %d: %v", n, err)
		}
		if _, there := os.Stat(filepath.Join(dir, "facts.parquet")); there == nil {
			break // only the name's durability failed
		}
		expectFiles(t, root)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir+openSuffix, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(t.Context(), dir, runs); err == nil || !strings.Contains(err.Error(), "of a merge that goes on or was killed") {
		t.Errorf("beside another: %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory: %v", err)
	}
}
