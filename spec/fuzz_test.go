package spec

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// seed gives the fuzzer all fixtures, and texts that no editor writes.
func seed(f *testing.F) {
	for _, text := range []string{
		"", "\x00", "\ufeffassay {}", "\r\n", "mix \"a\xff\" {}", "\"", "a = <<A\nA\n", "a = <<-A\n  ${b}\n  A\n",
		"module \"m\" {\n source = \"./fuzz.hcl\"\n}", "x = {(a) = 1, b: 2}", "x = [for a, b in c : a => b... if d]", "x = %{if a}",
	} {
		f.Add([]byte(text))
	}
	for _, pattern := range []string{"testdata/valid/*.hcl", "testdata/errors/*.hcl", "testdata/errors/*/*.hcl"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
}

// Whatever a file holds, Read comes back, and each error has a place.
func FuzzRead(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		s, diags := Read("fuzz.hcl", Options{FS: fstest.MapFS{"fuzz.hcl": {Data: src}}, Builtin: builtin})
		for _, diag := range diags {
			if diag.Subject == nil || diag.Subject.Start.Line < 1 || s.Files[diag.Subject.Filename] == nil {
				t.Errorf("no place: %s", diag)
			}
		}
		if len(diags) > 0 {
			report(s, diags) // must not fail either
		}
	})
}

// What Format gives parses, and formatting it again changes nothing.
func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		once, diags := Format(src, "fuzz.hcl")
		if diags.HasErrors() {
			return
		}
		twice, diags := Format(once, "fuzz.hcl")
		if diags.HasErrors() {
			t.Fatalf("%q became %q: %s", src, once, diags)
		}
		if !bytes.Equal(once, twice) {
			t.Errorf("%q became %q and then %q", src, once, twice)
		}
	})
}

// FuzzVars is FuzzRead for files of variables.
func FuzzVars(f *testing.F) {
	f.Add([]byte("a = 1\nb = [\"x\", {c = true}]\n"))
	f.Add([]byte("a { b = 1 }\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _, diags := parseVars(src, "fuzz.vars.hcl")
		for _, diag := range diags {
			if diag.Subject == nil || diag.Subject.Start.Line < 1 {
				t.Errorf("no place: %s", diag)
			}
		}
	})
}
