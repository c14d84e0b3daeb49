// Command bench-sysbench compares Assay with sysbench 1.0: same server, same
// tables, same distribution, same series.
//
// For each cell (a test, a transport and a number of workers) it runs pairs of
// both programs, in alternating order, against a private MariaDB, and prints a
// Markdown table of medians. It is for a person with a quiet machine, never
// for CI: what else runs there decides the figures. A pair of 10 s takes about
// 25 s. With -loading it compares whole runs of both programs' prepare instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// main makes an interrupt end the server, too.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench-sysbench:", err)
		os.Exit(1)
	}
}

// options are what the command line says.
type options struct {
	pairs   int
	seconds int
	tables  int
	rows    int
	program string // of Assay; empty: made from this tree
	loading bool
	cells   []cell
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var cells string
	f := flag.NewFlagSet("bench-sysbench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.pairs, "pairs", 7, "pairs of runs for each cell; fewer than 6 have no 95 % interval")
	f.IntVar(&o.seconds, "seconds", 10, "length of each run")
	f.IntVar(&o.tables, "tables", 2, "tables")
	f.IntVar(&o.rows, "rows", 200_000, "rows of each table")
	f.StringVar(&o.program, "program", "", "measure this Assay, to compare builds (default made from this tree)")
	f.BoolVar(&o.loading, "loading", false, "compare `prepare` in place of the cells")
	f.StringVar(&cells, "cells", "", "patterns of cells, such as 'point_select/*/16 read_write/tcp/*' (default all)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.pairs < 1 || o.seconds < 1 || o.tables < 1 || o.rows < 1 || f.NArg() > 0 {
		return o, errors.New("pairs, seconds, tables and rows are at least 1, and there are no other arguments")
	}
	var err error
	o.cells, err = choose(cells)
	return o, err
}

// run is the whole command.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	if o.loading {
		return compareLoading(ctx, o, stdout, stderr)
	}
	b, err := open(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.prepare(ctx); err != nil {
		return err
	}
	b.head(stdout)
	for _, c := range o.cells {
		s, err := b.series(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		fmt.Fprintln(stdout, s.row())
	}
	return nil
}

// series runs the pairs of a cell.
func (b *bench) series(ctx context.Context, c cell) (*series, error) {
	pairs, err := b.alternate(c.String(), "events",
		func() (result, error) { return b.assay(ctx, c) },
		func() (result, error) { return b.sysbench(ctx, c) })
	return &series{cell: c, pairs: pairs}, err
}
