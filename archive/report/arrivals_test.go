package report

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// openSample is a load of 4 workers at 100/s for 10 s, of whose 1,000 arrivals
// 900 ran, 60 were dropped and 40 still waited, after a warm-up that left 10; each
// event began 30 ms after it was due, of which 20 to 119 µs were the generator's.
func openSample() *sample {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 900, 1)}}
	s.plan.Loads[0].Open = &plan.Open{Rate: 25, PerWorker: true, Arrivals: plan.Poisson, Overload: plan.Drop, MaxWait: second}
	r := &s.repeats[0]
	for i := range r.batch.Events {
		e := &r.batch.Events[i]
		e.Lag = event.Unknown
		if e.Phase == event.Measure {
			e.Start, e.Wait, e.Lag = e.Start+30*ms, 30*ms, 20_000+int64(i%100)*1000
		}
	}
	r.batch.Arrivals = []event.Arrival{{Second: second, Load: 1, Phase: event.Warmup, Scheduled: 15, Started: 5, Finished: 5, Waiting: 10}}
	for k := range int64(10) {
		row := event.Arrival{Second: (2 + k) * second, Load: 1, Phase: event.Measure, Scheduled: 100, Started: 90, Finished: 89, Failed: 1, Dropped: 6, Waiting: 4 * (k + 1)}
		if k == 3 {
			row.Started, row.Finished = 91, 87 // three are running at its end
			row.Waiting--
		} else if k == 4 {
			row.Started, row.Finished = 89, 91
		}
		late := event.Arrival{Second: row.Second, Load: 1, Phase: event.Warmup}
		if k == 0 {
			late.Started, late.Finished, late.Dropped = 5, 5, 5
		}
		r.batch.Arrivals = append(r.batch.Arrivals, late, row)
	}
	return s
}

