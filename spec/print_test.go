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

// What would steer a terminal is not sent to it, and a file that is no text is
// not shown at all.
func TestPrintIsSafeForTerminals(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"escape": {"locals {\n  a = \x1b]0;owned\x07 1\n}\n", "   2:   a = ?]0;owned? 1\n"},
		"binary": {"\x7fELF\x01\n\x00\x01", "x.hcl has NUL bytes in it, so it is no spec. Specs are text in UTF-8."},
	} {
		t.Run(name, func(t *testing.T) {
			s, diags := Read("x.hcl", Options{FS: tree(map[string]string{"x.hcl": test.src})})
			var b strings.Builder
			if err := Print(&b, diags, s.Files, 0, false); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), test.want) || strings.ContainsAny(b.String(), "\x00\x01\x07\x1b\x7f") {
				t.Errorf("%q", b.String())
			}
		})
	}
}
