package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newReport(a *app) *cobra.Command {
	var o output
	cmd := &cobra.Command{
		Use:   "report [RUN…]",
		Short: "Report on archived runs; without RUN, on the newest",
		Long: "Report on archived runs; without RUN, on the newest. As text a run of one cell has tables of its\n" +
			"transactions, statements and intervals, and a run of several cells one line for each cell and load;\n" +
			"--only and --cell choose cells, and one that is left alone has the tables.\n" +
			"json and csv have everything of every cell, sysbench one report for each cell, repeat and load.",
		RunE: func(_ *cobra.Command, args []string) error {
			if o.file != "" && len(args) > 1 {
				return fmt.Errorf("-o %s would hold only the last of %d runs; report on them one by one", o.file, len(args))
			}
			if err := o.check(); err != nil {
				return err
			}
			return a.eachRun(args, func(dir string) error { return o.print(a.out, dir) })
		},
	}
	o.register(cmd)
	o.choice.register(cmd)
	return cmd
}
