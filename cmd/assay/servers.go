package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"github.com/assay-bench/assay/executor"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/planner/plan"
)

// How long a server may take to start and to stop, if its buffer pool is large.
// One that is killed at the end of its time recovers when it starts again.
const (
	serverStart = 10 * time.Minute
	serverStop  = 2 * time.Minute
)

// serverOptions are the options of each server of the plan.
func (j *job) serverOptions() []server.Options {
	options := make([]server.Options, len(j.plan.Servers))
	for i := range options {
		o := server.OptionsOf(&j.plan.Servers[i])
		if at, known := j.launches[j.plan.Servers[i].Name]; known {
			o.Port = at.Port
			if at.Program != "" {
				o.Program = at.Program
			}
		}
		o.Start, o.Stop = serverStart, serverStop
		options[i] = o
	}
	for i := range j.plan.Targets {
		at := j.plan.Place(i)
		if at.Server < 0 {
			continue
		}
		o, name := &options[at.Server], j.endpoints[at.Target].Database
		if !slices.Contains(o.Databases, name) {
			o.Databases = append(o.Databases, name)
		}
	}
	return options
}

// checkServers removes what killed runs have left behind, and says before
// anything is touched what is wrong with the servers of a job.
func (a *app) checkServers(ctx context.Context, j *job) error {
	if len(j.plan.Servers) == 0 {
		return nil
	}
	removed, err := server.Sweep()
	for _, dir := range removed {
		fmt.Fprintf(a.err, "Removed %s, which a killed run had left behind\n", dir)
	}
	if err != nil {
		fmt.Fprintf(a.err, "Warning: %v\n", err)
	}
	for i, o := range j.serverOptions() {
		if !j.starts(i) {
			continue
		}
		warnings, err := server.Check(ctx, o)
		if err != nil {
			return fmt.Errorf("server %s: %w", j.plan.ServerLabel(i), err)
		}
		for _, warning := range warnings {
			fmt.Fprintf(a.err, "Server %s warns: %s\n", j.plan.ServerLabel(i), warning)
		}
	}
	return nil
}

// starts tells whether a cell that is wanted needs server i.
func (j *job) starts(i int) bool {
	return slices.ContainsFunc(j.plan.Cells, func(c plan.Cell) bool {
		return (j.only == nil || j.only(&c)) && slices.Contains(j.plan.Needs(&c), i)
	})
}

// fleet is the servers that a job starts, and where they are.
type fleet struct {
	*server.Fleet
	options []server.Options // by index into Plan.Servers
	started []*server.Server // the same
}

// newFleet makes the fleet of a job; keep takes a server's log when its
// directory is removed.
func newFleet(j *job, keep func(name string, log []byte) error) *fleet {
	labels := make([]string, len(j.plan.Servers))
	for i := range labels {
		labels[i] = j.plan.ServerLabel(i)
	}
	options := j.serverOptions()
	for i := range options {
		if options[i].Port != 0 { // which is open to every user of this machine
			options[i].Password = rand.Text()
		}
	}
	return &fleet{server.NewFleet(options, labels, keep), options, make([]*server.Server, len(labels))}
}

// launch starts server i.
func (f *fleet) launch(ctx context.Context, i int) (executor.Server, error) {
	s, err := f.Start(ctx, i)
	if err != nil {
		return nil, err // and not s: a nil *server.Server is no nil executor.Server
	}
	f.started[i] = s
	return s, nil
}

// opener opens targets at the addresses of endpoints, and those on a server of
// the fleet where that is.
func (f *fleet) opener(endpoints map[string]driver.Endpoint) func(context.Context, *plan.Target) (driver.Driver, error) {
	return func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		at := endpoints[target.Name]
		if target.Server != nil {
			at.Hosts = []string{f.started[*target.Server].Address()}
			at.Password = f.options[*target.Server].Password
		}
		return open(ctx, target, at)
	}
}

// launches are how the planner's servers are started, by name.
func launches(found []planner.Launch) map[string]planner.Launch {
	by := make(map[string]planner.Launch, len(found))
	for _, l := range found {
		by[l.Name] = l
	}
	return by
}
