package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/spec"
)

// values writes facts as NAME=VALUE.
func values(facts []event.Fact) (list []string) {
	for _, f := range facts {
		list = append(list, f.Name+"="+f.Value)
	}
	return list
}

func TestEnvironmentFacts(t *testing.T) {
	s := &spec.Spec{Variables: []*spec.Variable{
		{Named: spec.Named{Name: "pw"}, Sensitive: true}, {Named: spec.Named{Name: "threads"}},
	}}
	environ := []string{
		"PATH=/bin", "GOGC=50", "ASSAY_VAR_threads=4=4", "ASSAY_VAR_pw=hunter2", "ASSAY_VAR_other=hunter3", "ASSAY_PASSWORD=hunter4", "ASSAY_RESULTS=elsewhere",
	}
	for of, want := range map[*spec.Spec][]string{
		s:   {"env.ASSAY_PASSWORD=(sensitive)", "env.ASSAY_VAR_pw=(sensitive)", "env.ASSAY_VAR_threads=4=4", "env.GOGC=50"},
		nil: {"env.ASSAY_PASSWORD=(sensitive)", "env.GOGC=50"},
	} {
		if got := values(environmentFacts(environ, of)); !slices.Equal(got, want) {
			t.Errorf("with a spec %v: %q, want %q", of != nil, got, want)
		}
	}
}

// The commit of a spec is that of its repository, and dirty unless all files
// are as they are there.
func TestCommitFacts(t *testing.T) {
	dir := t.TempDir()
	do := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, two := write("one.hcl", "1"), write("two.hcl", "2")
	if got := commitFacts(t.Context(), []string{one}); got != nil {
		t.Errorf("outside of a repository: %v", got)
	}
	do("init", "-q")
	if got := commitFacts(t.Context(), []string{one}); got != nil {
		t.Errorf("before the first commit: %v", got)
	}
	do("add", "one.hcl")
	do("commit", "-qm", "first")
	commit := do("rev-parse", "HEAD")
	want := func(what, dirty string, files ...string) {
		t.Helper()
		if got := values(commitFacts(t.Context(), files)); !slices.Equal(got, []string{"spec.commit=" + commit, "spec.dirty=" + dirty}) {
			t.Errorf("%s: %q", what, got)
		}
	}
	want("a file as it was committed", "false", one)
	want("and one that is not in the repository", "true", one, two)
	write(".gitignore", "two.hcl")
	want("which is ignored", "true", one, two)
	want("another file does not matter", "false", one)
	write("one.hcl", "changed")
	want("a file that has changed", "true", one)
	do("add", "one.hcl")
	want("and is staged", "true", one)
	t.Setenv("PATH", t.TempDir())
	if got := commitFacts(t.Context(), []string{one}); got != nil {
		t.Errorf("without git: %v", got)
	}
}

func TestDifferences(t *testing.T) {
	fact := func(cell int, when, host, name, value string) event.Fact {
		return event.Fact{Cell: cell, Repeat: cell, When: when, Host: host, Source: "server", Name: name, Value: value}
	}
	facts := []event.Fact{
		fact(-1, "before", "a", "same", "1"), fact(-1, "before", "a", "other", "1"), fact(-1, "before", "b", "other", "1"),
		fact(0, "before", "a", "rows", "10"), fact(1, "before", "a", "rows", "20"), fact(0, "before", "a", "gone", "1"),
		fact(-1, "after", "a", "same", "1"), fact(-1, "after", "a", "other", "2"), fact(-1, "after", "b", "other", "1"),
		fact(0, "after", "a", "rows", "11"), fact(1, "after", "a", "rows", "20"), fact(0, "after", "a", "new", "1"),
	}
	var got []string
	for _, d := range differences(facts) {
		got = append(got, d.after.Name+" "+d.before.Value+" "+d.after.Value+" of "+ofWhat(&d.after))
	}
	if want := []string{"other 1 2 of a", "rows 10 11 of a, cell 0 repeat 0"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
}

// What a run changed of its server and its tables is shown of its archive.
func TestShowTellsWhatHasChanged(t *testing.T) {
	s := servertest.MariaDB(t)
	t.Cleanup(func() { servertest.SQL(t, s, "SET GLOBAL sort_buffer_size = DEFAULT") })
	text := `
schema "s" {
  table "grows" {
    rows        = 10
    primary_key = ["id"]
    column "id" {
      type           = "int"
      auto_increment = true
      value          = self.row
    }
    column "c" {
      type  = "char(200)"
      value = "c"
    }
  }
}
mix "m" {
  schema = schema.s
  transaction "t" {
    query "insert" { sql = "INSERT INTO ${table.grows} (c) VALUES ('more')" }
    query "set" {
      prepare = false
      sql     = "SET GLOBAL sort_buffer_size = 1048576"
    }
  }
}
experiment "e" {
  load "l" {
    mix    = mix.m
    events = 50
  }
}`
	spec, results := filepath.Join(t.TempDir(), "grows.hcl"), t.TempDir()
	if err := os.WriteFile(spec, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	succeed(t, "run", spec, "--target", address(s, servertest.Database(t, s)), "--results", results)
	shown := strings.Join(strings.Fields(succeed(t, "archive", "show", "--results", results)), " ")
	for _, want := range []string{"CHANGED BEFORE AFTER OF", "sort_buffer_size 2097152 1048576", "table.grows.auto_increment 11 61"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
}
