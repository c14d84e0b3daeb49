package planner

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

const twoExperiments = `
variable "threads" {
  type    = number
  default = 1
}
variable "name" {
  type    = string
  default = "x"
}
variable "list" {
  type    = list(number)
  default = [1]
}
variable "free" {
  default = 1
}
variable "object" {
  type    = object({ a = number, b = object({ c = list(number) }) })
  default = { a = 1, b = { c = [] } }
}
variable "password" {
  type      = string
  sensitive = true
  default   = null
}
target "db" {
  driver   = "mysql"
  hosts    = ["a:3307", "b", "/run/c"]
  user     = "u-${var.name}"
  password = var.password
  database = "d"
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "one" {
  description = "${var.name} ${jsonencode(var.list)} ${var.free}"
  target      = target.db
  load "l" {
    mix     = mix.m
    threads = var.threads
  }
}
experiment "two" {
  matrix { threads = [1, 2.5] }
  where = var.threads == 1
  load "l" {
    mix     = mix.m
    threads = var.threads
  }
}
`

// parsed reads a spec from text.
func parsed(t testing.TB, text string) *spec.Spec {
	t.Helper()
	dir := t.TempDir()
	write(t, dir+"/spec.hcl", text)
	return read(t, dir+"/spec.hcl")
}

func TestExperiments(t *testing.T) {
	s := parsed(t, twoExperiments)
	if got := Experiments(s); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("got %v", got)
	}
	for name, want := range map[string]string{
		"":    "one and two",
		"tow": `Did you mean "two"?`,
	} {
		if _, diags := Compile(s, Options{Experiment: name}); len(diags) != 1 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%q: got %v", name, diags)
		}
	}
}

func TestVars(t *testing.T) {
	s := parsed(t, twoExperiments)
	file := func(text string) hcl.Expression {
		e, diags := hclsyntax.ParseExpression([]byte(text), "a.vars.hcl", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return e
	}
	for _, test := range []struct {
		name string
		vars []Var
		want string // the description, or a part of the diagnostic
	}{
		{"defaults", nil, "x [1] 1"},
		{"text", []Var{{Name: "name", Text: "[a"}}, "[a [1] 1"},
		{"list", []Var{{Name: "list", Text: "[2, 3]"}}, "x [2,3] 1"},
		{"bare word", []Var{{Name: "free", Text: "word"}}, "x [1] word"},
		{"constant", []Var{{Name: "free", Text: "2 + 3"}}, "x [1] 5"},
		{"later wins", []Var{{Name: "name", Text: "a"}, {Name: "name", Text: "b"}}, "b [1] 1"},
		{"file", []Var{{Name: "list", Expression: file("[for i in range(2) : i * 5]")}}, "x [0,5] 1"},
		{"lax", []Var{{Name: "absent", Text: "1", Lax: true}}, "x [1] 1"},
		{"unknown", []Var{{Name: "nme", Text: "1", Source: "--var"}}, `Did you mean "name"?`},
		{"part", []Var{{Name: "object", Text: `{ a = 1, b = { c = ["x"] } }`, Source: "--var"}}, "cannot be made one: b.c[0]: a number is required"},
		{"type", []Var{{Name: "threads", Text: "many", Source: "--var"}}, "Write a number, such as 16."},
		{"file type", []Var{{Name: "threads", Expression: file(`"many"`)}}, "a number is needed"},
		{"file reference", []Var{{Name: "threads", Expression: file(`var.name`)}}, "cannot refer to anything"},
		{"secret", []Var{{Name: "password", Expression: file(`["hunter2"]`)}}, "a string is needed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, diags := Compile(s, Options{Experiment: "one", Vars: test.vars})
			if diags.HasErrors() {
				if !strings.Contains(diags[0].Detail, test.want) || strings.Contains(printed(s, diags), "hunter2") {
					t.Errorf("got %v, want %q", diags, test.want)
				}
				return
			}
			if p.Notes.Description != test.want {
				t.Errorf("got %q, want %q", p.Notes.Description, test.want)
			}
		})
	}
}

