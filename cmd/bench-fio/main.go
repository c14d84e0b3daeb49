// Command bench-fio compares Assay's probe of files with fio: same file, same
// job, same series.
//
// For each job it runs rounds of Assay and, twice, fio, in changing order, and
// prints a Markdown table of medians. What fio differs from itself by is what
// Assay may differ from it by, and a little more. It is for a person with a
// quiet machine, never for CI: what else uses the disk decides the figures. A
// round of 10 s takes about 35 s.
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
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench-fio:", err)
		os.Exit(1)
	}
}

// options are what the command line says.
type options struct {
	rounds    int
	seconds   int
	mebibytes int
	directory string
	jobs      []job
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var jobs string
	f := flag.NewFlagSet("bench-fio", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.rounds, "rounds", 9, "rounds for each job: a run of Assay and two of fio")
	f.IntVar(&o.seconds, "seconds", 10, "length of each run")
	f.IntVar(&o.mebibytes, "mebibytes", 1024, "size of the file")
	f.StringVar(&o.directory, "directory", ".", "where the file is: what is measured is the disk of this directory")
	f.StringVar(&jobs, "jobs", "", "patterns of jobs, such as 'rndrd/*/*' (default all)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.rounds < 1 || o.seconds < 1 || o.mebibytes < 1 || f.NArg() > 0 {
		return o, errors.New("rounds, seconds and mebibytes are at least 1, and there are no other arguments")
	}
	var err error
	o.jobs, err = choose(jobs)
	return o, err
}

// run is the whole command.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	b, err := open(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer b.close()
	b.head(ctx, stdout)
	for _, j := range o.jobs {
		s, err := b.series(ctx, j)
		if err != nil {
			return fmt.Errorf("%s: %w", j, err)
		}
		fmt.Fprintln(stdout, s.row())
	}
	return nil
}

// series runs the rounds of a job. Who is first changes with each, so that a
// drift of the machine favours nobody.
func (b *bench) series(ctx context.Context, j job) (*series, error) {
	s := &series{job: j}
	for i := range b.rounds {
		var r round
		programs := []func(context.Context, job) (result, error){b.assay, b.fio, b.fio}
		into := []*result{&r.assay, &r.fio, &r.again}
		for k := range programs {
			k = (k + i) % len(programs)
			var err error
			if *into[k], err = programs[k](ctx, j); err != nil {
				return nil, err
			}
		}
		s.rounds = append(s.rounds, r)
		fmt.Fprintf(b.log, "%s %s round %d: Assay %.0f, fio %.0f and %.0f operations/s\n",
			time.Now().Format(time.TimeOnly), j, i+1, r.assay.rate, r.fio.rate, r.again.rate)
	}
	return s, nil
}
