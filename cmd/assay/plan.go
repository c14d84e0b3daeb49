package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/spf13/cobra"
)

func newPlan(a *app) *cobra.Command {
	var in inputs
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan SPEC|PLAN [EXPERIMENT]",
		Short: "Show what a run would do; touches no server",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			experiment := ""
			if len(args) > 1 {
				experiment = args[1]
			}
			return a.plan(&in, args[0], experiment, &o)
		},
	}
	in.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", "`FORMAT`: text, or json for a file that `assay run` takes")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.StringVarP(&o.file, "output", "o", "", "write to `FILE`; as json if its name ends in .json")
	flags.StringVar(&o.diff, "diff", "", "say what differs in `OTHER`, a spec or plan file")
	return cmd
}

// planOptions are the flags of plan that shape no plan.
type planOptions struct {
	format string
	json   bool
	file   string
	diff   string
}

func (a *app) plan(in *inputs, path, experiment string, o *planOptions) error {
	j, err := a.load(in, path, experiment)
	if err != nil {
		return err
	}
	if o.diff != "" {
		return a.planDiff(in, j, experiment, o.diff)
	}
	var text bytes.Buffer
	switch {
	case o.json || o.format == "json" || strings.HasSuffix(o.file, ".json"):
		text.Write(j.encoded)
	case o.format == "text":
		if err := plan.Describe(&text, j.plan); err != nil {
			return err
		}
	default:
		return fmt.Errorf("--format %s is neither text nor json", o.format)
	}
	return writeOut(a.out, o.file, text.Bytes())
}

// planDiff says in words what differs between a plan and another.
func (a *app) planDiff(in *inputs, j *job, experiment, other string) error {
	b, err := a.load(in, other, experiment)
	if err != nil {
		return err
	}
	lines := plan.Diff(j.plan, b.plan)
	for _, line := range lines {
		fmt.Fprintln(a.out, line)
	}
	if len(lines) == 0 {
		fmt.Fprintf(a.out, "The same experiment: both have digest %s.\n", j.digest)
	}
	return nil
}

// writeOut writes to the file, or to w if there is no name.
func writeOut(w io.Writer, file string, data []byte) error {
	if file != "" {
		return os.WriteFile(file, data, 0o666)
	}
	_, err := w.Write(data)
	return err
}
