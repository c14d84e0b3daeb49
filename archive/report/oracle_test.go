package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// twoLoads is a random repeat of loads "oltp" (10 s) and "olap" (4 s) side by
// side, with every outcome, waits, and events of other phases around.
func twoLoads(seed uint64, n int) *sample {
	p := samplePlan(4)
	olap := p.Loads[0]
	olap.Name, olap.Duration = "olap", 4*second
	p.Loads = append(p.Loads, olap)
	p.Cells[0].Loads = []int{0, 1}
	r := working(0, 0, 4, 0, seed)
	r.names.Loads = append(r.names.Loads, "olap")
	random := rand.New(rand.NewPCG(seed, 3))
	for i := range n {
		e := event.Event{
			ID: int64(i), Load: uint16(1 + random.IntN(2)), Transaction: uint16(1 + random.IntN(2)), Worker: int32(random.IntN(7)),
			Attempts: int32(1 + random.IntN(3)), Statements: 2, Service: int64(math.Exp(10 + 8*random.Float64())), Wait: random.Int64N(3) * ms,
			Outcome: event.Outcome(max(0, random.IntN(15)-10)), Phase: []uint8{event.Warmup, event.Measure, event.Measure, event.Cooldown}[random.IntN(4)],
		}
		due := 2*second + random.Int64N([]int64{0, 10, 4}[e.Load]*second)
		e.Start = due + e.Wait
		for j := range 2 {
			s := event.Statement{
				Event: e.ID, Start: e.Start, Service: e.Service / int64(2+j), Rows: random.Int64N(4), Affected: random.Int64N(2),
				Attempt: 1, Ordinal: int32(j), Transaction: e.Transaction, Statement: uint16(random.IntN(4)), Load: e.Load, Phase: e.Phase,
				Kind: event.Kind(random.IntN(4)),
			}
			if s.Statement == codeConnect {
				s.Kind = event.Connect
			}
			if s.Kind == event.Failed || s.Kind == event.Connect && e.ID%2 == 0 {
				s.ErrorCode = int32(1000 + random.IntN(3))
			}
			r.batch.Statements = append(r.batch.Statements, s)
		}
		r.batch.Events = append(r.batch.Events, e)
	}
	return &sample{plan: p, repeats: []repeated{r}}
}

// tallied is a load's figures in the plainest way.
type tallied struct {
	outcomes                    [5]int64
	response, service           []int64
	byTransaction, byStatement  map[string][]int64
	kinds                       [5]int64
	retries, statements, errors int64
	workers                     map[string]*worker
}

// tallyOf goes over the rows once, for the load of that name or, with "", all.
func tallyOf(r *repeated, load string) *tallied {
	c := &tallied{byTransaction: map[string][]int64{}, byStatement: map[string][]int64{}, workers: map[string]*worker{}}
	for _, e := range r.batch.Events {
		if e.Phase != event.Measure || load != "" && r.names.Loads[e.Load] != load {
			continue
		}
		c.outcomes[e.Outcome]++
		c.retries += int64(e.Attempts) - 1
		c.statements += int64(e.Statements)
		name := fmt.Sprint(e.Load, e.Worker)
		if c.workers[name] == nil {
			c.workers[name] = new(worker)
		}
		if e.Outcome == event.OK {
			c.workers[name].events++
			c.workers[name].time += e.Wait + e.Service
			c.response, c.service = append(c.response, e.Wait+e.Service), append(c.service, e.Service)
			transaction := r.names.Transactions[e.Transaction]
			c.byTransaction[transaction] = append(c.byTransaction[transaction], e.Wait+e.Service)
		}
	}
	for _, s := range r.batch.Statements {
		if s.Phase != event.Measure || load != "" && r.names.Loads[s.Load] != load {
			continue
		}
		if s.Kind != event.Connect || s.ErrorCode == 0 {
			c.kinds[s.Kind]++
		}
		if s.ErrorCode != 0 {
			c.errors++
		} else if s.Kind != event.Connect {
			name := r.names.Transactions[s.Transaction] + "." + r.names.Statements[s.Statement]
			c.byStatement[name] = append(c.byStatement[name], s.Service)
		}
	}
	return c
}

