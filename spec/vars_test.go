package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadVars(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "lab.vars.hcl")
	write(t, file, "z = 1 # first\na = [\"x\"]\n")
	vars, f, diags := ReadVars(file)
	if diags.HasErrors() || f == nil {
		t.Fatal(diags)
	}
	var got []string
	for _, v := range vars {
		got = append(got, v.Name+"="+string(v.Value.Range().SliceBytes(f.Bytes)))
	}
	if diff := cmp.Diff([]string{"z=1", `a=["x"]`}, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadVarsErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, text, want string }{
		{"a.vars.hcl", "target \"x\" {}\na = 1\n", "Block in a file of variables"},
		{"b.vars.hcl", "a = \n", "Invalid expression"},
		{"c.vars.hcl", "a = " + strings.Repeat("(", 200), "Too deeply nested"},
		{"d.hcl", "a = 1", "Not a file of variables"},
	} {
		file := filepath.Join(dir, c.name)
		write(t, file, c.text)
		if _, _, diags := ReadVars(file); len(diags) != 1 || diags[0].Summary != c.want {
			t.Errorf("%s: got %v, want %s", c.name, diags, c.want)
		}
	}
	if _, _, diags := ReadVars(filepath.Join(dir, "absent.vars.hcl")); len(diags) != 1 || diags[0].Summary != "Unreadable file" {
		t.Error("absent file:", diags)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The file of variables lies beside a file, and in a directory.
func TestAutoVars(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "spec.hcl"), "")
	for _, spec := range []string{dir, filepath.Join(dir, "spec.hcl")} {
		if got := AutoVars(spec); got != "" {
			t.Errorf("%s: got %s before there is one", spec, got)
		}
	}
	want := filepath.Join(dir, "auto.vars.hcl")
	write(t, want, "")
	for _, spec := range []string{dir, filepath.Join(dir, "spec.hcl")} {
		if got := AutoVars(spec); got != want {
			t.Errorf("%s: got %q", spec, got)
		}
	}
}
