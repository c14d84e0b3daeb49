package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/examples"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// job is a plan that is ready to run, and what it was made from.
type job struct {
	plan      *plan.Plan
	encoded   []byte
	digest    string
	endpoints map[string]driver.Endpoint // by the name of the target; nil until located
	launches  map[string]planner.Launch  // by the name of the server; empty for a plan file
	sources   []archive.Source
	place     *override // of --target, for a plan file
	file      string    // the plan file
	command   []string  // the arguments, without secrets
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
// before none.
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
	if j.encoded, err = plan.Encode(j.plan); err != nil {
		return nil, err
	}
	j.digest = plan.Digest(j.plan)
	j.only, err = in.filter(j.plan)
	return j, err
}

// planFile reads the file if it is a plan: a JSON object.
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

// locate gives every target of a plan file its address; those of a spec have
// theirs.
func (j *job) locate() error {
	if j.endpoints != nil {
		return nil
	}
	j.endpoints = map[string]driver.Endpoint{}
	for _, t := range j.plan.Targets {
		switch {
		case t.Server != nil && j.place != nil:
			return fmt.Errorf("%s has its own servers started, so --target has no place in it; plan its spec anew with --target", j.file)
		case t.Server != nil:
			j.endpoints[t.Name] = driver.Endpoint{User: "root", Database: "assay"}
		case j.place != nil && j.place.given && j.place.driver == t.Driver:
			j.endpoints[t.Name] = j.place.at
		case j.place != nil:
			return fmt.Errorf("%s was planned for driver %s, which --target does not go to", j.file, t.Driver)
		case t.Driver == "mysql":
			return fmt.Errorf("%s is a plan, which holds no address; give one with --target mariadb://USER@HOST/DATABASE", j.file)
		}
	}
	return nil
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
	p, diags := planner.Compile(s, o)
	if err := a.diagnose(diags, s.Files); err != nil {
		return nil, err
	}
	at, diags := planner.Endpoints(s, o)
	if diags.HasErrors() {
		return nil, a.diagnose(diags, s.Files)
	}
	programs, diags := planner.Launches(s, o)
	if diags.HasErrors() {
		return nil, a.diagnose(diags, s.Files)
	}
	place, err := in.place()
	if err != nil {
		return nil, err
	}
	return &job{plan: p, endpoints: endpoints(at, place), launches: launches(programs), sources: sources(s), command: redact(a.args, s)}, nil
}

// endpoints are the addresses that the planner found, or the one on the
// command line.
func endpoints(found []planner.Endpoint, place *override) map[string]driver.Endpoint {
	at := map[string]driver.Endpoint{}
	for _, e := range found {
		at[e.Name] = endpoint(&e)
		if place != nil && place.given && e.Name == place.name {
			at[e.Name] = place.at
		}
	}
	return at
}

// endpoint is the planner's endpoint as drivers take it.
func endpoint(e *planner.Endpoint) driver.Endpoint {
	at := driver.Endpoint{
		Hosts: e.Hosts, User: e.User, Password: e.Password, Database: e.Database, Path: e.Path,
		TLS:     driver.Certificates{CA: e.CA, Cert: e.Cert, Key: e.Key},
		Timeout: time.Duration(e.ConnectTimeout),
	}
	for _, who := range e.Accounts {
		at.Accounts = append(at.Accounts, driver.Account(who))
	}
	return at
}

// readSpec reads a spec and its modules, and prints what is wrong with them.
func (a *app) readSpec(path string) (*spec.Spec, error) {
	s, diags := spec.Read(path, spec.Options{Builtin: examples.FS})
	return s, a.diagnose(diags, s.Files)
}

// sources are the files of a spec as the archive keeps them, by their paths
// below the directory that holds them all. Files of variables are left out:
// they are where secrets are. Built-in examples come with the command.
func sources(s *spec.Spec) []archive.Source {
	var names []string
	for name := range s.Files {
		if strings.HasSuffix(name, ".hcl") && !strings.HasSuffix(name, ".vars.hcl") && !strings.HasPrefix(name, "<") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	root := commonDir(names)
	out := make([]archive.Source, len(names))
	for i, name := range names {
		out[i] = archive.Source{Path: strings.TrimPrefix(name, root), Data: blank(s.Files[name].Bytes, secrets(s, name))}
	}
	return out
}

// commonDir is the longest directory, with its slash, that all slash paths
// begin with; empty if there is none.
func commonDir(names []string) string {
	if len(names) == 0 {
		return ""
	}
	common := path.Dir(names[0]) + "/"
	for _, name := range names {
		for !strings.HasPrefix(name, common) {
			common = strings.TrimSuffix(common, "/")
			common = common[:strings.LastIndex(common, "/")+1]
		}
	}
	return common
}

// hosts names the hosts of a target in the order of its endpoint.
func (j *job) hosts(t *plan.Target) []string {
	if t.Server != nil { // whose address is another at each run
		return []string{j.plan.ServerLabel(*t.Server)}
	}
	if hosts := j.endpoints[t.Name].Hosts; len(hosts) > 0 {
		return hosts
	}
	return []string{t.Name}
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

// contains tells whether a constant of a cell is written as one of values.
func contains(values []string, c *expr.Expr) bool {
	v, err := c.Eval(&expr.Env{})
	return err == nil && slices.Contains(values, string(v.Append(nil)))
}
