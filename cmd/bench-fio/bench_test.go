package main

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	for patterns, want := range map[string]string{
		"rndrd/sync/16":           "rndrd/sync/16",
		"*/async/*":               "rndrd/async/16 rndwr/async/16 rndrw/async/16",
		"seqrewr/*/*/* seqrd/*/*": "seqrd/sync/1 seqrewr/sync/1/fdatasync",
		"rndrd/sync/2":            "error",
		"*/*/* nothing":           "error",
		"[":                       "error",
	} {
		jobs, err := choose(patterns)
		var names []string
		for _, j := range jobs {
			names = append(names, j.String())
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q chooses %s, want %s", patterns, got, want)
		}
	}
	if jobs, err := choose(""); len(jobs) != len(all()) || err != nil {
		t.Errorf("without a pattern there are %d jobs, %v", len(jobs), err)
	}
}

func TestCommandLine(t *testing.T) {
	o, err := parse([]string{"-rounds", "3", "-seconds=2", "-jobs", "rndrd/*/*", "-directory", "/data"}, io.Discard)
	if err != nil || o.rounds != 3 || o.seconds != 2 || len(o.jobs) != 3 || o.directory != "/data" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, wrong := range [][]string{{"-rounds", "0"}, {"-mebibytes=-1"}, {"-jobs", "none"}, {"run"}, {"-sconds", "1"}} {
		if _, err := parse(wrong, io.Discard); err == nil {
			t.Errorf("%v is no error", wrong)
		}
	}
}

// Both programs are asked for as many operations at a time, of the same size.
func TestSameJob(t *testing.T) {
	o := &options{seconds: 7, mebibytes: 64, directory: "/data"}
	for _, j := range all() {
		spec, args := j.spec(o), j.arguments(o)
		if j.threads()*j.queue() != j.depth {
			t.Errorf("%s has %d threads with %d each", j, j.threads(), j.queue())
		}
		if strings.Contains(spec, `"direct"`) != slices.Contains(args, "--direct=1") || strings.Contains(spec, "file_fsync_all     = true") != slices.Contains(args, "--fdatasync=1") {
			t.Errorf("%s: one is direct, or synced, and the other is not", j)
		}
		if !strings.Contains(spec, `duration = "7s"`) || !slices.Contains(args, "--runtime=7") || !slices.Contains(args, "--filename=/data/test_file.0") {
			t.Errorf("%s:\n%s\n%v", j, spec, args)
		}
		if slices.Contains(args, "--rw=") || slices.Contains(args, "--ioengine=") {
			t.Errorf("%s has no word in fio: %v", j, args)
		}
	}
}

func TestParseReports(t *testing.T) {
	j := job{mode: "rndrw", measure: "write"}
	const ours = `{"cells": [{"repeats": [{"loads": [{"length_ns": 2e9, "transactions": [
		{"transaction": "read", "events": {"ok": 300}, "response": {"percentiles": [{"value_ns": 1}, {"value_ns": 2}]}},
		{"transaction": "write", "events": {"ok": 100}, "response": {"percentiles": [{"value_ns": 5}, {"value_ns": 9}]}},
		{"transaction": "sync", "events": {"ok": 50}, "response": null}]}]}]}]}`
	const theirs = `fio: this is a note
		{"jobs": [{"read": {"iops": 150}, "write": {"iops": 50, "lat_ns": {"percentile": {"50.000000": 5, "99.000000": 9}}}, "sync": {}}]}`
	want := result{rate: 200, p50: 5, p99: 9}
	if got, err := parseAssay(ours, j); got != want || err != nil {
		t.Errorf("of Assay %+v, %v", got, err)
	}
	if got, err := parseFio(theirs, j); got != want || err != nil {
		t.Errorf("of fio %+v, %v", got, err)
	}
	for _, wrong := range []string{"", "{}", `{"cells": [], "jobs": []}`, strings.ReplaceAll(ours, "300", "-100"), strings.ReplaceAll(theirs, "9", "0")} {
		if got, err := parseAssay(wrong, j); err == nil {
			t.Errorf("%q is a summary of Assay: %+v", wrong, got)
		}
		if got, err := parseFio(wrong, j); err == nil {
			t.Errorf("%q is a report of fio: %+v", wrong, got)
		}
	}
}

// Assay agrees if it is no further from fio than the limit beyond what fio is
// from itself.
func TestAgreement(t *testing.T) {
	for name, c := range map[string]struct {
		assay, fio, again []float64
		ratio, spread     float64
		agrees            bool
	}{
		"the same":              {[]float64{100, 100, 100}, []float64{100, 100, 100}, []float64{100, 100, 100}, 1, 0, true},
		"six per cent below":    {[]float64{94, 94, 94}, []float64{100, 100, 100}, []float64{100, 100, 100}, 0.94, 0, false},
		"fio is as far":         {[]float64{94, 94, 94}, []float64{100, 100, 100}, []float64{102, 98, 102}, 0.94, 0.02, true},
		"one wild round":        {[]float64{10, 101, 102}, []float64{100, 100, 100}, []float64{100, 300, 100}, 1.01, 0, true},
		"twice as much is none": {[]float64{200}, []float64{100}, []float64{101}, 2, 0.01, false},
	} {
		s := &series{}
		for i := range c.assay {
			s.rounds = append(s.rounds, round{result{rate: c.assay[i]}, result{rate: c.fio[i]}, result{rate: c.again[i]}})
		}
		got := s.compare(figures[0])
		if math.Abs(got.ratio-c.ratio) > 1e-9 || math.Abs(got.spread-c.spread) > 1e-9 || got.agrees != c.agrees {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The whole command runs, on a small file, and both programs come to figures
// of one order: what Assay calls an operation is one.
func TestAgainstFio(t *testing.T) {
	for _, name := range []string{"rndrd/sync/1", "rndwr/async/16", "seqrewr/sync/1/fdatasync"} {
		o, err := parse([]string{"-rounds", "1", "-seconds", "1", "-mebibytes", "16", "-directory", t.TempDir(), "-jobs", name}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		b, err := open(t.Context(), o, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.series(t.Context(), o.jobs[0])
		b.close()
		if err != nil {
			t.Fatal(err)
		}
		const order = 20 // other tests use the disk at the same time
		for _, f := range figures[:2] {
			if got := s.compare(f); got.ratio > order || got.ratio < 1.0/order {
				t.Errorf("%s: %s of Assay %.0f, of fio %.0f", name, f.name, got.assay, got.fio)
			}
		}
		if row := s.row(); strings.Count(row, "|") != 2+5*len(figures) {
			t.Errorf("the row is %s", row)
		}
	}
}
