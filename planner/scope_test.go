package planner

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

func expression(t *testing.T, text string) hcl.Expression {
	t.Helper()
	e, diags := hclsyntax.ParseExpression([]byte(text), "test.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return e
}

// scopeOf is a scope with a few variables and the given locals.
func scopeOf(t *testing.T, locals map[string]string) *scope {
	t.Helper()
	sp := &spec.Spec{Variables: []*spec.Variable{
		{Named: spec.Named{Name: "threads"}, Type: cty.Number, Default: expression(t, "4")},
		{Named: spec.Named{Name: "password"}, Type: cty.String, Default: expression(t, `"hunter2"`), Sensitive: true},
	}}
	for name, text := range locals {
		sp.Locals = append(sp.Locals, &spec.Local{Name: name, Value: expression(t, text)})
	}
	return newScope(sp, newShared(), new(factorSet), func(v *spec.Variable) bound { return defaultOf(v, v.DeclRange) })
}

func TestConstant(t *testing.T) {
	locals := map[string]string{"twice": "2 * var.threads", "id": "uniform(1, 10)", "deep": "local.id + 1"}
	for _, test := range []struct{ text, want string }{
		{"1 + 2", "3"},
		{"var.threads", "4"},
		{`var["threads"]`, "4"},
		{"local.twice + 1", "9"},
		{"length([for i in range(10000) : i])", "10000"},
		{`length("äh")`, "3"},
		{`duration("1.5s")`, "1500000000"},
		{`size("1MiB")`, "1048576"},
		{"round(2.5) + sqrt(16)", "7"},

		{"var.thread", `Did you mean "threads"?`},
		{"local.twise", `Did you mean "twice"?`},
		{"vra.threads", `Did you mean "var"?`},
		{`uper("x")`, `Did you mean "upper"?`},
		{"local.deep", "drawn at run time"},
		{"pick([1, 2])", "drawn at run time"},
		{"let.x", "drawn at run time"},
		{"var", "must be followed by a dot"},
		{`"abc"`, "Here a number is needed, but this is a string"},
		{"null", "one is needed"},
		{`duration("10 sec")`, "is not a duration"},
		{`size("10 apples")`, "not a unit of size"},
		{"length(var.password)", "no sensitive value may enter it"},
		{`parseint(var.password, 10)`, "details are left out"},
		{"range(1000000)", "more than 10000 elements"},
		{"length([for i in range(1000) : [for j in range(1000) : [for k in range(1000) : k]]])", "more than 10000 elements"},
		{`format("%1000000000d", 1)`, "at most three digits"},
		{`"${1e900000000}"`, "Number out of range"},
		{"length(setproduct(range(1000), range(1000)))", "more than 10000 elements"},
	} {
		t.Run(test.text, func(t *testing.T) {
			v, diags := scopeOf(t, locals).constant(expression(t, test.text), cty.Number)
			if diags.HasErrors() {
				text := diags[0].Summary + ": " + diags[0].Detail
				if !strings.Contains(text, test.want) || strings.Contains(text, "hunter2") {
					t.Errorf("got %q, want something with %q", text, test.want)
				}
				return
			}
			if got := v.AsBigFloat().String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// Expressions that would take minutes end soon, with a diagnostic.
func TestWorkIsBounded(t *testing.T) {
	locals := map[string]string{"big": "range(10000)", "word": `format("%0900d", 1)`}
	for _, text := range []string{
		"length([for i in local.big : length(local.big)])",
		"length([for i in local.big : local.big == local.big])",
		"length([for i in local.big : true ? local.big : local.word])",
		"length([for i in local.big : contains(local.big, i)])",
		"length([for i in local.big : local.big[*] == 5 if false])",
		"length([for i in local.big : 1 if length([for j in local.big : j]) == 0])",
		`length(flatten([for i in local.big : [for j in local.big : j]]))`,
		`length(join(local.word, local.big))`,
		`length(replace(join("", local.big), "/[0-9]/", local.word))`,
		`length(jsonencode([for i in local.big : local.word]))`,
		`sum([for i in local.big : length(regexall("(.*)(.*)(.*)(.*)x", local.word))])`,
	} {
		t.Run(text, func(t *testing.T) {
			start := time.Now()
			_, diags := scopeOf(t, locals).constant(expression(t, text), cty.Number)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if !diags.HasErrors() {
				t.Error("it is within bounds")
			}
		})
	}
}

func TestLocalsThatDouble(t *testing.T) {
	locals := map[string]string{"n0": `"0123456789"`}
	for i := 1; i < 26; i++ {
		locals["n"+string(rune('a'+i))] = `"${local.n` + map[bool]string{true: "0", false: string(rune('a' + i - 1))}[i == 1] + `}${local.n` + map[bool]string{true: "0", false: string(rune('a' + i - 1))}[i == 1] + `}"`
	}
	_, diags := scopeOf(t, locals).constant(expression(t, "length(local.nz)"), cty.Number)
	if !diags.HasErrors() || !strings.Contains(diags[0].Detail, "1 MiB") {
		t.Errorf("got %v, want a value that is too large", diags)
	}
}

func TestCyclicLocals(t *testing.T) {
	s := scopeOf(t, map[string]string{"a": "local.b", "b": "[local.c]", "c": "uniform(1, local.a)"})
	diags := checkLocals(s.spec)
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "→") {
		t.Errorf("got %v, want one cycle", diags)
	}
}
