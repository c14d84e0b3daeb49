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
			return a.plan(&in, args[0], named(args), &o)
		},
	}
	in.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", "`FORMAT`: text, or json for a file that `assay run` takes")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.StringVarP(&o.file, "output", "o", "", "write to `FILE`; as json if its name ends in .json")
	flags.StringVar(&o.diff, "diff", "", "say what differs in `OTHER`, a spec or plan file; --var and --seed hold for each that is a spec")
	return cmd
}

// planOptions are the flags of plan that shape no plan.
type planOptions struct {
	format string
	json   bool
	file   string
	diff   string
}

// plan writes a plan as text or JSON, or how it differs from another. It needs no
// address: who reviews a plan may have no way to the server.
func (a *app) plan(in *inputs, path, experiment string, o *planOptions) error {
	if o.diff != "" {
		return a.planDiff(in, experiment, path, o.diff)
	}
	j, err := a.load(in, path, experiment)
	if err != nil {
		return err
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

// planDiff says in words what changes from one spec or plan file to another.
// The variables are for the one that is a spec, or for both.
func (a *app) planDiff(in *inputs, experiment string, paths ...string) error {
	var jobs []*job
	for _, path := range paths {
		own := *in
		if _, fixed := planFile(path); fixed {
			own.vars, own.varFiles, own.seed = nil, nil, ""
		}
		j, err := a.load(&own, path, experiment)
		if err != nil {
			return err
		}
		jobs = append(jobs, j)
	}
	lines := plan.Diff(jobs[0].plan, jobs[1].plan)
	for _, line := range lines {
		fmt.Fprintln(a.out, line)
	}
	if len(lines) == 0 {
		fmt.Fprintf(a.out, "The same experiment: both have digest %s.\n", jobs[0].digest)
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
