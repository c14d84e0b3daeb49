package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/spf13/cobra"
)

func newArchiveList(a *app) *cobra.Command {
	var s search
	cmd := &cobra.Command{
		Use: "ls", Short: "List the runs in the results directory, the oldest first", Args: cobra.NoArgs,
		Long: "List the runs in the results directory, the oldest first. Flags leave only the runs to which all of\n" +
			"them apply; one that is given several times holds if any of its values does. A run whose process\n" +
			"died is named with the command that makes it valid again.",
		RunE: func(*cobra.Command, []string) error { return a.archiveList(&s) },
	}
	s.register(cmd)
	return cmd
}

// archiveList writes a line for each run that is searched for. One that cannot
// be read is listed all the same: it takes space, and somebody will wonder.
func (a *app) archiveList(s *search) error {
	if err := s.check(time.Now()); err != nil {
		return err
	}
	all, err := archive.List(a.results)
	if err != nil {
		return err
	}
	entries, unknown := s.among(all)
	if len(entries)+len(unknown) == 0 && len(all) > 0 {
		fmt.Fprintf(a.out, "None of the %d runs in %s is as asked for.\n", len(all), a.results)
		return nil
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "STARTED\tEXPERIMENT\tSTATUS\tDIGEST\tRUN")
	for _, e := range entries {
		if e.Err != nil {
			fmt.Fprintf(t, "\t\tunreadable\t\t%s\n", e.Dir)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.12s\t%s\n", e.Info.Started.Local().Format(time.DateTime), e.Info.Experiment, e.Status, e.Info.Digest, e.Dir)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Status == archive.Crashed {
			fmt.Fprintf(a.out, "\nThe process of %s died. %s.\n", e.Dir, remedy(e.Dir))
		}
	}
	for _, e := range unknown {
		fmt.Fprintf(a.out, "\n%s is left out: %v.\n", e.Dir, e.Err)
	}
	return nil
}
