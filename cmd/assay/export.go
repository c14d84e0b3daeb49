package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-bench/assay/archive"
	"github.com/spf13/cobra"
)

// export is what is exported of runs, how, and where.
type export struct {
	columns []string
	format  string
	file    string
	replace bool
	choice  choice
}

func newExport(a *app) *cobra.Command {
	var e export
	cmd := &cobra.Command{
		Use: "export TABLE [RUN…]", Short: "Write a table of runs as one Parquet or CSV file; without RUN, of the newest",
		Long: "Write a table of runs as one Parquet or CSV file; without RUN, of the newest. TABLE is " + tableList() + ".\n" +
			"Rows have the columns run, cell and repeat; factor_NAME are the factors of the cell. Without -o, CSV goes to stdout.\n" +
			"The file is there whole or not at all, and one that is there already stays unless --replace is given.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.archiveExport(cmd.Context(), &e, args) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&e.columns, "columns", nil, "the `COLUMNS` to write, in order; * and ? stand for any letters (default run,cell,repeat,*)")
	flags.StringVar(&e.format, "format", "", "`FORMAT` of the file: parquet or csv (default by the name of FILE)")
	flags.StringVarP(&e.file, "output", "o", "", "write to `FILE`")
	flags.BoolVar(&e.replace, "replace", false, "replace FILE if it is there")
	e.choice.register(cmd)
	return cmd
}

// tableList is the names of the tables.
func tableList() string { return either(archive.ExportTables) }

// check finds the format and refuses what cannot be.
func (e *export) check(table string) error {
	if !slices.Contains(archive.ExportTables, table) {
		return fmt.Errorf("%s is no table; it is %s", table, tableList())
	}
	if whole := table == "cells" || table == "facts"; whole && len(e.choice.cells)+len(e.choice.only) > 0 {
		return fmt.Errorf("--cell and --only choose rows of the other tables; %s are written whole", table)
	}
	if e.format == "" {
		e.format = strings.TrimPrefix(filepath.Ext(e.file), ".")
		if e.file == "" {
			e.format = "csv"
		}
	}
	switch {
	case e.format != "csv" && e.format != "parquet":
		return errors.New("the format is parquet or csv: give FILE such an end, or --format")
	case e.format == "parquet" && e.file == "":
		return errors.New("a Parquet file needs -o FILE: it cannot be written to a pipe")
	}
	return nil
}

// archiveExport writes one table. To stdout it says nothing else: what comes out
// is for another program.
func (a *app) archiveExport(ctx context.Context, e *export, args []string) error {
	if err := e.check(args[0]); err != nil {
		return err
	}
	runs, closing, err := a.openRuns(args[1:])
	if err != nil {
		return err
	}
	defer closing()
	what := archive.Export{Table: args[0], Columns: e.columns, Replace: e.replace}
	if what.Only, err = e.chosen(runs); err != nil {
		return err
	}
	var rows int64
	switch {
	case e.file == "":
		_, err = what.Stream(ctx, a.out, runs)
	case e.format == "csv":
		rows, err = what.CSV(ctx, e.file, runs)
	default:
		rows, err = what.Parquet(ctx, e.file, runs)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("interrupted; nothing was written")}
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w; --replace replaces it", err)
	case err == nil && e.file != "":
		fmt.Fprintf(a.out, "%s has %d rows.\n", e.file, rows)
	}
	return err
}

// chosen is the choice of cells among those of each run; nil for all.
func (e *export) chosen(runs []*archive.Run) (func(*archive.Run, int) bool, error) {
	keep := make(map[*archive.Run]func(int) bool, len(runs))
	for _, run := range runs {
		of, err := e.choice.of(run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", run.Info.Run, err)
		}
		if of == nil {
			return nil, nil
		}
		keep[run] = of
	}
	return func(run *archive.Run, cell int) bool { return keep[run](cell) }, nil
}

// openRuns opens the runs that args name, or the newest, and warns of those
// that lack rows. What closing does is to be done after use.
func (a *app) openRuns(args []string) (runs []*archive.Run, closing func(), err error) {
	closing = func() {
		for _, run := range runs {
			run.Close()
		}
	}
	err = a.eachRun(args, func(path string) error {
		run, err := openRun(path)
		if err != nil {
			return err
		}
		if s := run.Info.Status; s == archive.Running || s == archive.Crashed {
			a.log.Warn().Str("status", string(s)).Msgf("%s is not finished, so rows of it are missing", path)
		}
		runs = append(runs, run)
		return nil
	})
	if err != nil {
		closing()
	}
	return runs, closing, err
}
