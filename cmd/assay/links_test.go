package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fences   = regexp.MustCompile("(?ms)^```.*?^```$")
	links    = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks follows each link from one of our pages to another: the file is
// there, and so is the heading.
func TestLinks(t *testing.T) {
	t.Chdir("../..")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md", "CHANGELOG.md", "docs/analysis/README.md") {
		for _, link := range links.FindAllStringSubmatch(prose(t, page), -1) {
			target := page
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(page), link[1])
			}
			if strings.Contains(link[1], "://") {
				continue
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s", page, err)
			} else if link[2] != "" && !anchors(prose(t, target))[link[2]] {
				t.Errorf("%s: %s has no heading for #%s", page, target, link[2])
			}
		}
	}
}

// prose is a page without its blocks of code.
func prose(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return fences.ReplaceAllString(string(text), "")
}

// anchors are the names by which a page's headings are linked.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, h := range headings.FindAllStringSubmatch(text, -1) {
		found[strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	return found
}
