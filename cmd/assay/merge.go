package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-bench/assay/archive"
	"github.com/spf13/cobra"
)

func newMerge(a *app) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: "merge RUN RUN… -o DIR", Short: "Write the tables of several runs as one data set",
		Long: "Write the tables of several runs as one data set: a new directory with events.parquet, statements.parquet,\n" +
			"… and runs.parquet. Every row has the columns run, cell, repeat and the cell's factors.\n" +
			"The directory is there whole or not at all.",
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return a.archiveMerge(cmd.Context(), dir, args) },
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "", "the `DIR` to make")
	return cmd
}

// archiveMerge merges runs and says how many rows there are of each table.
func (a *app) archiveMerge(ctx context.Context, dir string, args []string) error {
	if dir == "" {
		return errors.New("-o DIR is missing, the directory to make")
	}
	runs, closing, err := a.openRuns(args)
	if err != nil {
		return err
	}
	defer closing()
	rows, err := archive.Merge(ctx, dir, runs)
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted; nothing was written")}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s has %d runs", dir, len(runs))
	for _, table := range archive.ExportTables {
		if rows[table] > 0 {
			fmt.Fprintf(a.out, ", %d %s", rows[table], table)
		}
	}
	fmt.Fprintln(a.out, ".")
	return nil
}
