package main

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-bench/assay/executor"
	"github.com/spf13/cobra"
)

func newCleanup(a *app) *cobra.Command {
	var in inputs
	cmd := &cobra.Command{
		Use:   "cleanup SPEC|PLAN [EXPERIMENT]",
		Short: "Remove the tables and files of an experiment that Assay made",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.eachExperiment(&in, args, false, func(j *job) error { return a.cleanup(cmd.Context(), j) })
		},
	}
	in.register(cmd)
	return cmd
}

// cleanup drops the tables that the ledger names and the files that a probe's
// marker speaks of. What was dropped is told also after an error, since it is
// gone.
func (a *app) cleanup(ctx context.Context, j *job) error {
	if err := j.lasting(); err != nil {
		return err
	}
	dropped, err := executor.Cleanup(ctx, j.plan, executor.Options{
		Start: time.Now(), Open: opener(j.endpoints), Facts: factValues(hostFacts()), Only: j.only,
	})
	for _, name := range dropped {
		fmt.Fprintf(a.out, "dropped %s\n", name)
	}
	if err == nil && len(dropped) == 0 {
		fmt.Fprintln(a.out, "There is nothing of ours to drop.")
	}
	return ended(ctx, err)
}