func TestFiguresEqualSorting(t *testing.T) {
	for seed, n := range []int{1, 3, 40, 1000, 20_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := twoLoads(uint64(seed), n)
			got := summarise(t, s, Options{
				Percentiles: []float64{1, 50, 90, 99, 99.9, 100}, Interval: 700 * ms,
				Checkpoints: []int64{3 * second, second, 9500 * ms, 3600 * second}, Histogram: true,
			})
			r := &got.Cells[0].Repeats[0]
			for i, name := range []string{"oltp", "olap"} {
				want := tallyOf(&s.repeats[0], name)
				checkLoad(t, name, &r.Loads[i], want)
				seconds := []float64{10, 4}[i]
				if rate := float64(want.outcomes[0]) / seconds; math.Abs(r.Loads[i].Throughput-rate) > 1e-9 {
					t.Errorf("%s: throughput %v, want %v", name, r.Loads[i].Throughput, rate)
				}
				checkParts(t, name, &r.Loads[i], want)
			}
			checkLoad(t, "total", r.Total, tallyOf(&s.repeats[0], ""))
			if sum := r.Loads[0].Throughput + r.Loads[1].Throughput; math.Abs(r.Total.Throughput-sum) > 1e-9 {
				t.Errorf("total throughput %v, want %v", r.Total.Throughput, sum)
			}
			if sum := r.Loads[0].Statements.Rate + r.Loads[1].Statements.Rate; math.Abs(r.Total.Statements.Rate-sum) > 1e-9 {
				t.Errorf("total of %v statements/s, want %v", r.Total.Statements.Rate, sum)
			}
		})
	}
}

func checkLoad(t *testing.T, name string, l *Load, want *tallied) {
	t.Helper()
	checkLatency(t, name+" response", l.Response, want.response)
	checkLatency(t, name+" service", l.Service, want.service)
	outcomes := [5]int64{l.Events.OK, l.Events.Rollback, l.Events.Error, l.Events.Unexpected, l.Events.Cancelled}
	if outcomes != want.outcomes {
		t.Errorf("%s: outcomes %v, want %v", name, outcomes, want.outcomes)
	}
	if l.Statements.Read != nil {
		kinds := [5]int64{*l.Statements.Read, *l.Statements.Write, *l.Statements.Other, *l.Statements.Error, *l.Reconnects}
		if kinds != want.kinds {
			t.Errorf("%s: statements by kind %v, want %v", name, kinds, want.kinds)
		}
	}
	var errors int64
	for _, e := range l.Errors {
		errors += e.Count
	}
	if l.Retries != want.retries || l.Statements.Total != want.statements || errors != want.errors {
		t.Errorf("%s: %d retries, %d statements, %d errors; want %d, %d, %d", name, l.Retries, l.Statements.Total, errors, want.retries, want.statements, want.errors)
	}
	checkWorkers(t, name, l, want)
	checkPieces(t, name+" intervals", l, l.Intervals)
	checkPieces(t, name+" checkpoints", l, l.Checkpoints)
	var count int64
	for _, bin := range l.Histogram {
		count += bin.Count
	}
	if count != l.Events.OK {
		t.Errorf("%s: the histogram has %d values, want %d", name, count, l.Events.OK)
	}
}

// checkWorkers compares moments with those of all workers, whatever their load.
func checkWorkers(t *testing.T, name string, l *Load, want *tallied) {
	t.Helper()
	events, times := make([]float64, l.Workers.Count), make([]float64, l.Workers.Count)
	i := 0
	for _, w := range want.workers {
		events[i], times[i] = float64(w.events), float64(w.time)
		i++
	}
	for what, pair := range map[string][2]float64{
		"mean events": {l.Workers.Mean, mean(events)}, "mean time": {l.Workers.MeanTime, mean(times)},
		"stddev of events": {l.Workers.StdDev, stddev(events)}, "stddev of time": {l.Workers.StdDevTime, stddev(times)},
		"max": {float64(l.Workers.Max), slices.Max(events)}, "min": {float64(l.Workers.Min), slices.Min(events)},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9*(1+pair[1]) {
			t.Errorf("%s: workers' %s is %v, want %v", name, what, pair[0], pair[1])
		}
	}
}

func mean(list []float64) (sum float64) {
	for _, v := range list {
		sum += v / float64(len(list))
	}
	return sum
}

func stddev(list []float64) float64 {
	var squares []float64
	for _, v := range list {
		squares = append(squares, (v-mean(list))*(v-mean(list)))
	}
	return math.Sqrt(mean(squares))
}