func TestArrivals(t *testing.T) {
	summary := summarise(t, openSample(), Options{Percentiles: []float64{50}, Interval: 2 * second})
	l := &summary.Cells[0].Repeats[0].Loads[0]
	lag := l.Arrivals.Lag
	l.Arrivals.Lag = nil
	want := Arrivals{Rate: 100, Kind: "poisson", Scheduled: 1000, Finished: 890, Failed: 10, Dropped: 60, Waiting: 40, Backlog: 10, Overloaded: true}
	if *l.Arrivals != want {
		t.Errorf("arrivals %+v, want %+v", *l.Arrivals, want)
	}
	if l.Arrivals.Lag = lag; lag.Count != 900 || lag.Min != 20_000 || lag.Max != 119_000 || lag.Percentiles[0].Value != 69_000 {
		t.Errorf("lag %+v", lag)
	}
	queues := []Queue{{8, 0}, {15, 3}, {24, 0}, {32, 0}, {40, 0}}
	for i, p := range l.Intervals {
		if p.Queue == nil || *p.Queue != queues[i] {
			t.Errorf("interval %d ends with %+v, want %+v", i, p.Queue, queues[i])
		}
	}
	text := string(render(t, summary))
	for _, line := range []string{
		"\n  arrivals     1,000: 890 finished, 10 failed, 60 dropped, 40 waiting at the end, poisson at 100/s\n",
		"\n  start lag    p50 69.0 µs, max 119 µs\n",
		"\n  overloaded: of 1,000 arrivals, 100 a second, 60 were dropped and 40 had not begun at the end; times are those of the events that ran",
		"\n  the warm-up ended with 10 arrivals waiting, which were given up",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	if strings.Contains(text, "generator was late") {
		t.Errorf("a lag of 119 µs is called late:\n%s", text)
	}
	var out strings.Builder
	if err := summary.Sysbench(&out); err != nil || !strings.Contains(out.String(), "\n[ 4s ] queue length: 15, concurrency: 3\n") ||
		!strings.Contains(out.String(), "\nTarget transaction rate: 100/sec\n") {
		t.Errorf("%v, no queue length in\n%s", err, out.String())
	}
}

// What overload is, by its stated thresholds.
func TestOverloaded(t *testing.T) {
	for name, test := range map[string]struct {
		books           Arrivals
		length, threads int64
		want            bool
	}{
		"kept up":                      {Arrivals{Scheduled: 1000}, 10 * second, 4, false},
		"some wait at the end":         {Arrivals{Scheduled: 1000, Waiting: 40}, 10 * second, 4, false},
		"more than 5 % of the phase":   {Arrivals{Scheduled: 1000, Waiting: 51}, 10 * second, 4, true},
		"more than a second":           {Arrivals{Scheduled: 360_000, Waiting: 101}, 3600 * second, 4, true},
		"less than a second of hours":  {Arrivals{Scheduled: 360_000, Waiting: 99}, 3600 * second, 4, false},
		"one for each worker":          {Arrivals{Scheduled: 5, Waiting: 4}, 10 * second, 4, false},
		"a single one dropped":         {Arrivals{Scheduled: 1000, Dropped: 1}, 10 * second, 4, true},
		"the load ended by the policy": {Arrivals{Scheduled: 1000, Stopped: true}, 10 * second, 4, true},
	} {
		if got := test.books.overloaded(test.length, test.threads); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A load that overload has ended is as long as it ran, also beside another.
func TestStoppedByOverload(t *testing.T) {
	s := openSample()
	other := s.plan.Loads[0]
	other.Name, other.Open = "other", nil
	s.plan.Loads = append(s.plan.Loads, other)
	s.plan.Cells[0].Loads = []int{0, 1}
	s.facts = []event.Fact{{Source: "assay", When: "after", Name: "load.oltp.stopped_ns", Value: "5000000000"}}
	r := &summarise(t, s, Options{}).Cells[0].Repeats[0]
	if l := &r.Loads[0]; l.Length != 5*second || !l.Arrivals.Stopped || r.Loads[1].Length != 10*second || r.Loads[1].Arrivals != nil {
		t.Errorf("lengths %d and %d, %+v", r.Loads[0].Length, r.Loads[1].Length, l.Arrivals)
	}
}

// Stages have figures of their own, which add up to the load's.
func TestStages(t *testing.T) {
	s := openSample()
	l := &s.plan.Loads[0]
	l.Stages = []plan.Stage{
		{Name: "calm", Length: 4 * second, Shape: plan.ShapeStep, Level: 25}, {Name: "busy", Length: 6 * second, Shape: plan.ShapeStep, Level: 25},
	}
	r := &s.repeats[0]
	r.names.Stages = []string{"", "busy", "calm"}
	for i := range r.batch.Events {
		if e := &r.batch.Events[i]; e.Phase == event.Measure {
			e.Stage = 1
			if e.Start-e.Wait < 6*second {
				e.Stage = 2
			}
		}
	}
	summary := summarise(t, s, Options{})
	load := &summary.Cells[0].Repeats[0].Loads[0]
	var sum Outcomes
	for i, want := range []Stage{{Stage: "calm", Length: 4 * second, Queue: &Queue{15, 3}}, {Stage: "busy", Start: 4 * second, Length: 6 * second, Queue: &Queue{40, 0}}} {
		got := load.Stages[i]
		sum.add(&got.Events)
		if got.Stage != want.Stage || got.Start != want.Start || got.Length != want.Length || *got.Queue != *want.Queue ||
			got.Response.Count != got.Events.OK || got.Throughput != float64(got.Events.OK)/float64(want.Length/second) {
			t.Errorf("stage %d is %+v", i, got)
		}
	}
	if sum != load.Events || load.Stages[0].Events.Total != 360 {
		t.Errorf("the stages have %+v, the load %+v", sum, load.Events)
	}
	if text := string(render(t, summary)); !strings.Contains(text, "poisson in stages\n") || !strings.Contains(text, "\n  stage  from s  ok events") {
		t.Errorf("no stages in\n%s", text)
	}
}

// A generator that is late says so.
func TestLateGenerator(t *testing.T) {
	s := openSample()
	for i := range s.repeats[0].batch.Events {
		if e := &s.repeats[0].batch.Events[i]; e.Phase == event.Measure && i%50 == 0 {
			e.Lag = 2 * ms
		}
	}
	if text := string(render(t, summarise(t, s, Options{}))); !strings.Contains(text, "the load generator was late: 1 % of the events began more than 2.00 ms after") {
		t.Errorf("no doubt in\n%s", text)
	}
}
