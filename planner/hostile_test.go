package planner

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// repeated writes format for 1 and 0, then 2 and 1, up to n and n-1.
func repeated(format string, n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

// usingLocal is a spec whose statement draws a local; locals begin with n0.
func usingLocal(locals, name string) string {
	return "locals {\n n0 = uniform(1, 2)\n" + locals + `}
mix "m" {
  transaction "t" {
    query "q" {
      sql  = "SELECT ?"
      args = [local.` + name + `]
    }
  }
}
`
}

// A spec that is as hostile as its size allows is refused or planned in seconds.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"chain":    "locals {\n n0 = 1\n" + repeated(" n%d = local.n%d\n", 40_000) + "}\n",
		"unknown":  "locals {\n" + repeated(" n%d = local.x%d\n", 40_000) + "}\n",
		"drawn":    usingLocal(repeated(" n%d = local.n%d + 1\n", 20_000), "n20000"),
		"doubling": usingLocal(repeated(" n%d = local.n%[2]d + local.n%[2]d\n", 100), "n100"),
		"queries": "mix \"m\" {\n transaction \"t\" {\n" +
			repeated("  query \"q%d\" {\n   sql = \"SELECT ?\"\n   args = [local.x%d]\n  }\n", 8_000) + " }\n}\n",
		"tables": "schema \"s\" {\n" +
			repeated(" table \"t%d\" {\n  copies = %d\n  column \"c\" {\n   type = \"int\"\n  }\n }\n", 2_000) + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := parsedAs(t, text)
			start := time.Now()
			diags := Validate(s, Options{})
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if name != "chain" && !diags.HasErrors() {
				t.Error("it has no errors")
			}
		})
	}
}
