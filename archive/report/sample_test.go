package report

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

const (
	ms     = int64(time.Millisecond)
	second = int64(time.Second)
)

// sample is a run to be archived: a plan and what each repeat did.
type sample struct {
	plan    *plan.Plan
	repeats []repeated
	facts   []event.Fact
	dropped bool // statements are not archived
}

type repeated struct {
	cell  event.Cell
	names *event.Names
	batch event.Batch
}

// samplePlan has one load of 10 s with two transactions, and threads as the
// factor of its cells.
func samplePlan(threads ...int64) *plan.Plan {
	query := func(name string, index int) plan.Step {
		return plan.Step{Query: &plan.Query{
			Name: name, Index: index, Repetition: plan.Repetition{Count: plan.Fixed(1), Index: -1}, SQL: plan.Text("SELECT 1"),
			Expect: plan.Expect{Rows: -1, Affected: -1, Error: -1},
		}}
	}
	p := &plan.Plan{
		Format: plan.Format, Experiment: "sample", Seed: 1, Repeat: 1, Order: plan.Grouped, Data: plan.Reuse, OnFailure: "continue",
		Factors: []plan.Factor{{Name: "threads", Kind: expr.Int}},
		Targets: []plan.Target{{Name: "sqlite", Driver: "sqlite", Dialect: plan.Dialect{Name: "sqlite", Quote: `"`}}},
		Mixes: []plan.Mix{{Name: "oltp", Schema: -1, Queries: []string{"update", "point"}, Transactions: []plan.Transaction{
			{Name: "write", Weight: 1, Body: plan.Block{Steps: []plan.Step{query("update", 0)}}},
			{Name: "read", Weight: 3, Body: plan.Block{Steps: []plan.Step{query("point", 1)}}},
		}}},
	}
	for i, n := range threads {
		p.Loads = append(p.Loads, plan.Load{Name: "oltp", Threads: plan.Fixed(n), Duration: 10 * second, Errors: plan.Errors{MaxAttempts: 10}})
		p.Cells = append(p.Cells, plan.Cell{Number: i, Values: []expr.Expr{expr.ConstInt(n)}, Schema: -1, Loads: []int{i}})
	}
	return p
}

// sampleNames has other codes than the plan's order gives.
func sampleNames() *event.Names {
	return &event.Names{
		Loads: []string{"", "oltp"}, Phases: event.Phases, Stages: []string{""},
		Transactions: []string{"accounts", "read", "write"},
		Statements:   []string{"point", "update", "commit", "connect", "insert"},
		Hosts:        []string{"local"},
	}
}

const (
	codeRead, codeWrite                               = 1, 2
	codePoint, codeUpdate, codeCommit, codeConnect, _ = 0, 1, 2, 3, 4
)

// working is a repeat of n events on so many workers in a measured phase of
// 10 s that began at 2 s, after a second of loading and one of warm-up.
func working(cell, repeat int, workers int64, n int, seed uint64) repeated {
	r := repeated{names: sampleNames(), cell: event.Cell{
		Cell: cell, Repeat: repeat, Sequence: cell + repeat, Status: complete, Seed: 1, Data: "fresh",
		Factors: []event.Factor{{Name: "threads", Kind: "int", Int: workers}},
		Phases:  []event.Span{{Phase: event.Load, Start: 0, End: second}, {Phase: event.Warmup, Start: second, End: 2 * second}, {Phase: event.Measure, Start: 2 * second, End: 12 * second}},
	}}
	random := rand.New(rand.NewPCG(seed, 7))
	r.load(1000, 4)
	for i := range n {
		start := 2*second + int64(i)*10*second/int64(n)
		r.event(random, start, int64(i)%workers)
	}
	r.batch.Events = append(r.batch.Events, event.Event{ID: -1, Start: second, Service: ms, Load: 1, Transaction: codeRead, Phase: event.Warmup})
	return r
}

// load adds chunks of the table accounts.
func (r *repeated) load(rows int64, chunks int) {
	for i := range int64(chunks) {
		id := -10 - i
		r.batch.Events = append(r.batch.Events, event.Event{ID: id, Start: i * ms, Service: 20 * ms, Phase: event.Load, Attempts: 1, Statements: 1})
		r.batch.Statements = append(r.batch.Statements, event.Statement{
			Event: id, Start: i * ms, Service: 19 * ms, Affected: rows, Attempt: 1, Statement: 4, Phase: event.Load, Kind: event.Write,
		})
	}
}

