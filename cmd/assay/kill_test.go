//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// killSpec runs for longer than any test, in two repeats of which the first
// is soon done.
const killSpec = `
target "none" {
  driver = "null"
}
schema "s" {
  table "t" {
    rows        = 10
    primary_key = ["id"]
    column "id" {
      type  = "int"
      value = self.row
    }
  }
}
variable "events" {
  type    = number
  default = 100
}
mix "m" {
  schema = schema.s
  transaction "a" {
    query "q" {
      sql  = "SELECT id FROM t WHERE id = ?"
      args = [uniform(1, 10)]
    }
    think { time = "1ms" }
  }
}
experiment "e" {
  target = target.none
  matrix {
    events = [100, 100000000]
  }
  load "l" {
    mix     = mix.m
    threads = 2
    events  = var.events
  }
}
`

// TestKilled kills a run that a process of its own makes. The run is named
// with its remedy, and after that all is there but the last second.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "e.hcl"), []byte(killSpec), 0o666); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(dir, "results")
	killed := killRun(t, dir, results)
	out := succeed(t, "--results", results, "archive", "ls")
	if !strings.Contains(out, "crashed") || !strings.Contains(out, "`assay archive repair "+results) {
		t.Errorf("archive ls:\n%s", out)
	}
	if out := succeed(t, "--results", results, "report"); !strings.Contains(out, "the run is crashed: its process died") || !strings.Contains(out, "archive repair") {
		t.Errorf("report:\n%s", out)
	}
	entries, err := archive.List(results)
	if err != nil || len(entries) != 1 {
		t.Fatalf("runs %v, %v", entries, err)
	}
	run := entries[0].Dir
	if out := succeed(t, "archive", "repair", run); !strings.Contains(out, "is recovered") || !strings.Contains(out, "of 2 repeats") {
		t.Errorf("archive repair:\n%s", out)
	}
	succeed(t, "archive", "check", run)
	if out := succeed(t, "report", run); !strings.Contains(out, "the run was recovered") {
		t.Errorf("report of the repaired run:\n%s", out)
	}
	expectRecovered(t, run, killed)
}

// killRun starts a run and kills it a while after its second repeat began.
func killRun(t *testing.T, dir, results string) time.Time {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test's own program is the command if it is called so.
	program := filepath.Join(dir, "assay")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "--results", results, "run", filepath.Join(dir, "e.hcl"))
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	journal := filepath.Join(results, "*", "journal", "cell=1*.rows")
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		// A journal of this size has some seconds of rows.
		if names, _ := filepath.Glob(journal); len(names) == 1 && size(names[0]) > 40_000 {
			break
		}
		if len(ended) > 0 || time.Since(begun) > time.Minute {
			c.Process.Kill()
			t.Fatalf("the run does not come to its second repeat: %v\n%s", <-ended, &said)
		}
	}
	killed := time.Now()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	return killed
}

func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

// succeed runs a command that succeeds and returns what it prints.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := assay(t, args...)
	if code != exitOK {
		t.Fatalf("assay %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// expectRecovered expects what a run that was killed at an instant has.
func expectRecovered(t *testing.T, dir string, killed time.Time) {
	t.Helper()
	r, err := archive.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Info.Status != archive.Recovered || len(r.Cells) != 2 {
		t.Fatalf("the run is %s with %d repeats", r.Info.Status, len(r.Cells))
	}
	if c := r.Cells[0]; c.Status != "complete" || c.Events < 100 || c.Events > 110 {
		t.Errorf("the first repeat is %s with %d events", c.Status, c.Events)
	}
	c := r.Cells[1]
	if c.Status != "recovered" || c.Events < 100 || c.Statements < c.Events || len(c.Factors) != 1 || c.Factors[0].Int != 100000000 {
		t.Errorf("the second repeat: %+v", c)
	}
	var last time.Duration
	for _, s := range c.Phases {
		if s.Phase == event.Measure {
			last = time.Duration(s.End)
		}
	}
	// A second may be lost, and the machine may be busy.
	if lost := killed.Sub(r.Info.Started) - last; lost > 3*time.Second {
		t.Errorf("the last %s are lost", lost)
	}
	if facts, err := r.Facts(); err != nil || len(facts) == 0 {
		t.Errorf("%d facts, %v", len(facts), err)
	}
}
