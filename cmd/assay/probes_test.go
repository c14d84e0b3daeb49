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

// fileProbe is a probe of files beside sysbench's, which it could not share.
func fileProbe(mode, more string) string {
	return "probe \"fileio\" \"p\" {\n file_directory = \"DIR\"\n file_test_mode = \"" + mode + "\"\n file_num = 4\n file_total_size = \"8MiB\"\n " + more + "\n}\n"
}

// fileFlags are sysbench's for the same files.
const fileFlags = " --file-num=4 --file-total-size=8M"

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
	for name, test := range map[string]struct{ block, load, command string }{
		"cpu":            {`probe "cpu" "p" { cpu_max_prime = 2000 }`, `duration = "2s"`, "cpu --cpu-max-prime=2000 --time=2"},
		"memory":         {`probe "memory" "p" { memory_block_size = "1MiB" }`, `duration = "2s"`, "memory --memory-block-size=1M --time=2"},
		"memory none":    {`probe "memory" "p" { memory_oper = "none" }`, `events = 10000`, "memory --memory-oper=none --memory-total-size=10000K"},
		"fileio rndrw":   {fileProbe("rndrw", ""), `duration = "2s"`, "fileio --file-test-mode=rndrw --time=2" + fileFlags},
		"fileio seqrd":   {fileProbe("seqrd", "file_merged_requests = 4\n file_extra_flags = [\"direct\"]"), `duration = "2s"`, "fileio --file-test-mode=seqrd --file-merged-requests=4 --file-extra-flags=direct --time=2" + fileFlags},
		"fileio seqrewr": {fileProbe("seqrewr", "file_fsync_all = true\n file_io_mode = \"mmap\""), `duration = "2s"`, "fileio --file-test-mode=seqrewr --file-fsync-all --file-io-mode=mmap --time=2" + fileFlags},
		"fileio seqwr":   {fileProbe("seqwr", "file_extra_flags = [\"sync\"]\n file_fsync_end = false"), `duration = "2s"`, "fileio --file-test-mode=seqwr --file-extra-flags=sync --file-fsync-end=off --time=2" + fileFlags},
		"fileio rndrd":   {fileProbe("rndrd", "file_fsync_freq = 0\n file_block_size = 1000"), `events = 500`, "fileio --file-test-mode=rndrd --file-fsync-freq=0 --file-block-size=1000 --events=500" + fileFlags},
		"threads":        {`probe "threads" "p" {}`, `duration = "2s"`, "threads --time=2"},
		"mutex":          {`probe "mutex" "p" { mutex_locks = 100 }`, "", "mutex --mutex-locks=100"},
	} {
		t.Run(name, func(t *testing.T) {
			kind, _, _ := strings.Cut(name, " ")
			file, theirFiles := filepath.Join(t.TempDir(), "p.hcl"), t.TempDir()
			test.block = strings.ReplaceAll(test.block, "DIR", t.TempDir())
			spec := test.block + "\nexperiment \"e\" {\n  load \"l\" {\n    probe = probe." + kind + ".p\n    " + test.load + "\n  }\n}\n"
			if err := os.WriteFile(file, []byte(spec), 0o666); err != nil {
				t.Fatal(err)
			}
			code, ours, stderr := assay(t, "run", file, "--results", t.TempDir(), "--format", "sysbench", "--interval", "1s", "--histogram")
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			sysbench := func(verb string) string {
				c := exec.Command("sysbench", strings.Fields(test.command+" --report-interval=1 --histogram "+verb)...)
				c.Dir = theirFiles
				out, err := c.Output()
				if err != nil {
					t.Fatal(err)
				}
				return string(out)
			}
			if kind == "fileio" {
				sysbench("prepare")
			}
			theirs := sysbench("run")
			// sysbench may print its last interval or not: it ends at the same moment.
			if diff := cmp.Diff(withoutIntervals(layout(theirs)), withoutIntervals(layout(ours))); diff != "" {
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
