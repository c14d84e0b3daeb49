package main

import (
	"slices"
	"testing"

	"github.com/assay-bench/assay/spec"
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
