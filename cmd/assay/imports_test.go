package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/assay-bench/assay/"

// rooms is the import table of docs/design.md: for each package of ours what
// it may import of ours, and the third party that it may touch.
var rooms = map[string]struct{ ours, theirs []string }{
	"planner/expr":    {nil, nil},
	"archive/event":   {nil, nil},
	"planner/plan":    {[]string{"planner/expr"}, nil},
	"executor/driver": {[]string{"planner/plan", "planner/expr"}, nil},
	"probes/probe":    {nil, nil},
	"spec":            {[]string{"probes/probe"}, []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty", "github.com/agext/levenshtein"}},
	"spec/sysbench":   {[]string{"probes/probe"}, []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty", "github.com/agext/levenshtein"}},
	"planner/dialect": {[]string{"planner/plan", "planner/expr"}, nil},
	"planner":         {[]string{"spec", "probes/probe", "planner/expr", "planner/plan", "planner/dialect"}, []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty"}},
	"executor/gen":    {[]string{"planner/plan", "planner/expr"}, nil},
	"executor/pace":   {nil, nil},
	"executor/loop":   {[]string{"executor/driver"}, []string{"golang.org/x/sys/unix"}},
	"executor/server": {[]string{"planner/plan"}, nil},
	"executor/wire":   {[]string{"executor/driver", "planner/expr"}, nil},
	"executor/mysql":  {[]string{"executor/driver", "executor/wire", "planner/plan", "planner/expr"}, []string{"github.com/go-sql-driver/mysql", "golang.org/x/sys/unix"}},
	"executor/sqlite": {[]string{"executor/driver", "planner/plan", "planner/expr"}, []string{"modernc.org/sqlite", "modernc.org/libc"}},
	"executor/null":   {[]string{"executor/driver", "planner/plan", "planner/expr"}, nil},
	"executor":        {[]string{"planner/plan", "planner/expr", "archive/event", "executor/driver", "executor/gen", "executor/pace", "executor/loop", "executor/witness"}, nil},
	"probes/fileio":   {nil, []string{"golang.org/x/sys/unix"}},
	"probes":          {[]string{"probes/fileio", "archive/event", "executor/driver", "planner/plan", "planner/expr", "probes/probe"}, nil},
	"archive":         {[]string{"archive/event"}, []string{"github.com/apache/arrow/go/v17"}},
	"archive/report":  {[]string{"archive", "archive/event", "planner/plan", "planner/expr"}, nil},
	"examples":        {nil, nil},
	"cmd/assay":       {[]string{"*"}, []string{"github.com/spf13/cobra", "github.com/rs/zerolog", "golang.org/x/term"}},

	// Nothing but the standard library.
	"executor/witness": {nil, nil},

	// A command for developers.
	"cmd/bench-sysbench": {[]string{"executor/server"}, nil},
	"cmd/bench-fio":      {nil, nil},

	// Packages that only tests import.
	"executor/driver/drivertest": {[]string{"executor/driver", "planner/plan", "planner/expr"}, nil},
	"executor/server/servertest": {[]string{"executor/server"}, nil},
}

// TestImports holds the rule that data imports no actor: each package imports
// only what its row allows, and a package without a row is a mistake.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for path := range goFiles(t) {
		dir := filepath.ToSlash(filepath.Dir(path))
		room, known := rooms[dir]
		if !known {
			t.Errorf("package %s has no row in the import table", dir)
			continue
		}
		seen[dir] = true
		for _, imported := range imports(t, path) {
			if why := forbidden(imported, room.ours, room.theirs); why != "" {
				t.Errorf("%s imports %s: %s", path, imported, why)
			}
		}
	}
	for dir := range rooms {
		if !seen[dir] {
			t.Errorf("the import table has a row for %s, which is no package", dir)
		}
	}
}

// forbidden says why a package may not import path; "" if it may.
func forbidden(path string, ours, theirs []string) string {
	if name, own := strings.CutPrefix(path, module); own {
		if slices.Contains(ours, "*") || slices.Contains(ours, name) {
			return ""
		}
		return "not in its row"
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		return "" // the standard library
	}
	for _, allowed := range theirs {
		if path == allowed || strings.HasPrefix(path, allowed+"/") {
			return ""
		}
	}
	return "third party not in its row"
}

// goFiles yields the module's Go files but for tests, from the root down.
func goFiles(t *testing.T) func(func(string) bool) {
	const root = "../.."
	return func(yield func(string) bool) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || d.Name() == "results") {
				return fs.SkipDir
			}
			rel, _ := filepath.Rel(root, path)
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !yield(rel) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func imports(t *testing.T, rel string) (paths []string) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", rel), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
