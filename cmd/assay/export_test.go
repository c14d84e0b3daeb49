package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive"
)

func TestArchiveExport(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	run, dir := runShort(t, results), t.TempDir()
	out := succeed(t, "--results", results, "archive", "export", "events", "--columns", "cell,factor_*,outcome", "--only", "events=100")
	if !strings.HasPrefix(out, "cell,factor_events,outcome\n0,100,ok\n") || strings.Count(out, "\n") < 100 {
		t.Errorf("export to stdout:\n%.300s", out)
	}
	for _, name := range []string{"s.parquet", "s.csv"} {
		path := filepath.Join(dir, name)
		if out := succeed(t, "archive", "export", "statements", run, "-o", path); !strings.HasPrefix(out, path+" has ") {
			t.Errorf("export to %s: %s", name, out)
		}
		if code, _, errs := assay(t, "archive", "export", "statements", run, "-o", path); code != exitUsage || !strings.Contains(errs, "already exists; --replace replaces it") {
			t.Errorf("export to %s again: exit code %d, %s", name, code, errs)
		}
		succeed(t, "archive", "export", "statements", run, "-o", path, "--replace")
	}
	for flags, want := range map[string]string{
		"event":                        "event is no table; it is events, statements",
		"events -o x.json":             "the format is parquet or csv",
		"events --format parquet":      "needs -o FILE",
		"facts --cell 0":               "facts are written whole",
		"events --cell 7 " + run:       "no cell of the run has that number",
		"events --columns warp " + run: "events have no column warp",
		"events nope":                  "no such file",
		"":                             "TABLE is missing",
	} {
		code, _, errs := assay(t, append([]string{"--results", results, "archive", "export"}, strings.Fields(flags)...)...)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("archive export %s: exit code %d, %s", flags, code, errs)
		}
	}
}

func TestArchiveMerge(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	a, b := runShort(t, results), runShort(t, results)
	dir := filepath.Join(t.TempDir(), "merged")
	out := succeed(t, "archive", "merge", a, b, "-o", dir)
	if !strings.HasPrefix(out, dir+" has 2 runs, ") || !strings.Contains(out, ", 2 cells, ") {
		t.Errorf("merge: %s", out)
	}
	for args, want := range map[string]string{
		a + " -o " + dir + "2":           "the usage is assay archive merge RUN RUN",
		a + " " + b:                      "-o DIR is missing",
		a + " " + b + " -o " + dir:       "there is something of that name",
		a + " " + a + " -o " + dir + "3": "nothing would tell their rows apart",
	} {
		code, _, errs := assay(t, append([]string{"archive", "merge"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("archive merge %s: exit code %d, %s", args, code, errs)
		}
	}
}

// left are the experiments of the runs that are there.
func left(t *testing.T, results string) string {
	t.Helper()
	entries, err := archive.List(results)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Info.Experiment)
	}
	return strings.Join(names, " ")
}

func TestArchivePrune(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	now := time.Now()
	for i, experiment := range []string{"a", "b", "a", "a"} {
		status := archive.Complete
		if i == 1 {
			status = archive.Failed
		}
		pastRun(t, results, experiment, "assay", now.AddDate(0, 0, i-10), status)
	}
	if err := os.Mkdir(filepath.Join(results, "old.pruned"), 0o777); err != nil {
		t.Fatal(err)
	}
	prune := func(flags string) string {
		return succeed(t, append([]string{"--results", results, "archive", "prune"}, strings.Fields(flags)...)...)
	}
	// Without --yes it only says.
	for flags, count := range map[string]string{
		"--older-than 204h": "2 runs,", "--keep-last 1": "2 runs,", "--experiment a --keep-last 2": "1 run,",
		"--status failed": "1 run,", "--older-than 30d": "0 runs,",
	} {
		if out := prune(flags); !strings.Contains(out, "Nothing was deleted; --yes deletes "+count) || !strings.Contains(out, "old.pruned") {
			t.Errorf("prune %s:\n%s", flags, out)
		}
	}
	if got := left(t, results); got != "a b a a" {
		t.Errorf("without --yes there are left %s", got)
	}
	if out := prune("--older-than 204h --yes"); !strings.Contains(out, "Deleting 2 runs,") || strings.Count(out, results) != 3 {
		t.Errorf("prune --yes:\n%s", out)
	}
	if got := left(t, results); got != "a a" {
		t.Errorf("there are left %s", got)
	}
	if out := prune("--older-than 204h --yes"); !strings.Contains(out, "There is nothing to delete") {
		t.Errorf("prune again:\n%s", out)
	}
	for flags, want := range map[string]string{
		"":                             "say which runs",
		"--yes":                        "say which runs",
		"--keep-last -1":               "a number from 0",
		"--older-than old":             "write 36h or 30d",
		"--older-than 1d --until 1d":   "give one of them",
		"nowhere":                      "no such file",
		"--experiment a --status done": "is none of",
	} {
		code, _, errs := assay(t, append([]string{"--results", results, "archive", "prune"}, strings.Fields(flags)...)...)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("archive prune %s: exit code %d, %s", flags, code, errs)
		}
	}
}

// TestArchivePruneKeeps what lives, what cannot be read, and tells of files
// that somebody has put into a run.
func TestArchivePruneKeeps(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	dir := pastRun(t, results, "a", "assay", time.Now(), archive.Complete)
	living, err := archive.Create(results, archive.Info{Experiment: "b", Digest: "1", Started: time.Now()}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{dir + "/notes.txt": "mine", results + "/broken/run.json": "{"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := succeed(t, "--results", results, "archive", "prune", "--status", "complete", "--status", "running", "--status", "unreadable", "--yes")
	for _, want := range []string{living.Dir() + " stays: it is running", "broken stays: it cannot be read", "to go with it: notes.txt in " + dir} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if got := left(t, results); got != " b" {
		t.Errorf("there are left %q", got)
	}
}
