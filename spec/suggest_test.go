package spec

import (
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	known := []string{"sql", "args", "count", "when", "error_message", "id"}
	for given, want := range map[string]string{
		"slq":           "sql",
		"SQL":           "sql",
		"cuont":         "count",
		"arg":           "args",
		"errormesage":   "error_message",
		"error-massage": "error_message",
		"k":             "", // two letters from id, but they are all it has
		"colour":        "",
		"":              "",
	} {
		if got := Suggest(given, known); got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
	if got := Suggest("ab", []string{"ax", "ay"}); got != "ax" {
		t.Errorf("of equally near names came %q, not the first", got)
	}
	if got := Suggest(strings.Repeat("x", 1<<20), known); got != "" {
		t.Errorf("a name of a MiB is like %q", got)
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{choice(nil), ""},
		{choice([]string{"a"}), "a"},
		{choice([]string{"a", "b", "c"}), "a, b or c"},
		{article("index") + article("query"), "ana"},
		{shorten(strings.Repeat("é", 100)), strings.Repeat("é", 32) + "…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
