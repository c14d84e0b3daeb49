package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/spec"
)

// provenance is where a run comes from, besides what stands in its plan and its
// command line: the commit of the spec, and what the environment set.
func (j *job) provenance(ctx context.Context) []event.Fact {
	facts := environmentFacts(os.Environ(), j.spec)
	if j.spec != nil {
		facts = append(facts, commitFacts(ctx, filesOf(j.spec))...)
	}
	return facts
}

// ownFact is a fact of the whole run that Assay tells.
func ownFact(name, value string) event.Fact {
	return event.Fact{Cell: -1, Repeat: -1, When: "before", Source: "assay", Name: name, Value: value}
}

// runtimeVariables change how the Go runtime runs this program.
var runtimeVariables = []string{"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT"}

// environmentFacts are the variables of the environment that matter to a run,
// in order, without the values of what is secret. A variable that the spec does
// not declare may be another's secret. A plan file has no spec, and its
// variables are fixed.
func environmentFacts(environ []string, s *spec.Spec) (facts []event.Fact) {
	environ = slices.Sorted(slices.Values(environ))
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		switch variable, ours := strings.CutPrefix(name, environmentPrefix); {
		case ours && s != nil && declares(s, variable):
			_, value, _ = strings.Cut(withhold(variable+"="+value, s), "=")
		case name == passwordVariable:
			value = withheld
		case !slices.Contains(runtimeVariables, name):
			continue
		}
		facts = append(facts, ownFact("env."+name, value))
	}
	return facts
}

// declares tells whether a spec has a variable of that name.
func declares(s *spec.Spec, name string) bool {
	return slices.ContainsFunc(s.Variables, func(v *spec.Variable) bool { return v.Name == name })
}

// filesOf are the files that a spec was read from, with those of variables.
func filesOf(s *spec.Spec) (files []string) {
	for name := range s.Files {
		if path, err := filepath.Abs(name); err == nil && strings.HasSuffix(name, ".hcl") && !strings.HasPrefix(name, "<") {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return files
}

// gitTime is how long git may take in all: nobody waits for a network drive
// to begin a run.
const gitTime = 5 * time.Second

// commitFacts are the commit of the first file's repository, and whether any
// file is not as it is there: changed, or no part of it. There are none
// without git or a repository.
func commitFacts(ctx context.Context, files []string) []event.Fact {
	if len(files) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	dir := filepath.Dir(files[0])
	commit, err := git(ctx, dir, "rev-parse", "--verify", "HEAD")
	if err != nil {
		return nil
	}
	_, changed := git(ctx, dir, slices.Concat([]string{"diff", "--quiet", "--no-ext-diff", "--no-textconv", "HEAD", "--"}, files)...)
	_, missing := git(ctx, dir, slices.Concat([]string{"ls-files", "--error-unmatch", "--"}, files)...)
	dirty := changed != nil || missing != nil
	return []event.Fact{ownFact("spec.commit", strings.TrimSpace(commit)), ownFact("spec.dirty", strconv.FormatBool(dirty))}
}

// git runs git in a directory. It changes nothing there, and no program that
// the repository's configuration names is started.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", slices.Concat([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-C", dir}, args)...)
	out, err := cmd.Output()
	return string(out), err
}
