package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func render(t *testing.T, s *Summary) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Text(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGoldenOneCell(t *testing.T) {
	s := summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 2000, 1)}}, Options{Interval: 3 * second})
	golden(t, "one.txt", render(t, s))
	var out bytes.Buffer
	if err := s.JSON(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "one.json", out.Bytes())
}

func TestGoldenManyCells(t *testing.T) {
	p := samplePlan(1, 4, 16)
	p.Repeat = 2
	s := &sample{plan: p}
	for cell, threads := range []int64{1, 4, 16} {
		for repeat := range 2 {
			s.repeats = append(s.repeats, working(cell, repeat, threads, 200*(cell+repeat+1), uint64(cell*2+repeat)))
		}
	}
	golden(t, "many.txt", render(t, summarise(t, s, Options{})))
}

func TestGoldenRepeats(t *testing.T) {
	p := samplePlan(4)
	p.Repeat = 3
	s := &sample{plan: p}
	for repeat, n := range []int{1500, 1400, 1600} {
		s.repeats = append(s.repeats, working(0, repeat, 4, n, uint64(repeat)))
	}
	golden(t, "repeats.txt", render(t, summarise(t, s, Options{})))
}

// TestNoEvents: a repeat in which nothing finished has a summary too.
func TestNoEvents(t *testing.T) {
	r := working(0, 0, 4, 0, 1)
	s := summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{r}}, Options{Interval: second})
	total := s.Cells[0].Repeats[0].Total
	if total.Events.Total != 0 || total.Throughput != 0 || total.Response != nil {
		t.Errorf("total %+v, want nothing", total)
	}
	text := string(render(t, s))
	for _, want := range []string{"no events", "there are no events in the measured phase"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestOneEvent: every percentile of one event is that event.
func TestOneEvent(t *testing.T) {
	r := working(0, 0, 4, 0, 1)
	r.batch.Events = append(r.batch.Events, event.Event{ID: 1, Start: 3 * second, Wait: ms, Service: 5 * ms, Load: 1, Transaction: codeRead, Phase: event.Measure, Attempts: 1})
	s := summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{r}}, Options{Percentiles: []float64{0, 1, 50, 99.99, 100}})
	total := s.Cells[0].Repeats[0].Total
	checkLatency(t, "response", total.Response, []int64{6 * ms})
	checkLatency(t, "service", total.Service, []int64{5 * ms})
	if total.Throughput != 0.1 {
		t.Errorf("throughput %v, want 0.1", total.Throughput)
	}
}

// TestWithoutStatements: what only statements tell is null, with a warning.
func TestWithoutStatements(t *testing.T) {
	s := summarise(t, &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 500, 1)}, dropped: true}, Options{})
	l := &s.Cells[0].Repeats[0].Loads[0]
	if l.Labels != nil || l.Statements.Read != nil || l.Reconnects != nil || l.Statements.Total == 0 {
		t.Errorf("load %+v tells what it cannot know", l)
	}
	if len(l.Errors) != 1 || l.Errors[0].Code != 2013 || l.Errors[0].Count != l.Events.Error {
		t.Errorf("errors %v, want %d of code 2013", l.Errors, l.Events.Error)
	}
	if !strings.Contains(string(render(t, s)), "statements were not archived") {
		t.Error("no warning")
	}
}

// TestServerWarnings: what a server warned of at its start is to be known, once
// for all its starts.
func TestServerWarnings(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 200, 1), working(0, 1, 4, 200, 1)}}
	for repeat := range 2 {
		s.facts = append(s.facts, event.Fact{
			Cell: 0, Repeat: repeat, When: "before", Host: "maria-1", Source: "server", Name: "warning.1", Value: "'old-option' was removed.",
		})
	}
	text := string(render(t, summarise(t, s, Options{})))
	if n := strings.Count(text, "server maria-1 warned at its start: 'old-option' was removed. (repeat 0, repeat 1)"); n != 1 {
		t.Errorf("said %d times:\n%s", n, text)
	}
}

// TestThreadsOfTheHost: a number of threads that the plan leaves to the host is
// the one that the run noted; workers without events starved.
func TestThreadsOfTheHost(t *testing.T) {
	p := samplePlan(4)
	p.Loads[0].Threads = plan.Number{Expr: expr.Expr{Op: expr.OpFact, Kind: expr.Int, Text: "host.cpus"}}
	s := &sample{plan: p, repeats: []repeated{working(0, 0, 4, 200, 1)}}
	for noted, want := range map[string]Workers{"": {Count: 4, Min: 48}, "6": {Count: 6, Min: 0}} {
		s.facts = []event.Fact{{Cell: 0, Repeat: 0, When: "before", Source: "assay", Name: "load.oltp.threads", Value: noted}}
		l := summarise(t, s, Options{}).Cells[0].Repeats[0].Loads[0]
		if l.Workers.Count != want.Count || l.Workers.Min != want.Min || l.Workers.Mean != float64(l.Events.OK)/float64(want.Count) {
			t.Errorf("noted %q: workers %+v, want %+v", noted, l.Workers, want)
		}
	}
}

// TestClientIsShown: how connections were served stands with their load, in its
// own repeat alone.
func TestClientIsShown(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 20, 1)}}
	const served = "2 event loops, pinned"
	for repeat, want := range []int{1, 0} {
		s.facts = []event.Fact{{Cell: 0, Repeat: repeat, When: "before", Source: "assay", Name: "load.oltp.client", Value: served}}
		if n := strings.Count(string(render(t, summarise(t, s, Options{}))), "  client       "+served+"\n"); n != want {
			t.Errorf("noted of repeat %d: shown %d times, want %d", repeat, n, want)
		}
	}
}

func TestOnly(t *testing.T) {
	s := &sample{plan: samplePlan(1, 2), repeats: []repeated{working(0, 0, 1, 10, 1), working(1, 0, 2, 10, 2)}}
	got := summarise(t, s, Options{Only: func(cell int) bool { return cell == 1 }})
	if len(got.Cells) != 1 || got.Cells[0].Cell != 1 {
		t.Errorf("cells %+v, want cell 1", got.Cells)
	}
}

func TestRefusals(t *testing.T) {
	run := (&sample{plan: samplePlan(1), repeats: []repeated{working(0, 0, 1, 10, 1)}}).archived(t)
	for want, o := range map[string]Options{
		"from 0 to 100":         {Percentiles: []float64{101}},
		"interval is negative":  {Interval: -1},
		"into 10000000 pieces;": {Interval: 1000},
		"after the beginning":   {Checkpoints: []int64{second, 0}},
		"more than 256":         {Checkpoints: make([]int64, 257)},
	} {
		if _, err := Summarise(run, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestUnreadablePlan: figures do not need the plan.
func TestUnreadablePlan(t *testing.T) {
	p := samplePlan(4)
	p.Format = plan.Format + 1
	s := summarise(t, &sample{plan: p, repeats: []repeated{working(0, 0, 4, 100, 1)}}, Options{})
	if n := s.Cells[0].Repeats[0].Total.Events.Total; n != 100 {
		t.Errorf("%d events, want 100", n)
	}
	if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0].Message, "format 2") {
		t.Errorf("warnings %v, want one about the format", s.Warnings)
	}
}
