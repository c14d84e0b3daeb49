package main

import (
	"fmt"

	"github.com/assay-bench/assay/planner"
	"github.com/spf13/cobra"
)

func newValidate(a *app) *cobra.Command {
	var in inputs
	cmd := &cobra.Command{
		Use:   "validate SPEC [EXPERIMENT]",
		Short: "Find the mistakes of a spec; touches no server",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.validate(&in, args[0], named(args))
		},
	}
	in.register(cmd)
	return cmd
}

// validate checks all that the spec declares, used or not.
func (a *app) validate(in *inputs, path, experiment string) error {
	s, err := a.readSpec(path)
	if err != nil {
		return err
	}
	o, err := in.options(a, s, experiment)
	if err != nil {
		return err
	}
	if err := a.diagnose(planner.Validate(s, o), s.Files); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s is valid.\n", path)
	return nil
}
