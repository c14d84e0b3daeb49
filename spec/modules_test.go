package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// tree makes a file system of specs.
func tree(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func module(name, source string) string {
	return fmt.Sprintf("module %q {\n  source = %q\n}\n", name, source)
}

// Sources are relative to the file they stand in, at every depth and in the
// built-in specs too; all files are known by the names that ranges have.
func TestModules(t *testing.T) {
	s := read(t, "bench/main.hcl", Options{
		FS: tree(map[string]string{
			"bench/main.hcl":         module("near", "./parts") + module("far", "../shared/far.hcl") + module("own", "assay/sysbench"),
			"bench/parts/a.hcl":      module("far", "../../shared/far.hcl"),
			"bench/parts/b.hcl":      "variable \"b\" {}\n",
			"bench/parts/x.vars.hcl": "b = 1\n",
			"bench/parts/.swp.hcl":   "no spec",
			"shared/far.hcl":         "variable \"far\" {}\n",
		}),
		Builtin: builtin,
	})
	want := []string{
		"<assay>/quickstart.hcl", "<assay>/sysbench/main.hcl",
		"bench/main.hcl", "bench/parts/a.hcl", "bench/parts/b.hcl", "shared/far.hcl",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(s.Files))); diff != "" {
		t.Error(diff)
	}
	near, far, own := s.Modules[0].Spec, s.Modules[1].Spec, s.Modules[2].Spec
	if near.Modules[0].Spec != far {
		t.Error("a spec that is used twice was read twice")
	}
	if got := own.Modules[0].Spec.Variables[0].NameRange.String(); got != "<assay>/quickstart.hcl:1,10-16" {
		t.Error("the built-in spec's module stands at", got)
	}
}

// A module takes any other attribute as an input, in written order.
func TestModuleInputs(t *testing.T) {
	s := read(t, "m.hcl", Options{
		FS: tree(map[string]string{
			"m.hcl": "module \"m\" {\n  z = 1\n  source = \"./n.hcl\"\n  a = 2\n}\n",
			"n.hcl": "variable \"a\" {}\nvariable \"z\" {}\n",
		}),
	})
	var names []string
	for _, in := range s.Modules[0].Inputs {
		names = append(names, in.Name)
	}
	if diff := cmp.Diff([]string{"z", "a"}, names); diff != "" {
		t.Error(diff)
	}
}

// Specs that would take for ever or eat memory are refused with a reason.
func TestModuleLimits(t *testing.T) {
	chain := map[string]string{}
	for i := range maxDepth + 1 {
		chain[fmt.Sprintf("m%d.hcl", i)] = module("next", fmt.Sprintf("./m%d.hcl", i+1))
	}
	chain[fmt.Sprintf("m%d.hcl", maxDepth+1)] = ""

	doubling := map[string]string{"m12.hcl": ""} // 2^12 uses of 13 files
	for i := range 12 {
		next := fmt.Sprintf("./m%d.hcl", i+1)
		doubling[fmt.Sprintf("m%d.hcl", i)] = module("a", next) + module("b", next)
	}
	many := map[string]string{}
	for i := range maxFiles + 1 {
		many[fmt.Sprintf("d/%04d.hcl", i)] = ""
	}
	many["m0.hcl"] = module("d", "./d")

	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"depth": {chain, "Modules too deep"},
		"uses":  {doubling, "Too many modules"},
		"files": {many, "Spec too large"},
	} {
		s, diags := Read("m0.hcl", Options{FS: tree(c.files)})
		if len(diags) == 0 || diags[0].Summary != c.want {
			t.Errorf("%s: got %v, want %s", name, diags, c.want)
			continue
		}
		checkDiagnostic(t, s, diags[0])
	}
}

func TestTotalSize(t *testing.T) {
	files := map[string]string{}
	for i := range maxBytes/maxFileBytes + 1 {
		files[fmt.Sprintf("d/%d.hcl", i)] = "#" + strings.Repeat("x", maxFileBytes-1)
	}
	_, diags := Read("d", Options{FS: tree(files)})
	if len(diags) != 1 || diags[0].Summary != "Spec too large" {
		t.Error("got", diags)
	}
}
