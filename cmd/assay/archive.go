package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/spec"
	"github.com/spf13/cobra"
)

// newArchive is the command archive, whose subcommands work on the files of runs
// and touch no server.
func newArchive(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "archive", Short: "Find, check, export and delete archived runs",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(
		newArchiveList(a),
		&cobra.Command{
			Use: "show [RUN…]", Short: "Show what a run is made of; without RUN, the newest",
			RunE: func(_ *cobra.Command, args []string) error { return a.eachRun(args, a.archiveShow) },
		},
		&cobra.Command{
			Use: "check [RUN…]", Short: "Check files, hashes, counts and references of a run; without RUN, the newest",
			RunE: func(_ *cobra.Command, args []string) error { return a.eachRun(args, a.archiveCheck) },
		},
		&cobra.Command{
			Use: "repair RUN…", Short: "Make a valid run of what a process that died has left", Args: cobra.MinimumNArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return a.eachRun(args, a.archiveRepair) },
		},
		newExport(a), newMerge(a), newPrune(a),
	)
	return cmd
}

// unknownCommand says what a word after a command could be.
func unknownCommand(cmd *cobra.Command, word string) error {
	var known []string
	for _, below := range cmd.Commands() {
		known = append(known, below.Name())
	}
	if meant := spec.Suggest(word, known); meant != "" {
		return fmt.Errorf("%s has no command %q; did you mean %q?", cmd.CommandPath(), word, meant)
	}
	return fmt.Errorf("%s has no command %q; there are %s", cmd.CommandPath(), word, strings.Join(known, ", "))
}

// eachRun hands the directories that args name to do; without any, the
// newest run.
func (a *app) eachRun(args []string, do func(dir string) error) error {
	if len(args) == 0 {
		newest, err := a.newest()
		if err != nil {
			return err
		}
		args = []string{newest}
	}
	var errs []error
	for _, arg := range args {
		errs = append(errs, do(a.runDir(arg)))
	}
	return errors.Join(errs...)
}

// runDir is where the run of a RUN argument lies: a path of a directory or a
// zip file, or its name in the results directory.
func (a *app) runDir(arg string) string {
	inside := filepath.Join(a.results, arg)
	if _, err := os.Stat(arg); err != nil {
		if _, err := os.Stat(inside); err == nil {
			return inside
		}
	}
	return arg
}

// newest is the directory of the last run that began.
func (a *app) newest() (string, error) {
	entries, err := archive.List(a.results)
	if err != nil {
		return "", err
	}
	if len(entries) == 0 {
		return "", fmt.Errorf("there is no run in %s; name one, or set --results", a.results)
	}
	return entries[len(entries)-1].Dir, nil
}

// archiveShow writes what run.json says of a run, its files, and what has changed
// while it ran.
func (a *app) archiveShow(dir string) error {
	run, err := openRun(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	i := run.Info
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "run\t%s\n", i.Run)
	fmt.Fprintf(t, "experiment\t%s\n", i.Experiment)
	fmt.Fprintf(t, "status\t%s\n", strings.TrimSpace(string(i.Status)+" "+i.Reason))
	fmt.Fprintf(t, "started\t%s\n", i.Started.Local().Format(time.DateTime))
	if !i.Ended.IsZero() {
		fmt.Fprintf(t, "took\t%s\n", i.Ended.Sub(i.Started).Round(time.Millisecond))
	}
	fmt.Fprintf(t, "digest\t%s\n", i.Digest)
	fmt.Fprintf(t, "seed\t%d\n", i.Seed)
	fmt.Fprintf(t, "tool\t%s\n", i.Tool)
	fmt.Fprintf(t, "command\t%s\n", strings.Join(i.Command, " "))
	for _, l := range i.Labels {
		fmt.Fprintf(t, "label %s\t%s\n", l.Name, l.Value)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := a.showFiles(i.Files); err != nil {
		return err
	}
	return a.showDifferences(run)
}

// showFiles lists the files of a run.
func (a *app) showFiles(files []archive.File) error {
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\nROWS\tBYTES\t FILE\t")
	for _, f := range files {
		rows := ""
		if strings.HasSuffix(f.Path, ".parquet") {
			rows = fmt.Sprint(f.Rows)
		}
		fmt.Fprintf(t, "%s\t%d\t %s\t\n", rows, f.Bytes, f.Path)
	}
	return t.Flush()
}

// archiveCheck writes what is wrong with a run. Damage is a failure of the run
// and no mistake in the command, and so is its exit code.
func (a *app) archiveCheck(dir string) error {
	findings, err := archive.CheckPath(dir)
	if err != nil {
		return err
	}
	for _, f := range findings {
		fmt.Fprintf(a.out, "%s: %s.\n", dir, f)
	}
	if len(findings) > 0 {
		return silent(exitFailed)
	}
	fmt.Fprintf(a.out, "%s is as it was written.\n", dir)
	return nil
}
