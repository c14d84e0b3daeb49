package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// pastRun makes a run without events as it might have been made long ago.
func pastRun(t *testing.T, results, experiment, tool string, started time.Time, status archive.Status) string {
	t.Helper()
	spec := filepath.Join(t.TempDir(), "e.hcl")
	if err := os.WriteFile(spec, []byte(killSpec), 0o666); err != nil {
		t.Fatal(err)
	}
	encoded := filepath.Join(t.TempDir(), "plan.json")
	succeed(t, "plan", spec, "-o", encoded)
	data, err := os.ReadFile(encoded)
	if err != nil {
		t.Fatal(err)
	}
	w, err := archive.Create(results, archive.Info{Experiment: experiment, Digest: "0123456789", Tool: tool, Started: started}, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Repeat(0, 0, &event.Names{})
	if err == nil {
		err = r.Close()
	}
	if err == nil {
		err = w.Facts([]event.Fact{{Cell: -1, Repeat: -1, When: "before", Source: "assay", Name: "spec.commit", Value: "c0ffee" + experiment}})
	}
	if err != nil {
		t.Fatal(err)
	}
	cells := []event.Cell{{Cell: 0, Status: "complete", Factors: []event.Factor{{Name: "events", Kind: "int", Int: 100}}}}
	if err := w.Finish(status, "As it happens.", cells, nil); err != nil {
		t.Fatal(err)
	}
	return w.Dir()
}

func TestArchiveSearch(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	day := func(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.Local) }
	pastRun(t, results, "engines", "assay 0.1.0 go1.26 linux/amd64 commit abcdef012345+", day(1), archive.Complete)
	pastRun(t, results, "engine_b", "assay 0.1.0 go1.26 linux/amd64", day(2), archive.Failed)
	pastRun(t, results, "pages", "assay 0.1.0 go1.26 linux/amd64", day(3), archive.Complete)
	broken := filepath.Join(results, "broken")
	if err := os.MkdirAll(broken, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, "run.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[string]string{
		"":                                   "broken engines engine_b pages",
		"--experiment engines":               "engines",
		"--experiment engine?? --status any": "",
		"--experiment engine*":               "engines engine_b",
		"--experiment pages --experiment engine_b":         "engine_b pages",
		"--status complete":                                "engines pages",
		"--status failed --status unreadable":              "broken engine_b",
		"--since 2026-11-02":                               "engine_b pages",
		"--since 2026-11-02T12:00 --until 2026-11-03":      "engine_b",
		"--until 2026-11-01T12:00:01":                      "engines",
		"--target none":                                    "engines engine_b pages",
		"--target null --status failed":                    "engine_b",
		"--target elsewhere":                               "",
		"--factor events=100":                              "engines engine_b pages",
		"--factor events=100000000":                        "", // in the plan, but it did not run
		"--factor threads=1":                               "",
		"--commit abcdef":                                  "engines",
		"--commit abcdef0123456789abcdef0123456789abcdef0": "engines",
		"--commit c0ffeepa":                                "pages",
		"--commit 99":                                      "",
	} {
		code, out, errs := assay(t, append([]string{"--results", results, "archive", "ls"}, strings.Fields(flags)...)...)
		var got []string
		for _, name := range []string{"broken", "engines", "engine_b", "pages"} {
			if strings.Contains(out, "-"+name+"-") || strings.Contains(out, "/"+name+"\n") {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want || (code != exitOK) != strings.Contains(flags, "any") {
			t.Errorf("archive ls %s: exit code %d, runs %q, want %q\n%s%s", flags, code, got, want, out, errs)
		}
	}
}

func TestArchiveSearchRefused(t *testing.T) {
	for flags, want := range map[string]string{
		"--status done":      "--status done is none of running, complete",
		"--since yesterday":  "--since yesterday is no date; write 2026-11-30",
		"--until -3h":        "--until -3h is no date",
		"--experiment [":     "--experiment [ is no pattern",
		"--factor threads":   "--factor threads is not of the form FACTOR=VALUE",
		"--since 2026-13-01": "is no date",
	} {
		code, _, errs := assay(t, append([]string{"archive", "ls"}, strings.Fields(flags)...)...)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("archive ls %s: exit code %d, %s", flags, code, errs)
		}
	}
}

func TestInstant(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"": "0001-01-01T00:00:00Z", "36h": "2026-11-29T00:00:00Z", "30d": "2026-10-31T12:00:00Z", "2026-11-30": "2026-11-30T00:00:00Z",
		"2026-11-30T17:15": "2026-11-30T17:15:00Z", "2026-11-30 17:15:01": "2026-11-30T17:15:01Z", "2026-11-30T17:15:00+02:00": "2026-11-30T17:15:00+02:00",
	} {
		got, err := instant("--since", text, now)
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("instant(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestSearchManyRuns looks into many runs. A run takes about a millisecond;
// the bound leaves room for a busy machine.
func TestSearchManyRuns(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	one := filepath.Join(t.TempDir(), "one")
	if err := os.Rename(pastRun(t, t.TempDir(), "many", "assay", time.Now(), archive.Complete), one); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if err := os.CopyFS(filepath.Join(results, fmt.Sprint(i)), os.DirFS(one)); err != nil {
			t.Fatal(err)
		}
	}
	begun := time.Now()
	out := succeed(t, "--results", results, "archive", "ls", "--experiment", "many", "--target", "none")
	if n := strings.Count(out, "complete"); n != 300 {
		t.Errorf("%d runs, want 300", n)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("300 runs took %s", took)
	}
}
