package main

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-bench/assay/executor"
	"github.com/spf13/cobra"
)

func newPrepare(a *app) *cobra.Command {
	var in inputs
	var o tableOptions
	cmd := &cobra.Command{
		Use:   "prepare SPEC|PLAN [EXPERIMENT]",
		Short: "Make the tables of an experiment and the files of its probes, and keep them",
		Long: "Make the tables of an experiment and the files of its probes, and keep them until `assay cleanup`. A run\n" +
			"takes those that fit as they are, with all that earlier runs wrote. Of cells whose tables differ only one\n" +
			"set can be kept in a database, of files one in a directory: choose it with --only.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return a.eachExperiment(&in, args, false, func(j *job) error { return a.prepare(cmd.Context(), j, &o) })
		},
	}
	in.register(cmd)
	o.register(cmd)
	return cmd
}

// prepare makes tables and files. An embedded database without a file has no
// tables that would outlive the command.
func (a *app) prepare(ctx context.Context, j *job, o *tableOptions) error {
	if err := j.lasting(); err != nil {
		return err
	}
	m := a.newMeter()
	options := executor.Options{
		Start: time.Now(), Open: opener(j.endpoints), Progress: m.show, Facts: factValues(hostFacts()), Only: j.only,
		Hosts: j.hosts, Found: m.found,
	}
	o.set(&options)
	err := executor.Prepare(ctx, j.plan, options)
	m.clear()
	if err == nil {
		fmt.Fprintln(a.out, "What the experiment needs is there, until `assay cleanup`.")
	}
	return ended(ctx, err)
}

// lasting refuses targets whose data ends with the command.
func (j *job) lasting() error {
	for _, t := range j.plan.Targets {
		if t.Server != nil {
			return fmt.Errorf("target %s is on a server that lives as long as a run, which prepares its tables itself", t.Name)
		}
		if t.Driver == "sqlite" && j.endpoints[t.Name].Path == "" {
			return fmt.Errorf("target %s is a private file that lives as long as the command; give one with --target sqlite:FILE", t.Name)
		}
	}
	return nil
}

// ended is the exit of a command that touched a database: interrupted, failed
// or well.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return silent(exitInterrupted)
	}
	return failed(err)
}
