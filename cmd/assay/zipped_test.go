package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive"
)

// runShort makes the first cell of killSpec, which is soon done, and returns
// its directory.
func runShort(t *testing.T, results string) string {
	t.Helper()
	spec := filepath.Join(t.TempDir(), "e.hcl")
	if err := os.WriteFile(spec, []byte(killSpec), 0o666); err != nil {
		t.Fatal(err)
	}
	succeed(t, "--results", results, "run", spec, "--only", "events=100")
	entries, err := archive.List(results)
	if err != nil || len(entries) == 0 {
		t.Fatalf("runs %v, %v", entries, err)
	}
	return entries[len(entries)-1].Dir
}

// TestZippedRun gives every command that reads a run a zip of it, and expects
// what it tells of the directory.
func TestZippedRun(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	dir := runShort(t, results)
	zipped := filepath.Join(results, "kept.zip")
	zipDir(t, zipped, results)
	for _, command := range []string{"report", "report --json", "archive show"} {
		args := strings.Fields(command)
		want, got := succeed(t, append(args, dir)...), succeed(t, append(args, zipped)...)
		if got != want {
			t.Errorf("%s of the zip:\n%sof the directory:\n%s", command, got, want)
		}
	}
	if out := succeed(t, "--results", results, "archive", "check", "kept.zip"); !strings.Contains(out, "is as it was written") {
		t.Errorf("archive check: %s", out)
	}
	if out := succeed(t, "--results", results, "archive", "ls"); strings.Count(out, "complete") != 2 {
		t.Errorf("archive ls:\n%s", out)
	}
	if code, _, errs := assay(t, "archive", "repair", zipped); code == exitOK || !strings.Contains(errs, "unzip it") {
		t.Errorf("archive repair: exit code %d, %s", code, errs)
	}
}

// zipDir packs what is in a directory into a zip file.
func zipDir(t *testing.T, name, dir string) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := z.AddFS(os.DirFS(dir))
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.WriteFile(name, b.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