// checkPieces holds that pieces lie end to end and sum to the load.
func checkPieces(t *testing.T, name string, l *Load, list []Piece) {
	t.Helper()
	var sum Outcomes
	var kinds [5]int64
	var end, count, retries int64
	for i := range list {
		v := &list[i]
		retries += v.Retries
		if v.Reconnects != nil {
			for kind, n := range []*int64{v.Statements.Read, v.Statements.Write, v.Statements.Other, v.Statements.Error, v.Reconnects} {
				kinds[kind] += *n
			}
		}
		if v.Start != end || v.Length <= 0 {
			t.Errorf("%s: interval %d is from %d for %d, want from %d", name, i, v.Start, v.Length, end)
		}
		end = v.Start + v.Length
		sum.add(&v.Events)
		if v.Response != nil {
			count += v.Response.Count
		}
	}
	if sum != l.Events || end != l.Length || count != l.Events.OK || retries != l.Retries {
		t.Errorf("%s: sum to %+v until %d, want %+v until %d", name, sum, end, l.Events, l.Length)
	}
	if s := &l.Statements; s.Read != nil && kinds != [5]int64{*s.Read, *s.Write, *s.Other, *s.Error, *l.Reconnects} {
		t.Errorf("%s: statements sum to %v", name, kinds)
	}
}

// checkParts compares transactions and statements, whose sums are the load's.
func checkParts(t *testing.T, name string, l *Load, want *tallied) {
	t.Helper()
	var events Outcomes
	for i := range l.Transactions {
		row := &l.Transactions[i]
		events.add(&row.Events)
		checkLatency(t, name+" "+row.Transaction, row.Response, want.byTransaction[row.Transaction])
	}
	if events != l.Events {
		t.Errorf("%s: transactions sum to %+v, want %+v", name, events, l.Events)
	}
	var executed int64
	for i := range l.Labels {
		row := &l.Labels[i]
		executed += row.Executed
		key := row.Transaction + "." + row.Statement
		checkLatency(t, name+" "+key, row.Service, want.byStatement[key])
	}
	if sum := want.kinds[0] + want.kinds[1] + want.kinds[2] + want.kinds[3]; executed != sum {
		t.Errorf("%s: labels sum to %d statements, want %d", name, executed, sum)
	}
}

// TestEndedByEvents: a load with a number of events lasts until the last.
func TestEndedByEvents(t *testing.T) {
	s := twoLoads(1, 0)
	s.plan.Loads[0].Events = 2
	r := &s.repeats[0]
	r.batch.Events = append(r.batch.Events,
		event.Event{ID: 1, Start: 2 * second, Service: ms, Load: 1, Transaction: 1, Phase: event.Measure, Attempts: 1},
		event.Event{ID: 2, Start: 3 * second, Service: second, Load: 1, Transaction: 1, Phase: event.Measure, Attempts: 1})
	l := summarise(t, s, Options{}).Cells[0].Repeats[0].Loads[0]
	if l.Length != 2*second || l.Throughput != 1 {
		t.Errorf("length %d, throughput %v; want 2 s and 1", l.Length, l.Throughput)
	}
}

// TestInterrupted: a phase that was cut short is as long as it was.
func TestInterrupted(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 100, 1)}}
	cell := &s.repeats[0].cell
	cell.Status, cell.Reason = "interrupted", "It was interrupted."
	cell.Phases[2].End = 7 * second
	if l := summarise(t, s, Options{}).Cells[0].Repeats[0].Loads[0]; l.Length != 5*second {
		t.Errorf("length %d, want 5 s", l.Length)
	}
}

// TestMedian: of three repeats the middle of each figure, of two their mean;
// a repeat that was cut short does not count.
func TestMedian(t *testing.T) {
	repeat := func(status string, throughput float64, p99 int64) Repeat {
		f := Figures{Load: "a", Throughput: throughput, Response: &Latency{Count: 1, Percentiles: []Percentile{{99, p99}}}}
		total := f
		total.Load = ""
		return Repeat{Status: status, Loads: []Load{{Figures: f}}, Total: &Load{Figures: total}}
	}
	three := median([]Repeat{repeat(complete, 10, 7), repeat("interrupted", 1, 1), repeat(complete, 30, 5), repeat(complete, 20, 9)})
	if len(three) != 2 || three[0].Load != "a" || three[0].Throughput != 20 || three[1].Response.Percentiles[0].Value != 7 {
		t.Errorf("median %+v, want 20 and 7", three)
	}
	two := median([]Repeat{repeat(complete, 10, 7), repeat(complete, 30, 5)})
	if two[1].Throughput != 20 || two[1].Response.Percentiles[0].Value != 6 {
		t.Errorf("median %+v, want 20 and 6", two)
	}
	if one := median([]Repeat{repeat(complete, 10, 7)}); one != nil {
		t.Errorf("median of one repeat %+v, want none", one)
	}
}
