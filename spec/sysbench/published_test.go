package sysbench_test

import (
	"os"
	"strings"
	"testing"

	"github.com/assay-bench/assay/examples"
	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/spec"
	"github.com/assay-bench/assay/spec/sysbench"
)

// Every published command converts into a spec that plans.
func TestPublished(t *testing.T) {
	text, err := os.ReadFile("testdata/published.txt")
	if err != nil {
		t.Fatal(err)
	}
	converted := 0
	for line := range strings.Lines(string(text)) {
		id, command, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found {
			continue
		}
		t.Run(id, func(t *testing.T) {
			made, diags := sysbench.Convert(command)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			converted++
			planned(t, made)
		})
	}
	if converted != 35 {
		t.Errorf("%d commands converted", converted)
	}
}

// planned plans a converted spec, and holds it to the layout of `assay fmt`.
func planned(t *testing.T, made *sysbench.Converted) {
	t.Helper()
	path := t.TempDir() + "/sysbench.hcl"
	if err := os.WriteFile(path, made.Spec, 0o600); err != nil {
		t.Fatal(err)
	}
	if laidOut, _ := spec.Format(made.Spec, path); string(laidOut) != string(made.Spec) {
		t.Errorf("assay fmt would change it:\n%s", made.Spec)
	}
	s, diags := spec.Read(path, spec.Options{Builtin: examples.FS})
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, made.Spec)
	}
	password := planner.Var{Name: "mysql_password", Text: "x", Lax: true}
	p, diags := planner.Compile(s, planner.Options{Vars: []planner.Var{password}})
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, made.Spec)
	}
	if p.Experiment != made.Experiment {
		t.Errorf("the experiment is %s, not %s", p.Experiment, made.Experiment)
	}
}
