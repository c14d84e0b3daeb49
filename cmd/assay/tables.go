package main

import (
	"fmt"

	"github.com/assay-bench/assay/executor"
	"github.com/spf13/cobra"
)

// tableOptions are the flags of commands that make tables.
type tableOptions struct {
	recreate bool
	unasked  bool
	loaders  int
}

func (o *tableOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.unasked, "no-preflight", false, "begin without asking the target whether it has room for this, if its answer is wrong")
	flags.BoolVar(&o.recreate, "recreate", false, "drop and make again tables of ours that do not fit")
	flags.IntVar(&o.loaders, "loaders", 0, "fill tables over `N` connections; what they hold is the same for any N (default: by processors)")
}

// check refuses numbers that make no sense.
func (o *tableOptions) check() error {
	if o.loaders < 0 {
		return fmt.Errorf("--loaders takes a number of connections, at least 1; it is %d", o.loaders)
	}
	return nil
}

// set tells the executor.
func (o *tableOptions) set(to *executor.Options) {
	to.Recreate, to.Unchecked, to.Loaders = o.recreate, o.unasked, o.loaders
}
