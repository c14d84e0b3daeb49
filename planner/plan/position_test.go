package plan

import "testing"

func TestWhere(t *testing.T) {
	n := &Notes{Positions: []Position{{"mix.a", "a.hcl", 3}, {"mix.b", "b/c.hcl", 5}}}
	for want, objects := range map[string][]string{
		"a.hcl:3":   {"mix.a"},
		"b/c.hcl:5": {"mix.b.transaction.t", "mix.b", "mix.a"},
		"":          {"mix.c"},
	} {
		if got := n.Where(objects...); got != want {
			t.Errorf("%v: %q, want %q", objects, got, want)
		}
	}
}
