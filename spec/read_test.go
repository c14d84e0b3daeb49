package spec

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with a file, or rewrites the file with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; if that is meant, run with -update (-want +got):\n%s", file, diff)
	}
}

// report prints diagnostics as the command does.
func report(s *Spec, diags hcl.Diagnostics) string {
	var b bytes.Buffer
	if err := hcl.NewDiagnosticTextWriter(&b, s.Files, 100, false).WriteDiagnostics(diags); err != nil {
		return err.Error()
	}
	return b.String()
}

// read reads a spec that must be free of errors.
func read(t *testing.T, path string, o Options) *Spec {
	t.Helper()
	s, diags := Read(path, o)
	if len(diags) > 0 {
		t.Fatalf("%s:\n%s", path, report(s, diags))
	}
	return s
}

// What stands in a valid file is what comes out, in written order. Each
// testdata/valid/NAME.hcl has its dump beside it.
func TestReadValid(t *testing.T) {
	files, _ := filepath.Glob("testdata/valid/*.hcl")
	if len(files) == 0 {
		t.Fatal("no fixtures")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			golden(t, strings.TrimSuffix(file, ".hcl")+".dump", dump(read(t, file, Options{})))
		})
	}
}
