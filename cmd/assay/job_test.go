package main

import "testing"

func TestCommonDir(t *testing.T) {
	tests := map[string][]string{
		"a/":  {"a/main.hcl"},
		"/x/": {"/x/a/main.hcl", "/x/b.hcl"},
		"../": {"../a/main.hcl", "../b/other.hcl"},
	}
	for want, names := range tests {
		if got := commonDir(names); got != want {
			t.Errorf("%v: got %q, want %q", names, got, want)
		}
	}
	for _, names := range [][]string{nil, {"main.hcl"}, {"a/main.hcl", "b/main.hcl"}} {
		if got := commonDir(names); got != "" && got != "./" {
			t.Errorf("%v: got %q", names, got)
		}
	}
}
