package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/archive/report"
	"github.com/assay-bench/assay/executor"
	"github.com/spf13/cobra"
)

func newRun(a *app) *cobra.Command {
	var in inputs
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run SPEC|PLAN [EXPERIMENT]",
		Short: "Run an experiment, archive every event, and report",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(o.output.check(), o.tables.check()); err != nil {
				return err
			}
			return a.eachExperiment(&in, args, o.all, func(j *job) error { return a.run(cmd.Context(), j, &o) })
		},
	}
	in.register(cmd)
	o.register(cmd)
	return cmd
}

// runOptions are the flags of run that shape no plan.
type runOptions struct {
	all    bool
	keep   bool
	tables tableOptions
	output output
}

func (o *runOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.all, "all", false, "run every experiment of the spec, in written order")
	flags.BoolVar(&o.keep, "keep", false, "leave the tables that this run made")
	o.tables.register(cmd)
	o.output.register(cmd)
}

// run runs one plan from the empty archive to the printed summary. What is wrong
// with servers is told before there is a directory; from then on whatever happens
// leaves a run that says so.
func (a *app) run(ctx context.Context, j *job, o *runOptions) error {
	if err := a.checkServers(ctx, j); err != nil {
		return ended(ctx, err)
	}
	start := time.Now()
	w, err := archive.Create(a.results, j.info(start), j.encoded, j.sources)
	if err != nil {
		return failed(err)
	}
	a.log.Info().Str("experiment", j.plan.Experiment).Str("digest", j.digest[:12]).Msg("into " + w.Dir())
	host := hostFacts()
	_ = w.Facts(slices.Concat(host, j.provenance(ctx))) // an error is the archive's first, which Finish returns
	went, runErr := a.execute(ctx, j, w, start, host, o)
	summary, err := conclude(w, went, runErr)
	if err != nil {
		return failed(distinct(runErr, err))
	}
	if err := a.show(&o.output, summary, w.Dir()); err != nil {
		return failed(err)
	}
	a.log.Info().Msg("the run is in " + w.Dir())
	return verdict(ctx, summary, runErr, o.output.tells())
}

// show prints the summary; one that has more than usual is made of the
// archive anew.
func (a *app) show(o *output, s *report.Summary, dir string) error {
	if o.usual() {
		return o.write(a.out, s)
	}
	return o.print(a.out, dir)
}

// execute runs the plan and lets the archive keep what happens. A note that
// cannot be written is the archive's first error, which its sinks return.
func (a *app) execute(ctx context.Context, j *job, w *archive.Writer, start time.Time, host []event.Fact, o *runOptions) (*executor.Report, error) {
	m := a.newMeter()
	defer m.clear()
	servers := newFleet(j, func(name string, log []byte) error { return w.Add("server/"+name, log) })
	options := executor.Options{
		Start:  start,
		Open:   servers.opener(j.endpoints),
		Launch: servers.launch,
		Hosts:  j.hosts,
		Sink: func(cell, repeat int, names *event.Names) (executor.Sink, error) {
			return w.Repeat(cell, repeat, names)
		},
		Progress: m.show,
		Begun:    func(c *event.Cell) { _ = w.Note(c) },
		Finished: func(c *event.Cell) { _ = w.Note(c); m.finished(c) },
		Facts:    factValues(host),
		Only:     j.only,
		Found:    m.found,
		Keep:     o.keep,
	}
	o.tables.set(&options)
	report, err := executor.Run(ctx, j.plan, options)
	if closing := servers.Close(); err == nil {
		err = closing
	}
	return report, err
}

// conclude closes the archive, whatever happened, and summarises it. The
// summary is one of the archive's files, so it is made of the rows before the
// run is called complete.
func conclude(w *archive.Writer, went *executor.Report, runErr error) (*report.Summary, error) {
	status, reason := standing(went, runErr)
	err := w.Facts(went.Facts)
	var summary *report.Summary
	if err == nil {
		summary, err = summarise(w, went, status, reason)
	}
	if err != nil { // a run without a summary is not complete
		status, reason = archive.Failed, err.Error()
	}
	return summary, distinct(err, w.Finish(status, reason, went.Cells, went.Clocks))
}

// summarise adds the summary of the rows written so far to the archive.
func summarise(w *archive.Writer, went *executor.Report, status archive.Status, reason string) (*report.Summary, error) {
	run, err := w.Preview(status, reason, went.Cells)
	if err != nil {
		return nil, err
	}
	summary, err := report.Summarise(run, report.Options{})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := summary.JSON(&text); err != nil {
		return nil, err
	}
	if err := w.AddTable("summary", summary.Table()); err != nil {
		return nil, err
	}
	return summary, w.Add("summary.json", text.Bytes())
}

// standing is the status of a run and the sentence that says why.
func standing(went *executor.Report, err error) (archive.Status, string) {
	switch {
	case errors.Is(err, context.Canceled):
		return archive.Interrupted, "The run was interrupted."
	case err != nil:
		return archive.Failed, err.Error()
	}
	for _, c := range went.Cells {
		if c.Status != "complete" {
			return archive.Failed, c.Reason
		}
	}
	return archive.Complete, ""
}

// verdict is the error that stands for a run's exit code. A reason that the
// summary has told is not told again.
func verdict(ctx context.Context, s *report.Summary, err error, told bool) error {
	switch {
	case ctx.Err() != nil:
		return silent(exitInterrupted)
	case err != nil && told:
		return silent(exitFailed)
	case err != nil:
		return failed(err)
	case s.Broken():
		return silent(exitBroken)
	}
	return nil
}