// A value for a factor is no mistake, but has no effect.
func TestValueOfFactor(t *testing.T) {
	_, diags := Compile(parsed(t, twoExperiments), Options{Experiment: "two", Vars: []Var{{Name: "threads", Text: "7"}}})
	if len(diags) != 1 || diags[0].Severity != hcl.DiagWarning {
		t.Errorf("got %v", diags)
	}
}

func TestSeedAndTarget(t *testing.T) {
	s, seed := parsed(t, twoExperiments), uint64(1<<63)
	p := compiled(t, s, Options{Experiment: "one", Seed: &seed, Target: "sqlite"})
	if p.Seed != seed || p.Targets[0].Driver != "sqlite" {
		t.Errorf("got seed %d and target %+v", p.Seed, p.Targets)
	}
	for name, want := range map[string]string{
		"dbx": `by name there are db, sqlite and null. Others have an address: mariadb://USER@HOST:PORT/DATABASE, mysql://…, sqlite:FILE or null:. Did you mean "db"?`,
		"foo": `There is no target "foo"; by name there are db`,
	} {
		if _, diags := Compile(s, Options{Experiment: "two", Target: name}); len(diags) != 1 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: got %v", name, diags)
		}
	}
}

func TestEndpoints(t *testing.T) {
	s := parsed(t, twoExperiments)
	for _, test := range []struct {
		experiment, target string
		want               Endpoint
	}{
		{"one", "", Endpoint{Name: "db", Hosts: []string{"a:3307", "b:3306", "/run/c"}, User: "u-x", Password: "pw", Database: "d"}},
		{"two", "", Endpoint{Name: "sqlite"}},
		{"one", "null", Endpoint{Name: "null"}},
	} {
		o := Options{Experiment: test.experiment, Target: test.target, Vars: []Var{{Name: "password", Text: "pw"}}}
		ready, diags := CompileToRun(s, o)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if diff := cmp.Diff([]Endpoint{test.want}, ready.Endpoints); diff != "" {
			t.Error(diff)
		}
		text, err := plan.Encode(ready.Plan)
		if err != nil || strings.Contains(string(text), "pw") || strings.Contains(string(text), "3307") {
			t.Errorf("the plan holds an address or a password, or %v", err)
		}
	}
}

// Cells are numbered before `where`, and a factor has the kind of all levels.
func TestMatrix(t *testing.T) {
	p := compiled(t, parsed(t, `
variable "a" { default = null }
variable "b" { default = null }
variable "c" { default = null }
variable "d" { default = null }
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "e" {
  where = var.b != 2
  matrix {
    a = [true, false]
    b = [1, 2, 3]
    c = [1, 0.5]
    d = ["x", [1, 2]]
  }
  load "l" { mix = mix.m }
}`), Options{})
	var numbers []int
	for _, c := range p.Cells {
		numbers = append(numbers, c.Number)
	}
	if want := []int{0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23}; !slices.Equal(numbers, want) {
		t.Errorf("got cells %v, want %v", numbers, want)
	}
	var kinds []expr.Kind
	for _, f := range p.Factors {
		kinds = append(kinds, f.Kind)
	}
	if want := []expr.Kind{expr.Bool, expr.Int, expr.Float, expr.String}; !slices.Equal(kinds, want) {
		t.Errorf("got kinds %v, want %v", kinds, want)
	}
	want := []expr.Expr{expr.ConstBool(true), expr.ConstInt(3), expr.ConstFloat(0.5), expr.ConstString("[1,2]")}
	if diff := cmp.Diff(want, p.Cells[7].Values); diff != "" {
		t.Error(diff)
	}
	if len(p.Loads) != 1 || len(p.Mixes) != 1 {
		t.Errorf("%d loads and %d mixes for one content", len(p.Loads), len(p.Mixes))
	}
}
