package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A mistake is shown with its place, its lines, what is wrong and the remedy.
func TestPrint(t *testing.T) {
	s, diags := Read("shop.hcl", Options{FS: tree(map[string]string{
		"shop.hcl": "experiment \"e\" {\n  threads = 4\n  load \"l\" {\n    mix = mix.m\n  }\n}\n",
	})})
	var b strings.Builder
	if err := Print(&b, diags, s.Files, 80, false); err != nil {
		t.Fatal(err)
	}
	const want = `Error: Unknown attribute

  on shop.hcl line 2, in experiment "e":
   2:   threads = 4

There is no attribute "threads" in an experiment block. It belongs in a load
block.

`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// A file by itself is printed like one of a spec.
func TestPrintSource(t *testing.T) {
	src := []byte("locals {\n  a = \n}\n")
	_, diags := Format(src, "x.hcl")
	var b strings.Builder
	if err := Print(&b, diags, Source("x.hcl", src), 0, false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "on x.hcl line 2:\n   2:   a = \n") {
		t.Error(b.String())
	}
}
