package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs each command line of the README, small and in the order in
// which it stands there, and then those about archived runs.
func TestReadme(t *testing.T) {
	var text []byte
	for _, name := range []string{"../../README.md", "../../docs/archive.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, data...)
	}
	lines := regexp.MustCompile(`(?m)^\$ (?:assay|go run ./cmd/assay) (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(lines) < 10 {
		t.Fatalf("the README has only %d command lines", len(lines))
	}
	t.Chdir("../..")
	place, results := mariadb(t), t.TempDir()
	plans := t.TempDir()
	for _, line := range lines {
		args := readmeArgs(line[1], place, plans)
		args = append(args, "--results", results)
		if code, _, stderr := assay(t, args...); code != exitOK {
			t.Errorf("assay %s: exit %d\n%s", strings.Join(args, " "), code, stderr)
		}
	}
}

// readmeArgs splits a command line of the README and makes it quick: the
// tests' server instead of the reader's, a short run, files in a temporary
// directory.
func readmeArgs(line, place, plans string) []string {
	args := strings.Fields(strings.ReplaceAll(line, "'", ""))
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "mariadb://"):
			args[i] = place
		case arg == "before.json" || i > 0 && args[i-1] == "-o":
			args[i] = plans + "/" + arg
		}
	}
	if args[0] == "run" {
		args = append(args, "--var", "duration=500ms", "--var", "rows=500")
	}
	return args
}
