package planner

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

var update = flag.Bool("update", false, "write the golden plans anew")

// read reads a spec from a file of testdata.
func read(t testing.TB, name string) *spec.Spec {
	t.Helper()
	s, diags := spec.Read(name, spec.Options{})
	if diags.HasErrors() {
		t.Fatal(printed(s, diags))
	}
	return s
}

// compiled compiles an experiment that has no mistakes.
func compiled(t testing.TB, s *spec.Spec, o Options) *plan.Plan {
	t.Helper()
	p, diags := Compile(s, o)
	if diags.HasErrors() {
		t.Fatal(printed(s, diags))
	}
	return p
}

// printed is what a user sees.
func printed(s *spec.Spec, diags hcl.Diagnostics) string {
	var out bytes.Buffer
	if err := hcl.NewDiagnosticTextWriter(&out, s.Files, 120, false).WriteDiagnostics(diags); err != nil {
		return fmt.Sprint(diags, err)
	}
	return out.String()
}

// Each spec in testdata/plans has its plan beside it.
func TestGoldenPlans(t *testing.T) {
	files, _ := filepath.Glob("testdata/plans/*.hcl")
	if len(files) == 0 {
		t.Fatal("no specs")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := compiled(t, read(t, file), Options{})
			if err := plan.Check(p); err != nil {
				t.Error(err)
			}
			got, err := plan.Encode(p)
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".hcl") + ".json"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the plan differs from %s; look at the difference after -update", golden)
			}
			if bytes.Contains(got, []byte("never printed")) {
				t.Error("the plan holds a sensitive value")
			}
		})
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
