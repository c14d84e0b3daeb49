package spec

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/language.md is what the tables say.
func TestReference(t *testing.T) {
	golden(t, "../docs/language.md", Reference())
}

// Every kind of block and every attribute is in the reference.
func TestReferenceIsComplete(t *testing.T) {
	text := Reference()
	for _, k := range kinds {
		if !strings.Contains(text, "\n### "+k.name+"\n") {
			t.Errorf("there is no section on %s", k.name)
		}
		for _, a := range k.attrs {
			if !strings.Contains(text, fmt.Sprintf("\n| `%s` | %s |", a.name, a.words)) {
				t.Errorf("%s.%s is missing", k.name, a.name)
			}
		}
	}
	for _, root := range Roots {
		if !strings.Contains(text, "`"+root) {
			t.Errorf("the root %s is missing", root)
		}
	}
}

// Links lead to headings.
func TestReferenceLinks(t *testing.T) {
	text := Reference()
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		anchors[strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
	}
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		if !anchors[m[1]] {
			t.Errorf("#%s leads nowhere", m[1])
		}
	}
}

// Every example of the documentation can be read and is laid out as assay fmt
// does it.
func TestDocumentedExamples(t *testing.T) {
	files, _ := filepath.Glob("../docs/*.md")
	examples := 0
	for _, file := range append(files, "../README.md") {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllSubmatch(text, -1) {
			examples++
			name := filepath.Base(file) + ending
			read(t, name, Options{FS: tree(map[string]string{name: string(m[1])}), Builtin: builtin})
			formatted, _ := Format(m[1], name)
			if diff := cmp.Diff(string(m[1]), string(formatted)); diff != "" {
				t.Errorf("an example of %s is not formatted:\n%s", file, diff)
			}
		}
	}
	if examples <= len(kinds) {
		t.Errorf("%d examples for %d kinds of block", examples, len(kinds))
	}
}

// A table that names an unknown kind, or a kind that has no parent and is not
// allowed at the top, would be found by no author.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range append(slices.Clone(kinds), &fileKind) {
		if seen[k.name] {
			t.Errorf("%s is listed twice", k.name)
		}
		seen[k.name] = true
		for _, n := range k.blocks {
			if findKind(n.kind) == nil {
				t.Errorf("%s may hold %s, which is no kind", k.title(), n.kind)
			}
		}
		if k.name != "" && len(k.parents()) == 0 && fileKind.block(k.name) == nil {
			t.Errorf("%s can stand nowhere", k.title())
		}
		if k.name != "" && (k.about == "" || k.example == "") {
			t.Errorf("%s is not explained", k.title())
		}
	}
}
