package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
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

func TestParseVar(t *testing.T) {
	textDefault := &hclsyntax.LiteralValueExpr{Val: cty.StringVal("InnoDB")}
	numberDefault := &hclsyntax.LiteralValueExpr{Val: cty.NumberIntVal(1)}
	for _, c := range []struct {
		text string
		v    Variable
		want cty.Value
	}{
		{"8", Variable{Type: cty.Number}, cty.NumberIntVal(8)},
		{"8", Variable{Type: cty.String}, cty.StringVal("8")},
		{`"quoted"`, Variable{Type: cty.String}, cty.StringVal(`"quoted"`)},
		{"${x} é", Variable{Type: cty.String}, cty.StringVal("${x} é")},
		{"", Variable{Type: cty.String}, cty.StringVal("")},
		{"[1, 2]", Variable{Type: cty.List(cty.Number)}, cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.NumberIntVal(2)})},
		{"true", Variable{Type: cty.Bool}, cty.True},
		{"true", Variable{Type: cty.DynamicPseudoType}, cty.True},
		{"8", Variable{Type: cty.DynamicPseudoType, Default: numberDefault}, cty.NumberIntVal(8)},
		{"8", Variable{Type: cty.DynamicPseudoType, Default: textDefault}, cty.StringVal("8")},
		{"RocksDB", Variable{Type: cty.DynamicPseudoType}, cty.StringVal("RocksDB")},
	} {
		e, diags := ParseVar("x", c.text, &c.v)
		if diags.HasErrors() {
			t.Errorf("%q: %s", c.text, diags)
			continue
		}
		got, diags := e.Value(nil)
		if diags.HasErrors() || !got.RawEquals(c.want) {
			t.Errorf("%q: got %#v, want %#v", c.text, got, c.want)
		}
	}
}

// A value that does not parse is shown, unless it is a secret.
func TestParseVarError(t *testing.T) {
	for _, sensitive := range []bool{false, true} {
		_, diags := ParseVar("x", "[hush", &Variable{Type: cty.List(cty.String), Sensitive: sensitive})
		if len(diags) != 1 || diags[0].Subject.Filename != VarFile("x") {
			t.Fatal(diags)
		}
		if shown := strings.Contains(diags[0].Detail, "hush"); shown == sensitive {
			t.Errorf("sensitive = %t: %s", sensitive, diags[0].Detail)
		}
	}
	if _, diags := ParseVar("x", strings.Repeat("[", 500), &Variable{Type: cty.Number}); len(diags) != 1 {
		t.Error("deep nesting:", diags)
	}
}
