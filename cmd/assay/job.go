package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/examples"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// job is a plan that is ready to run, and what it was made from: what the
// plan itself may not hold, such as addresses, goes beside it.
type job struct {
	plan      *plan.Plan
	encoded   []byte
	digest    string
	endpoints map[string]driver.Endpoint // by the name of the target; nil until located
	launches  map[string]planner.Launch  // by the name of the server; empty for a plan file
	sources   []archive.Source
	spec      *spec.Spec // nil for a plan file
	place     *override  // of --target, for a plan file
	file      string     // the plan file
	command   []string   // the arguments, without secrets
	only      func(*plan.Cell) bool
}

// eachExperiment makes the jobs that args ask for and hands them to do: the
// one that args[1] names or the only one; with all, each of the spec's. It
// goes on after a failure and returns the worst.
func (a *app) eachExperiment(in *inputs, args []string, all bool, do func(*job) error) error {
	names := []string{""}
	switch {
	case all && len(args) > 1:
		return fmt.Errorf("--all takes every experiment; leave out %q", args[1])
	case all:
		s, err := a.readSpec(args[0])
		if err != nil {
			return err
		}
		names = planner.Experiments(s)
	case len(args) > 1:
		names = args[1:2]
	}
	var worst error
	for _, name := range names {
		j, err := a.load(in, args[0], name)
		if err == nil {
			err = j.locate()
		}
		if err != nil {
			return err
		}
		err = do(j)
		if exitCode(err) == exitInterrupted {
			return err
		}
		worst = graver(worst, err)
	}
	return worst
}

// graver is the graver of two errors: a failed run before a broken assertion
// before none. The exit code is one number for all experiments.
func graver(a, b error) error {
	if a == nil || exitCode(b) == exitFailed {
		return b
	}
	return a
}

// load makes the job of one experiment from a spec or a plan file.
func (a *app) load(in *inputs, path, experiment string) (*job, error) {
	data, isPlan := planFile(path)
	var j *job
	var err error
	if isPlan {
		j, err = a.fromPlan(in, data, path, experiment)
	} else {
		j, err = a.fromSpec(in, path, experiment)
	}
	if err != nil {
		return nil, err
	}
	return j, j.complete(in)
}

// complete adds what follows from the plan.
func (j *job) complete(in *inputs) (err error) {
	if j.encoded, err = plan.Encode(j.plan); err != nil {
		return err
	}
	j.digest = plan.Digest(j.plan)
	j.only, err = filter(in.only, j.plan)
	return err
}

// planFile reads the file if it is a plan: a JSON object. A file that cannot be
// read is taken for a spec, whose reader says what is wrong.
func planFile(name string) ([]byte, bool) {
	if strings.HasSuffix(name, ".hcl") {
		return nil, false
	}
	data, err := os.ReadFile(name)
	return data, err == nil && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{"))
}

// fromPlan makes a job of a plan file, which holds no address: --target gives
// it once the plan is to run.
func (a *app) fromPlan(in *inputs, data []byte, path, experiment string) (*job, error) {
	if len(in.vars)+len(in.varFiles) > 0 || in.seed != "" {
		return nil, fmt.Errorf("%s is a plan, whose variables and seed are fixed; plan its spec anew to change them", path)
	}
	p, err := plan.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if experiment != "" && experiment != p.Experiment {
		return nil, fmt.Errorf("%s is a plan of experiment %q, not of %q", path, p.Experiment, experiment)
	}
	place, err := in.place()
	return &job{plan: p, place: place, file: path, command: a.args}, err
}

// fromSpec compiles a job.
func (a *app) fromSpec(in *inputs, path, experiment string) (*job, error) {
	s, err := a.readSpec(path)
	if err != nil {
		return nil, err
	}
	o, err := in.options(a, s, experiment)
	if err != nil {
		return nil, err
	}
	return a.compile(in, s, o)
}

// compile makes a job of a spec that has been read.
func (a *app) compile(in *inputs, s *spec.Spec, o planner.Options) (*job, error) {
	ready, diags := planner.CompileToRun(s, o)
	if err := a.diagnose(diags, s.Files); err != nil {
		return nil, err
	}
	place, err := in.place()
	if err != nil {
		return nil, err
	}
	return &job{
		plan: ready.Plan, endpoints: endpoints(ready.Endpoints, place), launches: launches(ready.Launches),
		sources: sources(s), spec: s, command: redact(a.args, s),
	}, nil
}

// readSpec reads a spec and its modules, and prints what is wrong with them.
func (a *app) readSpec(path string) (*spec.Spec, error) {
	s, diags := spec.Read(path, spec.Options{Builtin: examples.FS})
	return s, a.diagnose(diags, s.Files)
}

// info is what run.json says of the job.
func (j *job) info(start time.Time) archive.Info {
	labels := make([]archive.Label, len(j.plan.Notes.Labels))
	for i, l := range j.plan.Notes.Labels {
		labels[i] = archive.Label(l)
	}
	return archive.Info{
		Experiment: j.plan.Experiment,
		Digest:     j.digest,
		Seed:       j.plan.Seed,
		Tool:       tool(),
		Command:    append([]string{"assay"}, j.command...),
		Labels:     labels,
		Started:    start.UTC(),
	}
}
