package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// number is what two runs never have in common, with the blanks that fill a
// column before it.
var number = regexp.MustCompile(` *\d+(\.\d+)?`)

// layout is the report of sysbench without its figures, its banner and how its
// seed is told. Histograms are cut: they have as many rows as it takes.
func layout(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "sysbench 1.0.20"), strings.HasPrefix(line, "Initializing random"), strings.Contains(line, " |"):
			continue
		}
		kept = append(kept, number.ReplaceAllString(strings.TrimRight(line, "\n"), " N"))
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// TestProbesAsSysbench runs sysbench's own tests and ours and compares what
// they print, line by line but for the figures.
func TestProbesAsSysbench(t *testing.T) {
	if _, err := exec.LookPath("sysbench"); err != nil {
		t.Skip("sysbench is not installed")
	}
	for name, test := range map[string]struct{ block, load, command string }{
		"cpu":         {`probe "cpu" "p" { cpu_max_prime = 2000 }`, `duration = "2s"`, "cpu --cpu-max-prime=2000 --time=2"},
		"memory":      {`probe "memory" "p" { memory_block_size = "1MiB" }`, `duration = "2s"`, "memory --memory-block-size=1M --time=2"},
		"memory none": {`probe "memory" "p" { memory_oper = "none" }`, `events = 10000`, "memory --memory-oper=none --memory-total-size=10000K"},
		"threads":     {`probe "threads" "p" {}`, `duration = "2s"`, "threads --time=2"},
		"mutex":       {`probe "mutex" "p" { mutex_locks = 100 }`, "", "mutex --mutex-locks=100"},
	} {
		t.Run(name, func(t *testing.T) {
			kind, _, _ := strings.Cut(name, " ")
			file := filepath.Join(t.TempDir(), "p.hcl")
			spec := test.block + "\nexperiment \"e\" {\n  load \"l\" {\n    probe = probe." + kind + ".p\n    " + test.load + "\n  }\n}\n"
			if err := os.WriteFile(file, []byte(spec), 0o666); err != nil {
				t.Fatal(err)
			}
			code, ours, stderr := assay(t, "run", file, "--results", t.TempDir(), "--format", "sysbench", "--interval", "1s", "--histogram")
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			theirs, err := exec.Command("sysbench", strings.Fields(test.command+" --report-interval=1 --histogram run")...).Output()
			if err != nil {
				t.Fatal(err)
			}
			// sysbench may print its last interval or not: it ends at the same moment.
			if diff := cmp.Diff(withoutIntervals(layout(string(theirs))), withoutIntervals(layout(ours))); diff != "" {
				t.Errorf("the layout differs (-sysbench +assay):\n%s", diff)
			}
		})
	}
}

// withoutIntervals keeps the first line of an interval only, and leaves out
// doubts that Assay adds at the end.
func withoutIntervals(text string) string {
	text, _, _ = strings.Cut(text, "\n# ")
	text = strings.TrimSpace(text)
	var kept []string
	seen := false
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "[ N") {
			if seen {
				continue
			}
			seen = true
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}
