package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/spf13/cobra"
)

// prune is which runs are deleted.
type prune struct {
	search
	olderThan string
	keepLast  int
	yes       bool
}

func newPrune(a *app) *cobra.Command {
	var p prune
	cmd := &cobra.Command{
		Use: "prune [RUN…]", Short: "Say which runs would be deleted, and with --yes delete them",
		Long: "Say which runs would be deleted, and with --yes delete them. They are the RUNs, or those in the results directory to\n" +
			"which all flags apply. Without --yes nothing is deleted. A run that is being made stays, and so does one\n" +
			"that cannot be read.",
		RunE: func(_ *cobra.Command, args []string) error { return a.archivePrune(&p, args) },
	}
	p.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&p.olderThan, "older-than", "", "only runs that began longer ago than this `AGE`, such as 36h or 30d")
	flags.IntVar(&p.keepLast, "keep-last", 0, "keep the newest `N` of each experiment among those that the other flags leave")
	flags.BoolVar(&p.yes, "yes", false, "delete them")
	return cmd
}

// check refuses a command line that does not say which runs.
func (p *prune) check(runs []string, now time.Time) error {
	if p.keepLast < 0 {
		return errors.New("--keep-last is a number from 0")
	}
	if p.olderThan != "" {
		if p.until != "" {
			return errors.New("--older-than and --until say the same; give one of them")
		}
		if _, err := parseAge(p.olderThan); err != nil {
			return fmt.Errorf("--older-than %s is no age; write 36h or 30d", p.olderThan)
		}
		p.until = p.olderThan
	}
	if err := p.search.check(now); err != nil {
		return err
	}
	if len(runs) == 0 && p.keepLast == 0 && p.anything() {
		return errors.New("say which runs: name them, or give --older-than, --keep-last, --experiment, --status or others of --help")
	}
	return nil
}

// anything tells whether no flag leaves out any run.
func (s *search) anything() bool {
	return len(s.experiments)+len(s.statuses) == 0 && s.since == "" && s.until == "" && !s.looksInside()
}

// archivePrune says which runs are to go, and with --yes removes them. One that
// cannot be removed keeps none of the others.
func (a *app) archivePrune(p *prune, args []string) error {
	if err := p.check(args, time.Now()); err != nil {
		return err
	}
	doomed, err := a.doomed(p, args)
	if err != nil {
		return err
	}
	left, err := archive.Left(a.results)
	if err != nil {
		return err
	}
	if err := a.sayDoomed(doomed, left, p.yes); err != nil || !p.yes {
		return err
	}
	var errs []error
	for i := range doomed {
		errs = append(errs, archive.Remove(&doomed[i]))
	}
	for _, dir := range left {
		errs = append(errs, archive.RemoveLeft(dir))
	}
	return failed(errors.Join(errs...))
}

// doomed are the runs that are to go, the oldest first. Those that must stay
// are told.
func (a *app) doomed(p *prune, args []string) ([]archive.Entry, error) {
	all, err := archive.List(a.results)
	if len(args) > 0 {
		all, err = nil, a.eachRun(args, func(path string) error {
			e, err := archive.EntryOf(path)
			all = append(all, e)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	found, unknown := p.among(all)
	for _, e := range unknown { // what cannot be looked into may be what is to stay
		fmt.Fprintf(a.out, "%s stays: %v.\n", e.Dir, e.Err)
	}
	// From the newest on, so that the first of each experiment are those to keep.
	var doomed []archive.Entry
	kept := map[string]int{}
	for i := len(found) - 1; i >= 0; i-- {
		e := found[i]
		switch {
		case e.Err != nil:
			fmt.Fprintf(a.out, "%s stays: it cannot be read, so it may be no run.\n", e.Dir)
		case e.Status == archive.Running:
			fmt.Fprintf(a.out, "%s stays: it is running.\n", e.Dir)
		case kept[e.Info.Experiment] < p.keepLast:
			kept[e.Info.Experiment]++
		default:
			doomed = append([]archive.Entry{e}, doomed...)
		}
	}
	return doomed, nil
}

// sayDoomed says what is to go before anything does.
func (a *app) sayDoomed(doomed []archive.Entry, left []string, yes bool) error {
	if len(doomed)+len(left) == 0 {
		fmt.Fprintln(a.out, "There is nothing to delete.")
		return nil
	}
	var bytes int64
	strange := map[string][]string{}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "STARTED\tEXPERIMENT\tSTATUS\tMIB\tRUN")
	for i := range doomed {
		e := &doomed[i]
		w, err := archive.WasteOf(e)
		if err != nil {
			return err
		}
		bytes += w.Bytes
		if len(w.Strange) > 0 {
			strange[e.Dir] = w.Strange
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.1f\t%s\n", e.Info.Started.Local().Format(time.DateTime), e.Info.Experiment, e.Status, mebibytes(w.Bytes), e.Dir)
	}
	for _, dir := range left {
		fmt.Fprintf(t, "\t\tleft by a prune that was killed\t\t%s\n", dir)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range doomed {
		if files := strange[doomed[i].Dir]; files != nil {
			fmt.Fprintf(a.out, "Not files of the run, and to go with it: %s in %s.\n", strings.Join(files, ", "), doomed[i].Dir)
		}
	}
	verdict := "Nothing was deleted; --yes deletes"
	if yes {
		verdict = "Deleting"
	}
	_, err := fmt.Fprintf(a.out, "%s %s, %.1f MiB.\n", verdict, runCount(len(doomed)), mebibytes(bytes))
	return err
}

// runCount is a number of runs in words.
func runCount(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}

// mebibytes is a number of bytes as people read it.
func mebibytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