// event adds an event with its statements: one in four writes, and of these
// one in ten needs a second attempt; a few roll back or fail.
func (r *repeated) event(random *rand.Rand, start, worker int64) {
	e := event.Event{
		ID: int64(len(r.batch.Events)), Start: start, Service: 2*ms + random.Int64N(20*ms), Client: event.Unknown, Worker: int32(worker),
		Load: 1, Transaction: codeRead, Attempts: 1, Phase: event.Measure,
	}
	statement := func(code uint16, kind event.Kind, errorCode int32, affected int64) {
		r.batch.Statements = append(r.batch.Statements, event.Statement{
			Event: e.ID, Start: start, Service: e.Service / 3, Affected: affected, Matched: event.Unknown, Attempt: e.Attempts, Ordinal: e.Statements,
			ErrorCode: errorCode, Transaction: e.Transaction, Statement: code, Load: 1, Phase: event.Measure, Kind: kind,
		})
		if kind != event.Connect {
			e.Statements++
		}
	}
	switch {
	case random.IntN(4) > 0:
		statement(codePoint, event.Read, 0, 0)
	case random.IntN(10) == 0:
		e.Transaction = codeWrite
		statement(codeUpdate, event.Failed, 1213, 0)
		e.Attempts = 2
		fallthrough
	default:
		e.Transaction = codeWrite
		statement(codeUpdate, event.Write, 0, 1)
		statement(codeCommit, event.Other, 0, 0)
	}
	switch random.IntN(100) {
	case 0:
		e.Outcome = event.RolledBack
	case 1:
		e.Outcome, e.ErrorCode = event.Error, 2013
		statement(codePoint, event.Failed, 2013, 0)
		statement(codeConnect, event.Connect, 0, 0)
	}
	r.batch.Events = append(r.batch.Events, e)
}

// archived writes the sample as a run and opens it.
func (s *sample) archived(t *testing.T) *archive.Run {
	t.Helper()
	data, err := plan.Encode(s.plan)
	if err != nil {
		t.Fatal(err)
	}
	started := time.Date(2026, 11, 30, 17, 15, 0, 0, time.UTC)
	w, err := archive.Create(t.TempDir(), archive.Info{
		Experiment: s.plan.Experiment, Digest: plan.Digest(s.plan), Seed: s.plan.Seed, Tool: "assay test", Started: started,
	}, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Facts(s.facts); err != nil {
		t.Fatal(err)
	}
	var cells []event.Cell
	for _, r := range s.repeats {
		s.write(t, w, &r)
		r.cell.Events, r.cell.Statements = int64(len(r.batch.Events)), int64(len(r.batch.Statements))
		cells = append(cells, r.cell)
	}
	if err := w.Finish(archive.Complete, "", cells, nil); err != nil {
		t.Fatal(err)
	}
	run, err := archive.OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	run.Info.Ended = started.Add(12500 * time.Millisecond)
	return run
}

func (s *sample) write(t *testing.T, w *archive.Writer, r *repeated) {
	t.Helper()
	if s.dropped {
		r.batch.Statements = nil
	}
	repeat, err := w.Repeat(r.cell.Cell, r.cell.Repeat, r.names)
	if err != nil {
		t.Fatal(err)
	}
	if err := repeat.Write(&r.batch); err != nil {
		t.Fatal(err)
	}
	if err := repeat.Close(); err != nil {
		t.Fatal(err)
	}
}

func summarise(t *testing.T, s *sample, o Options) *Summary {
	t.Helper()
	summary, err := Summarise(s.archived(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// nearest is the oracle for percentiles: sort all.
func nearest(values []int64, p float64) int64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[nearestRank(p, int64(len(values)))-1]
}

// checkLatency compares a latency with all its values.
func checkLatency(t *testing.T, what string, l *Latency, values []int64) {
	t.Helper()
	if len(values) == 0 {
		if l != nil {
			t.Errorf("%s: %+v, want nothing", what, l)
		}
		return
	}
	if l == nil || l.Count != int64(len(values)) || l.Min != slices.Min(values) || l.Max != slices.Max(values) {
		t.Errorf("%s: %+v, want %d values from %d to %d", what, l, len(values), slices.Min(values), slices.Max(values))
		return
	}
	var sum int64
	for _, v := range values {
		sum += v
	}
	if l.Sum != sum {
		t.Errorf("%s: sum %d, want %d", what, l.Sum, sum)
	}
	if want := float64(sum) / float64(len(values)); fmt.Sprintf("%.6g", l.Mean) != fmt.Sprintf("%.6g", want) {
		t.Errorf("%s: mean %v, want %v", what, l.Mean, want)
	}
	for _, p := range l.Percentiles {
		if want := nearest(values, p.P); p.Value != want {
			t.Errorf("%s: p%v = %d, want %d", what, p.P, p.Value, want)
		}
		if p.Value < l.Min || p.Value > l.Max {
			t.Errorf("%s: p%v = %d is outside %d to %d", what, p.P, p.Value, l.Min, l.Max)
		}
	}
}
