package planner

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The language reference is written by hand where it explains: this holds its
// generators and functions to those that there are.
func TestReferenceNamesGenerators(t *testing.T) {
	text := reference(t)
	for name, g := range generators {
		form := "`" + g.form(name) + "`"
		switch name {
		case "letters":
			form = "`letters(n)` or `letters(lo, hi)`"
		case "pick", "weighted", "any":
			form = "`" + name + "("
		}
		if !strings.Contains(text, "| "+form) {
			t.Errorf("docs/language.md lacks a row that begins with %s", form)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)\\(").FindAllStringSubmatch(text, -1) {
		if generators[m[1]] == nil {
			t.Errorf("docs/language.md has a generator %q that there is not", m[1])
		}
	}
}

func TestReferenceNamesLateFunctions(t *testing.T) {
	text := reference(t)
	bold := map[string]bool{}
	for _, m := range regexp.MustCompile("\\*\\*`([a-z]+)`\\*\\*").FindAllStringSubmatch(text, -1) {
		bold[m[1]] = true
	}
	for _, name := range lateFunctionNames() {
		if !bold[name] {
			t.Errorf("docs/language.md does not say that %s takes drawn values", name)
		}
		delete(bold, name)
	}
	for name := range bold {
		t.Errorf("docs/language.md says that %s takes drawn values", name)
	}
}

// reference is the part of the language reference on generators and functions.
func reference(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text2, found := strings.Cut(string(text), "\n## Generators\n")
	part, _, ended := strings.Cut(text2, "\n## Inputs\n")
	if !found || !ended {
		t.Fatal("the sections are not there")
	}
	return part
}
