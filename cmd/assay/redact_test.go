package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-bench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

func TestRedact(t *testing.T) {
	s := &spec.Spec{Variables: []*spec.Variable{
		{Named: spec.Named{Name: "password"}, Sensitive: true},
		{Named: spec.Named{Name: "threads"}},
	}}
	args := []string{"run", "a.hcl", "--var", "password=pw", "--var=password=pw", "--var", "threads=3", "--var=threads=4"}
	want := []string{"run", "a.hcl", "--var", "password=(sensitive)", "--var=password=(sensitive)", "--var", "threads=3", "--var=threads=4"}
	if got := redact(args, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if args[3] != "password=pw" {
		t.Error("the arguments themselves were changed")
	}
}

// A secret that is written into a spec does not get into the archive.
func TestSourcesHaveNoSecrets(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.hcl": `variable "first" {
  sensitive = true
  default   = "hunter2"
}
variable "plain" {
  default = "kept"
}
variable "last" {
  default   = "tr0mbone"
  sensitive = true
}
module "m" { source = "./sub" }
`,
		"sub/m.hcl": "variable \"inner\" {\n  sensitive = true\n  default = \"p4radox\"\n}\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, diags := spec.Read(filepath.Join(dir, "main.hcl"), spec.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	kept := map[string]string{}
	for _, source := range sources(s) {
		kept[source.Path] = string(source.Data)
	}
	want := map[string]string{
		"main.hcl": `variable "first" {
  sensitive = true
  default   = null
}
variable "plain" {
  default = "kept"
}
variable "last" {
  default   = null
  sensitive = true
}
module "m" { source = "./sub" }
`,
		"sub/m.hcl": "variable \"inner\" {\n  sensitive = true\n  default = null\n}\n",
	}
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}
