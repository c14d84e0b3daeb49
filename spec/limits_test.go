package spec

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// Text that would exhaust the stack, the memory or patience is refused at its
// place.
func TestHostile(t *testing.T) {
	fill := func(unit string) string { return strings.Repeat(unit, (maxFileBytes-100)/len(unit)) }
	for name, c := range map[string]struct{ src, want string }{
		"brackets":     {"x = " + strings.Repeat("[", 1<<14), "Too deeply nested"},
		"calls":        {"x = " + strings.Repeat("f(", 1<<14), "Too deeply nested"},
		"blocks":       {strings.Repeat("a {\n", 1<<14), "Too deeply nested"},
		"interpolated": {"x = " + strings.Repeat(`"${`, 1<<14), "Too deeply nested"},
		"negations":    {"x = " + strings.Repeat("!", 1<<14) + "true", "Expression too long"},
		"sum":          {"x = 1" + strings.Repeat("+1", 1<<14), "Expression too long"},
		"conditions":   {"x = " + strings.Repeat("a ? b : ", 1<<14) + "c", "Expression too long"},
		"indexes":      {"x = a" + strings.Repeat("[0]", 1<<14), "Expression too long"},
		"splats":       {"x = a" + strings.Repeat("[*]", 1<<14), "Expression too long"},
		"directives":   {`x = "` + strings.Repeat("%{if a}", 1<<14) + `"`, "Expression too long"},
		"labels":       {"mix" + strings.Repeat(` "a"`, 1<<14) + " {}", "Expression too long"},
		"in brackets":  {"x = [\n1" + strings.Repeat("\n+1", 1<<14) + "]", "Expression too long"},
		"newlines":     {fill("\n"), "Spec too large"},
		"elements":     {"x = [" + fill("1,") + "]", "Spec too large"},
		"no text":      {fill("\x00"), "Not a text file"},
		"no words":     {fill("\x01"), "Spec too large"},
		"mistakes":     {"x = [" + strings.Repeat(`"\q",`, 1<<16) + "]", "Invalid escape sequence"},
		"digits":       {"x = " + fill("9"), "Number too long"},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			s, diags := Read("x.hcl", Options{FS: tree(map[string]string{"x.hcl": c.src})})
			if took := time.Since(began); took > 10*time.Second { // some tenths of a second if the machine is free
				t.Errorf("it took %s", took)
			}
			if len(diags) == 0 || diags[0].Summary != c.want {
				t.Fatalf("got %v, want %s", diags, c.want)
			}
			checkDiagnostic(t, s, diags[0])
		})
	}
}

// What is large but sane passes: limits count what is in one expression, not
// what stands side by side.
func TestNotHostile(t *testing.T) {
	for name, src := range map[string]string{
		"elements":  "locals {\n  x = [" + strings.Repeat("[1 + 1], ", 5000) + "]\n}\n",
		"lines":     "locals {\n" + lines(5000, "  x%d = a.b + [1][0]\n") + "}\n",
		"templates": "locals {\n  x = \"" + strings.Repeat("${a}", 5000) + "\"\n}\n",
		"object":    "locals {\n  x = {\n" + lines(5000, "x%d = a.b\n") + "}\n}\n",
		"heredoc":   "locals {\n  x = <<EOT\n" + lines(5000, "%d ${a.b + 1}\n") + "EOT\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			read(t, "x.hcl", Options{FS: tree(map[string]string{"x.hcl": src})})
		})
	}
}

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// An expression just within the limits is read and walked within a tenth of
// the stack that Go allows; an overflow would end the test's process.
func TestDeepest(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(100 << 20))
	deep := strings.Repeat("(", maxNesting-3) + "a" + strings.Repeat(strings.Repeat("+1", maxChain-10)+")", maxNesting-3)
	s := read(t, "x.hcl", Options{FS: tree(map[string]string{"x.hcl": "locals {\n  x = " + deep + "\n}\n"})})
	if n := len(s.Locals[0].Value.Variables()); n != 1 {
		t.Errorf("%d references", n)
	}
}

// The number of diagnostics is bounded, and the last one says so.
func TestTooManyProblems(t *testing.T) {
	_, diags := Read("x.hcl", Options{FS: tree(map[string]string{"x.hcl": strings.Repeat("nothing {}\n", 1000)})})
	if len(diags) != maxProblems+1 || diags[maxProblems].Summary != "Too many problems" {
		t.Errorf("%d diagnostics, the last: %v", len(diags), diags[len(diags)-1])
	}
}

// long is a spec of n transactions, six lines each.
func long(n int) string {
	return "mix \"m\" {\n" + lines(n, `  transaction "t%d" {
    query "q" {
      sql  = "SELECT c FROM ${table.sbtest} WHERE id BETWEEN ? AND ?"
      args = [zipf(1, var.rows), local.id + 1]
    }
  }
`) + "}\n"
}

// 5,000 lines are read in well under a second; on a busy machine, one time of
// a few.
func TestLongSpec(t *testing.T) {
	fsys := fstest.MapFS{"x.hcl": {Data: []byte(long(5000 / 6))}}
	var s *Spec
	fastest := time.Hour
	for tries := 0; tries < 10 && fastest > time.Second/2; tries++ {
		began := time.Now()
		s = read(t, "x.hcl", Options{FS: fsys})
		fastest = min(fastest, time.Since(began))
	}
	if fastest > time.Second {
		t.Errorf("it took %s", fastest)
	}
	if n := len(s.Mixes[0].Transactions); n != 5000/6 {
		t.Errorf("%d transactions", n)
	}
}

func BenchmarkRead(b *testing.B) {
	fsys := fstest.MapFS{"x.hcl": {Data: []byte(long(5000 / 6))}}
	for b.Loop() {
		if _, diags := Read("x.hcl", Options{FS: fsys}); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
