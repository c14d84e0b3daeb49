package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// filling is one comparison of loading: so many tables of one size are made,
// filled and indexed, by `assay prepare` over so many connections and by
// `sysbench prepare` with so many threads.
type filling struct {
	tables, loaders, threads int
	insert                   bool // the server takes no streams
}

// fillings are those that loading is judged by. sysbench fills a table by one
// thread, whatever the threads.
var fillings = []filling{
	{tables: 1, loaders: 1, threads: 1},
	{tables: 2, loaders: 2, threads: 2},
	{tables: 1, loaders: 2, threads: 1},
	{tables: 1, loaders: 4, threads: 1},
	{tables: 1, loaders: 1, threads: 1, insert: true},
	{tables: 2, loaders: 2, threads: 2, insert: true},
}

// String names a filling in the log.
func (f *filling) String() string {
	return fmt.Sprintf("%s, tables %d, loaders %d, threads %d:", f.way(), f.tables, f.loaders, f.threads)
}

// way is what Assay sends.
func (f *filling) way() string {
	if f.insert {
		return "INSERT"
	}
	return "LOAD DATA"
}

// The servers of both ways. Their log is larger than what a pair writes into
// it, so that neither program waits for the other's pages.
const (
	largeLog  = "innodb_log_file_size=4G"
	streams   = "local_infile=ON"
	noStreams = "local_infile=OFF"
)

// compareLoading runs the pairs of all fillings, each way on a server of its
// own.
func compareLoading(ctx context.Context, o options, stdout, log io.Writer) error {
	for i, setting := range []string{streams, noStreams} {
		b, err := open(ctx, o, log, largeLog, setting)
		if err != nil {
			return err
		}
		if i == 0 {
			b.loadingHead(stdout)
		}
		err = b.fillAll(ctx, setting == noStreams, stdout)
		b.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// fillAll compares those of one way.
func (b *bench) fillAll(ctx context.Context, insert bool, stdout io.Writer) error {
	for _, f := range fillings {
		if f.insert != insert {
			continue
		}
		b.tables = f.tables
		c := cell{"read_write", "socket", f.threads}
		pairs, err := b.alternate(f.String(), "rows",
			func() (result, error) {
				return b.fill(ctx, b.assayCommand(ctx, "prepare", c, "--loaders", strconv.Itoa(f.loaders)), b.assayCommand(ctx, "cleanup", c))
			},
			func() (result, error) {
				return b.fill(ctx, b.sysbenchCommand(ctx, "prepare", c), b.sysbenchCommand(ctx, "cleanup", c))
			})
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, (&series{pairs: pairs}).loadingRow(&f))
	}
	return nil
}

// fill runs one program, from its start to its end, and removes the tables.
func (b *bench) fill(ctx context.Context, prepare, cleanup *exec.Cmd) (result, error) {
	start := time.Now()
	_, used, err := b.execute(ctx, prepare)
	took := time.Since(start)
	if err != nil {
		return result{}, err
	}
	rows := float64(b.tables * b.rows)
	_, _, err = b.execute(ctx, cleanup)
	return result{throughput: rows / took.Seconds(), cpu: float64(used.total()) / rows}, err
}

// loadingHead writes what is compared on which machine.
func (b *bench) loadingHead(w io.Writer) {
	fmt.Fprintf(w, "MariaDB %s (%s %s), tables of %d rows, with the index on k; %d pairs of whole runs of `prepare`, in alternating order.\n",
		b.server.Version(), strings.Join(settings, " "), largeLog, b.rows, b.pairs)
	fmt.Fprintf(w, "%s.\n\n", machine())
	fmt.Fprint(w, "| by | tables | loaders of Assay | threads of sysbench | Assay rows/s | sysbench rows/s | ratio (median) | interval of the median | sure "+
		"| CPU per row, Assay | sysbench |\n"+strings.Repeat("|---", 11)+"|\n")
}

// loadingRow is a filling's row of the table.
func (s *series) loadingRow(f *filling) string {
	low, high, sure := s.interval(pair.ratio)
	return fmt.Sprintf("| %s | %d | %d | %d | %.0f | %.0f | **%.3f** | %.3f … %.3f | %.1f %% | %.2f µs | %.2f µs |",
		f.way(), f.tables, f.loaders, f.threads,
		s.median(func(p pair) float64 { return p.assay.throughput }), s.median(func(p pair) float64 { return p.sysbench.throughput }),
		s.median(pair.ratio), low, high, 100*sure,
		s.median(func(p pair) float64 { return p.assay.cpu / 1e3 }), s.median(func(p pair) float64 { return p.sysbench.cpu / 1e3 }))
}
