package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// quiet is readings of a quiet repeat of 10 s with 4 workers on 2 processors,
// changed.
func quiet(change func(*readings)) readings {
	r := readings{
		cores: 2, length: 10e9, cpu: 5e9, paused: 20e6, longest: 2e6, waited: 0, workers: 4, lag: 50e3, step: 1e6, stolen: 0, machine: 20e9,
	}
	change(&r)
	return r
}

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*readings)
		failed string // checks
		made   int
	}{
		"a quiet run":                    {func(*readings) {}, "", 7},
		"processors at the limit":        {func(r *readings) { r.cpu = 18e9 }, "", 7},
		"processors beyond it":           {func(r *readings) { r.cpu = 18.1e9 }, "client_cpu", 7},
		"a database in this process":     {func(r *readings) { r.cpu, r.cores = 20e9, -1 }, "", 6},
		"many short collections":         {func(r *readings) { r.paused = 101e6 }, "gc_paused", 7},
		"one long collection":            {func(r *readings) { r.longest = 10.5e6 }, "gc_longest", 7},
		"workers waited for the archive": {func(r *readings) { r.waited = 401e6 }, "archive_wait", 7},
		"a late generator":               {func(r *readings) { r.lag = 1.1e6 }, "start_lag_p99", 7},
		"closed loops have no lag":       {func(r *readings) { r.lag = -1 }, "", 6},
		"the clock was set":              {func(r *readings) { r.step = 60e9 }, "clock_step", 7},
		"a machine shared by others":     {func(r *readings) { r.stolen = 201e6 }, "stolen", 7},
		"a system without /proc/stat":    {func(r *readings) { r.stolen, r.machine = -1, -1 }, "", 6},
		"two at once":                    {func(r *readings) { r.cpu, r.stolen = 19e9, 5e9 }, "client_cpu stolen", 7},
		"nothing but its length": {func(r *readings) {
			*r = readings{cores: -1, length: 1e9, cpu: -1, paused: -1, longest: -1, lag: -1, stolen: -1, machine: -1}
		}, "", 2},
	} {
		v := judge(quiet(c.change))
		var failed []string
		for _, check := range v.Checks {
			if !check.OK {
				failed = append(failed, check.Check)
			}
			if check.OK != (check.Value <= check.Limit) || check.Unit == "" || check.why == "" {
				t.Errorf("%s: check %+v", name, check)
			}
		}
		if got := strings.Join(failed, " "); got != c.failed || v.Valid != (c.failed == "") || len(v.Checks) != c.made {
			t.Errorf("%s: failed %q of %d checks, valid %v; want %q of %d", name, got, len(v.Checks), v.Valid, c.failed, c.made)
		}
	}
}

// noted is what a run notes about a repeat of cell 0.
func noted(repeat int, cpu string) (facts []event.Fact) {
	for name, value := range map[string]string{
		"cores": "2", "length": "10000000000", "cpu": cpu, "gc_paused": "1000000", "gc_longest": "500000", "clock_step": "-20000", "stolen": "0", "machine": "20000000000",
	} {
		facts = append(facts, event.Fact{Repeat: repeat, When: "after", Source: "client", Name: name, Value: value})
	}
	return facts
}

// A repeat whose client was the bottleneck is marked, says why, and is no
// sample for benchstat unless it is asked for.
func TestValidityOfARun(t *testing.T) {
	s := &sample{plan: samplePlan(4), facts: append(noted(0, "7000000000"), noted(1, "19000000000")...)}
	s.plan.Repeat = 2
	s.repeats = []repeated{working(0, 0, 4, 400, 1), working(0, 1, 4, 400, 2)}
	summary := summarise(t, s, Options{})
	for i, valid := range []bool{true, false} {
		if v := summary.Cells[0].Repeats[i].Validity; v == nil || v.Valid != valid || len(v.Checks) != 6 {
			t.Errorf("repeat %d: %+v", i, v)
		}
	}
	const why = "not valid: the load generator was short of processors: client cpu 95.0 % (limit 90 %)"
	var told []string
	for _, w := range summary.Warnings {
		if *w.Repeat == 1 {
			told = append(told, w.Message)
		}
	}
	if len(told) == 0 || told[0] != why {
		t.Errorf("warnings %q", told)
	}
	var text bytes.Buffer
	_ = summary.Text(&text)
	if !strings.Contains(text.String(), "valid · the load generator used") {
		t.Errorf("the text has no verdict:\n%s", &text)
	}
	for invalid, lines := range map[bool]int{false: 1, true: 2} {
		var bench bytes.Buffer
		_ = summarise(t, s, Options{Invalid: invalid}).Bench(&bench)
		if n := strings.Count(bench.String(), "\nBenchmark"); n != lines || strings.Contains(bench.String(), "repeat 1, load oltp is left out: not valid") == invalid {
			t.Errorf("invalid %v: %d lines\n%s", invalid, n, &bench)
		}
	}
}

// A run that noted nothing is not judged.
func TestNoVerdictWithoutReadings(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 400, 1)}}
	if v := summarise(t, s, Options{}).Cells[0].Repeats[0].Validity; v != nil {
		t.Errorf("the verdict is %+v", v)
	}
}
