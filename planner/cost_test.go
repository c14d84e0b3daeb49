package planner

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// wide is a spec whose matrix has cells combinations of three factors, of
// which one changes the tables, one the statements and one only the load.
func wide(cells int) string {
	text := `
variable "rows" { default = 1 }
variable "range" { default = 1 }
variable "threads" { default = 1 }
schema "s" {
  table "t" {
    rows        = var.rows
    primary_key = ["id"]
    column "id" {
      type           = "bigint"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = special(1, self.rows)
    }
  }
}
mix "m" {
  schema = schema.s
  transaction "t" {
    query "q" {
      sql  = "SELECT k FROM ${table.t} WHERE id BETWEEN ? AND ?"
      args = [uniform(1, var.rows), var.range]
    }
  }
}
experiment "e" {
  where = var.threads != 3
  matrix {
    rows    = [for i in range(10) : 1000 * (i + 1)]
    range   = [for i in range(10) : i]
    threads = [for i in range(CELLS) : i + 1]
  }
  load "l" {
    mix     = mix.m
    threads = var.threads
  }
}`
	return strings.ReplaceAll(text, "CELLS", fmt.Sprint(cells/100))
}

// long is a spec of about the given number of lines: locals that refer to each
// other, and mixes with many statements.
func long(lines int) string {
	var b strings.Builder
	b.WriteString("locals {\n  n0 = 1\n")
	for i := 1; i < lines/5; i++ {
		fmt.Fprintf(&b, "  n%d = local.n%d + 1\n", i, i-1)
	}
	b.WriteString("}\nmix \"m\" {\n")
	for i := range lines / 10 {
		fmt.Fprintf(&b, "transaction \"t%d\" {\n  let { x = uniform(1, local.n%d) }\n  query \"a\" {\n    sql  = \"SELECT ?\"\n    args = [let.x + local.n%d]\n  }\n}\n", i, i, i)
	}
	b.WriteString("}\nexperiment \"e\" {\n  load \"l\" { mix = mix.m }\n}\n")
	return b.String()
}

// The plan is the same however often it is made.
func TestDeterministic(t *testing.T) {
	for _, text := range []string{wide(1000), long(300)} {
		first, err := plan.Encode(compiled(t, parsedAs(t, text), Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			again, err := plan.Encode(compiled(t, parsedAs(t, text), Options{}))
			if err != nil || !bytes.Equal(first, again) {
				t.Fatalf("another plan, or %v", err)
			}
		}
	}
}

// Ten thousand cells and five thousand lines are planned in well under a second
// on an idle machine (see the benchmarks; the limits here leave room for a busy
// one), and everything distinct is stored once.
func TestCost(t *testing.T) {
	start := time.Now()
	p := compiled(t, parsedAs(t, wide(10_000)), Options{})
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("10,000 cells took %v", took)
	}
	if len(p.Cells) != 9_900 || len(p.Schemas) != 10 || len(p.Mixes) != 100 {
		t.Errorf("%d cells, %d schemas, %d mixes", len(p.Cells), len(p.Schemas), len(p.Mixes))
	}
	s := parsedAs(t, long(5_000))
	start = time.Now()
	if diags := Validate(s, Options{}); diags.HasErrors() {
		t.Fatal(printed(s, diags))
	}
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("5,000 lines took %v", took)
	}
}

// parsedAs reads a spec under a name that is the same each time.
func parsedAs(t testing.TB, text string) *spec.Spec {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "spec.hcl", text)
	return read(t, "spec.hcl")
}

func BenchmarkCells(b *testing.B) {
	s := parsedAs(b, wide(10_000))
	for b.Loop() {
		compiled(b, s, Options{})
	}
}

func BenchmarkLines(b *testing.B) {
	s := parsedAs(b, long(5_000))
	for b.Loop() {
		Validate(s, Options{})
	}
}
