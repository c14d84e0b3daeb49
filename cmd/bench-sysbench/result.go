package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// result is one run of one program.
type result struct {
	throughput float64 // events per second
	cpu        float64 // of the client for each statement, ns; without starting
	spread     float64 // standard deviation of the workers' events ÷ their mean
	client     string  // how Assay served its connections
}

// assay runs Assay once, archiving every event and statement, as is its default.
func (b *bench) assay(ctx context.Context, c cell) (result, error) {
	defer os.RemoveAll(filepath.Join(b.dir, "results"))
	start, err := b.startingCost("assay", c, func() (cpu, error) {
		_, used, err := b.execute(ctx, b.assayCommand(ctx, "run", c, "--keep", "--json", "--var", "time=0", "--var", "events="+strconv.Itoa(c.workers)))
		return used, err
	})
	if err != nil {
		return result{}, err
	}
	out, used, err := b.execute(ctx, b.assayCommand(ctx, "run", c, "--keep", "--json", "--var", "time="+strconv.Itoa(b.seconds)))
	if err != nil {
		return result{}, err
	}
	load, err := parseAssay(out)
	if err != nil {
		return result{}, err
	}
	return load.result(used.total()-start.total(), c), nil
}

// summary is the part of Assay's JSON that is compared.
type summary struct {
	Cells []struct {
		Repeats []struct {
			Loads []load `json:"loads"`
		} `json:"repeats"`
	} `json:"cells"`
}

// load is one load of it, which a run of the bench has.
type load struct {
	Throughput float64 `json:"throughput_per_s"`
	Client     string  `json:"client"`
	Events     struct {
		OK int64 `json:"ok"`
	} `json:"events"`
	Workers struct {
		Mean   float64 `json:"mean_events"`
		Stddev float64 `json:"stddev_events"`
	} `json:"workers"`
}

// parseAssay takes the load out of a summary.
func parseAssay(out string) (load, error) {
	var s summary
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		return load{}, fmt.Errorf("the summary of Assay: %w", err)
	}
	if len(s.Cells) != 1 || len(s.Cells[0].Repeats) != 1 || len(s.Cells[0].Repeats[0].Loads) != 1 {
		return load{}, fmt.Errorf("the summary of Assay is not of one load: %.200s", out)
	}
	l := s.Cells[0].Repeats[0].Loads[0]
	if l.Events.OK == 0 {
		return load{}, fmt.Errorf("no event of Assay succeeded: %.200s", out)
	}
	return l, nil
}

// result is what is compared of a load for which the client used so much
// processor time.
func (l *load) result(used time.Duration, c cell) result {
	return result{
		throughput: l.Throughput,
		cpu:        float64(used) / (float64(l.Events.OK) * c.statements()),
		spread:     l.Workers.Stddev / l.Workers.Mean,
		client:     l.Client,
	}
}

// sysbench runs sysbench once.
func (b *bench) sysbench(ctx context.Context, c cell) (result, error) {
	start, err := b.startingCost("sysbench", c, func() (cpu, error) {
		_, used, err := b.execute(ctx, b.sysbenchCommand(ctx, "run", c, "--time=0", "--events="+strconv.Itoa(c.workers)))
		return used, err
	})
	if err != nil {
		return result{}, err
	}
	out, used, err := b.execute(ctx, b.sysbenchCommand(ctx, "run", c, "--events=0", "--time="+strconv.Itoa(b.seconds)))
	if err != nil {
		return result{}, err
	}
	return parseSysbench(out, used.total()-start.total(), c)
}

// The lines of sysbench 1.0's report that are compared.
var (
	transactions = regexp.MustCompile(`(?m)^    transactions: +(\d+) +\(([\d.]+) per sec\.\)$`)
	fairness     = regexp.MustCompile(`(?m)^    events \(avg/stddev\): +([\d.]+)/([\d.]+)$`)
)

// parseSysbench reads a report of sysbench 1.0.
func parseSysbench(out string, used time.Duration, c cell) (result, error) {
	done, fair := transactions.FindStringSubmatch(out), fairness.FindStringSubmatch(out)
	if done == nil || fair == nil {
		return result{}, fmt.Errorf("this is no report of sysbench 1.0:\n%s", out)
	}
	number := func(text string) float64 {
		f, _ := strconv.ParseFloat(text, 64) // the pattern lets only numbers through
		return f
	}
	return result{
		throughput: number(done[2]),
		cpu:        float64(used) / (number(done[1]) * c.statements()),
		spread:     number(fair[2]) / number(fair[1]),
	}, nil
}

// startingCost measures once for each program and cell what a run of one event
// for each worker costs: connecting, preparing, reporting.
func (b *bench) startingCost(program string, c cell, measure func() (cpu, error)) (cpu, error) {
	key := program + " " + c.String()
	if known, ok := b.starting[key]; ok {
		return known, nil
	}
	used, err := measure()
	if err == nil {
		b.starting[key] = used
	}
	return used, err
}
