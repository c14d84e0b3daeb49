package main

import (
	"fmt"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/report"
	"github.com/spf13/cobra"
)

func newReport(a *app) *cobra.Command {
	var o output
	var percentiles []float64
	var interval time.Duration
	cmd := &cobra.Command{
		Use:   "report [RUN…]",
		Short: "Report on archived runs; without RUN, on the newest",
		Long: "Report on archived runs; without RUN, on the newest. As text a run of one cell has tables of its\n" +
			"transactions, statements and intervals, and a run of several cells one line for each cell and load;\n" +
			"--json has everything of every cell.",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			asked := report.Options{Percentiles: percentiles, Interval: int64(interval)}
			return a.eachRun(args, func(dir string) error { return a.report(dir, &o, asked) })
		},
	}
	o.register(cmd)
	cmd.Flags().Float64SliceVar(&percentiles, "percentiles", report.DefaultPercentiles, "the `PERCENTILES` to show, from 0 to 100")
	cmd.Flags().Lookup("percentiles").DefValue = "50,95,99,99.9"
	cmd.Flags().DurationVar(&interval, "interval", 0, "show intervals of this `WIDTH`, such as 1s or 100ms")
	return cmd
}

func (a *app) report(dir string, o *output, asked report.Options) error {
	run, err := archive.OpenDir(dir)
	if err != nil {
		return fmt.Errorf("no run: %w", err)
	}
	summary, err := report.Summarise(run, asked)
	if err != nil {
		return err
	}
	return o.write(a.out, summary)
}
