package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// result is one run of one program.
type result struct {
	rate     float64 // operations per second
	p50, p99 float64 // latency of the operation that is compared, ns
}

// bench is what the jobs have in common: a program and a file.
type bench struct {
	options
	log io.Writer
	dir string // temporary: the program, its specs and archives
}

// open builds the program and makes the file, which stays for all jobs.
func open(ctx context.Context, o options, log io.Writer) (*bench, error) {
	absolute, err := filepath.Abs(o.directory)
	if err != nil {
		return nil, err
	}
	o.directory = absolute
	b := &bench{options: o, log: log}
	if b.dir, err = os.MkdirTemp("", "bench-fio-"); err != nil {
		return nil, err
	}
	_, err = b.execute(exec.CommandContext(ctx, "go", "build", "-o", b.program(), "github.com/assay-bench/assay/cmd/assay"))
	if err == nil {
		_, err = b.command(ctx, "prepare", o.jobs[0])
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// close removes the file too, whatever has become of the series.
func (b *bench) close() {
	if _, err := b.command(context.Background(), "cleanup", b.jobs[0]); err != nil {
		fmt.Fprintln(b.log, err)
	}
	os.RemoveAll(b.dir)
}

// program is where the command that is compared lies.
func (b *bench) program() string { return filepath.Join(b.dir, "assay") }

// command runs Assay on a job.
func (b *bench) command(ctx context.Context, verb string, j job, more ...string) (string, error) {
	spec := filepath.Join(b.dir, "job.hcl")
	if err := os.WriteFile(spec, []byte(j.spec(&b.options)), 0o600); err != nil {
		return "", err
	}
	return b.execute(exec.CommandContext(ctx, b.program(), append([]string{verb, spec, "--log-level", "warn"}, more...)...))
}

// execute runs a command to its end and gives what it wrote.
func (b *bench) execute(command *exec.Cmd) (string, error) {
	var errs strings.Builder
	command.Stderr = &errs
	out, err := command.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", err
	case err != nil:
		return "", fmt.Errorf("%s: %w\n%s%s", command, err, errs.String(), out)
	}
	return string(out), nil
}

// assay runs the job by Assay, archiving every operation, as is its default.
func (b *bench) assay(ctx context.Context, j job) (result, error) {
	results := filepath.Join(b.dir, "results")
	defer os.RemoveAll(results)
	out, err := b.command(ctx, "run", j, "--json", "--percentiles", "50,99", "--results", results)
	if err != nil {
		return result{}, err
	}
	return parseAssay(out, j)
}

// summary is the part of Assay's JSON that is compared.
type summary struct {
	Cells []struct {
		Repeats []struct {
			Loads []struct {
				Length       float64 `json:"length_ns"`
				Transactions []struct {
					Name   string `json:"transaction"`
					Events struct {
						OK float64 `json:"ok"`
					} `json:"events"`
					Response *latency `json:"response"`
				} `json:"transactions"`
			} `json:"loads"`
		} `json:"repeats"`
	} `json:"cells"`
}

// latency is a distribution of which the percentiles are read, in the order in
// which they were asked for.
type latency struct {
	Percentiles []struct {
		Value float64 `json:"value_ns"`
	} `json:"percentiles"`
}

// parseAssay reads a summary. Syncs are operations of their own in both
// programs, and no part of the rate.
func parseAssay(out string, j job) (r result, err error) {
	var s summary
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		return r, fmt.Errorf("the summary of Assay: %w", err)
	}
	if len(s.Cells) != 1 || len(s.Cells[0].Repeats) != 1 || len(s.Cells[0].Repeats[0].Loads) != 1 {
		return r, fmt.Errorf("the summary of Assay is not of one load: %.200s", out)
	}
	load := s.Cells[0].Repeats[0].Loads[0]
	for _, t := range load.Transactions {
		if t.Name != "sync" {
			r.rate += t.Events.OK / load.Length * 1e9
		}
		if t.Name == j.measure && t.Response != nil && len(t.Response.Percentiles) == 2 {
			r.p50, r.p99 = t.Response.Percentiles[0].Value, t.Response.Percentiles[1].Value
		}
	}
	return r.complete("Assay", out)
}

// fio runs the job by fio, on the file that Assay has made: both find the same
// extents, and neither is the first to write them.
func (b *bench) fio(ctx context.Context, j job) (result, error) {
	out, err := b.execute(exec.CommandContext(ctx, "fio", j.arguments(&b.options)...))
	if err != nil {
		return result{}, err
	}
	return parseFio(out, j)
}

// operation is what fio tells of one kind.
type operation struct {
	Rate    float64 `json:"iops"`
	Latency struct {
		Percentile map[string]float64 `json:"percentile"`
	} `json:"lat_ns"`
}

// parseFio reads the JSON of fio 3.
func parseFio(out string, j job) (r result, err error) {
	var report struct {
		Jobs []struct{ Read, Write, Sync operation } `json:"jobs"`
	}
	out = out[max(strings.Index(out, "{"), 0):] // notes stand before it
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Jobs) != 1 {
		return r, fmt.Errorf("this is no report of fio 3 on one job: %.200s", out)
	}
	one := report.Jobs[0]
	of := map[string]operation{"read": one.Read, "write": one.Write, "sync": one.Sync}[j.measure]
	r = result{one.Read.Rate + one.Write.Rate, of.Latency.Percentile["50.000000"], of.Latency.Percentile["99.000000"]}
	return r.complete("fio", out)
}

// complete refuses a result that lacks a figure.
func (r result) complete(program, out string) (result, error) {
	if r.rate == 0 || r.p50 == 0 || r.p99 == 0 {
		return r, fmt.Errorf("%s reports no %+v: %.300s", program, r, out)
	}
	return r, nil
}
