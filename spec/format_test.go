package spec

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormat(t *testing.T) {
	const crooked = "# kept\nlocals {\na=1 # one\n    long_name   =   2\n}\n"
	const straight = "# kept\nlocals {\n  a         = 1 # one\n  long_name = 2\n}\n"
	got, diags := Format([]byte(crooked), "x.hcl")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if diff := cmp.Diff(straight, string(got)); diff != "" {
		t.Error(diff)
	}
	if got, diags := Format([]byte("locals {"), "x.hcl"); got != nil || !diags.HasErrors() {
		t.Errorf("a file that does not parse became %q", got)
	}
}

// The fixtures are formatted, and formatting again changes nothing.
func TestFormatIdempotent(t *testing.T) {
	files, _ := filepath.Glob("testdata/valid/*.hcl")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, diags := Format(src, file)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if diff := cmp.Diff(string(src), string(got)); diff != "" {
			t.Errorf("%s is not formatted:\n%s", file, diff)
		}
	}
}
