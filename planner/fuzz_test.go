package planner

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// Whatever a spec holds, planning ends soon without a panic, every diagnostic
// has a place, no sensitive value gets out, and a plan can be executed, read
// back, and made again.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"testdata/errors/*.hcl", "testdata/plans/*.hcl"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		s, diags := spec.Read("spec.hcl", spec.Options{FS: fstest.MapFS{"spec.hcl": {Data: []byte(text)}}})
		if diags.HasErrors() {
			return
		}
		start := time.Now()
		for _, d := range Validate(s, Options{}) {
			if d.Subject == nil || d.Summary == "" || d.Detail == "" || d.EvalContext != nil {
				t.Errorf("incomplete: %+v", d)
			}
		}
		for _, name := range Experiments(s) {
			p, diags := Compile(s, Options{Experiment: name})
			if !diags.HasErrors() {
				checkPlan(t, p)
			}
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// checkPlan holds what whoever gets a plan relies on.
func checkPlan(t *testing.T, p *plan.Plan) {
	t.Helper()
	if err := plan.Check(p); err != nil {
		t.Error(err)
	}
	text, err := plan.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "hunter2") {
		t.Error("the plan holds a sensitive value")
	}
	again, err := plan.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := plan.Encode(again); err != nil || !bytes.Equal(text, same) {
		t.Errorf("it reads back as another, or %v", err)
	}
}
