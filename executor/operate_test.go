package executor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/null"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes"
)

// probePlan is one load on a probe with the operations read and sync.
func probePlan(change ...func(*plan.Plan)) *plan.Plan {
	p := &plan.Plan{
		Format: plan.Format, Experiment: "test", Seed: 1, Repeat: 1, Order: plan.Grouped, Data: plan.Reuse, OnFailure: "continue",
		Targets: []plan.Target{{Name: "probe.disk.test", Driver: plan.ProbeDriver, Probe: &plan.Probe{Kind: "disk", Operations: []string{"read", "sync"}}}},
		Loads:   []plan.Load{{Name: "disk", Mix: -1, Threads: plan.Fixed(2), Events: 10, Grace: int64(time.Second), Errors: plan.Errors{MaxAttempts: 1}}},
		Cells:   []plan.Cell{{Schema: -1, Loads: []int{0}}},
		Notes:   plan.Notes{Archive: plan.Levels{Events: true, Statements: true}},
	}
	for _, c := range change {
		c(p)
	}
	return p
}

// disk is a driver of a probe that does what its test says.
type disk struct {
	operate func(s *platter, left int64, op *driver.Operation) error
	ends    int // operations that each session has left to do at the end

	mu       sync.Mutex
	prepared int
	removed  int
	stints   []driver.Stint
}

func (d *disk) Open(context.Context, int) (driver.Conn, error) { return &platter{disk: d}, nil }
func (d *disk) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "engine", Value: "test"}}, nil
}
func (d *disk) Close() error                                      { return nil }
func (d *disk) Prepare(context.Context, driver.Preparation) error { d.prepared++; return nil }
func (d *disk) Cleanup(_ context.Context, all bool) ([]string, error) {
	d.removed++
	return []string{"file"}, nil
}

type platter struct {
	disk *disk
	done int
	ends int
}

func (s *platter) Execute(*driver.Statement, []expr.Value, *driver.Result) error {
	return &driver.Error{Message: "no statement"}
}
func (s *platter) Interrupt(context.Context) error { return nil }
func (s *platter) Host() int                       { return 0 }
func (s *platter) Close() error                    { return nil }

func (s *platter) Begin(at driver.Stint) {
	s.ends = s.disk.ends
	s.disk.mu.Lock()
	defer s.disk.mu.Unlock()
	s.disk.stints = append(s.disk.stints, at)
}

func (s *platter) Operate(left int64, op *driver.Operation) error {
	s.done++
	op.Bytes = 512
	if s.disk.operate != nil {
		return s.disk.operate(s, left, op)
	}
	return nil
}

func (s *platter) End(op *driver.Operation) (bool, error) {
	if s.ends == 0 {
		return false, nil
	}
	s.ends--
	op.Kind = 1
	return true, nil
}

// runDisk runs a plan on a disk and gives what was archived.
func runDisk(t *testing.T, p *plan.Plan, d *disk) (*memory, *Report, error) {
	t.Helper()
	m := new(memory)
	report, err := Run(t.Context(), p, Options{
		Start: time.Now(),
		Open:  func(context.Context, *plan.Target) (driver.Driver, error) { return d, nil },
		Sink: func(_, _ int, names *event.Names) (Sink, error) {
			m.names = names
			return m, nil
		},
	})
	return m, report, err
}

// Operations are events of their own names, with bytes and without statements;
// what a probe does at the end is no part of the measured phase.
func TestOperations(t *testing.T) {
	d := &disk{ends: 3}
	m, report, err := runDisk(t, probePlan(), d)
	if err != nil {
		t.Fatal(err)
	}
	m.check(t)
	measured, late := m.in(event.Measure), m.in(event.Cooldown)
	if len(measured) != 10 || len(late) != 6 || len(m.statements) != 0 {
		t.Fatalf("%d events measured, %d after, %d statements", len(measured), len(late), len(m.statements))
	}
	for _, e := range measured {
		if name := m.names.Transactions[e.Transaction]; name != "read" || e.Bytes != 512 || e.Outcome != event.OK || e.Attempts != 1 {
			t.Errorf("the event is %+v, a %s", e, name)
		}
	}
	for _, e := range late {
		if name := m.names.Transactions[e.Transaction]; name != "sync" {
			t.Errorf("at the end there is a %s", name)
		}
	}
	if d.prepared != 1 || d.removed != 1 {
		t.Errorf("prepared %d times, cleaned up %d times", d.prepared, d.removed)
	}
	if !slices.ContainsFunc(report.Facts, func(f event.Fact) bool { return f.Source == "probe" && f.Name == "engine" }) {
		t.Errorf("the facts are %v", report.Facts)
	}
	if len(d.stints) != 2 || d.stints[0].Workers != 2 || d.stints[0].Seed == d.stints[1].Seed || d.stints[0].Common != d.stints[1].Common {
		t.Errorf("the stints are %+v", d.stints)
	}
}

// Each worker is told how many operations it will still be asked for, and does
// as many as the load gives to each.
func TestOperationsOfEach(t *testing.T) {
	var mu sync.Mutex
	var told []int64
	d := &disk{operate: func(_ *platter, left int64, _ *driver.Operation) error {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, left)
		return nil
	}}
	m, _, err := runDisk(t, probePlan(func(p *plan.Plan) { p.Loads[0].Events, p.Loads[0].Each = 3, true }), d)
	slices.Sort(told)
	if err != nil || len(m.in(event.Measure)) != 6 || !slices.Equal(told, []int64{1, 1, 2, 2, 3, 3}) {
		t.Errorf("%d events, told %v, %v", len(m.in(event.Measure)), told, err)
	}
}

// In an open loop operations are due at their instants, one at a time for each
// worker, and wait for it if they must.
func TestOperationsOfArrivals(t *testing.T) {
	var more atomic.Int64
	d := &disk{operate: func(_ *platter, left int64, _ *driver.Operation) error {
		more.Add(left - 1)
		time.Sleep(5 * time.Millisecond)
		return nil
	}}
	m, _, err := runDisk(t, probePlan(func(p *plan.Plan) {
		p.Loads[0].Open = &plan.Open{Rate: 1000, Arrivals: plan.Constant, Overload: plan.Wait}
		p.Loads[0].Cooldown = int64(200 * time.Millisecond) // in which those that wait may begin
	}), d)
	measured := m.in(event.Measure)
	if err != nil || len(measured) != 10 || more.Load() != 0 {
		t.Fatalf("%d events, %d more announced, %v", len(measured), more.Load(), err)
	}
	var wait int64
	for _, e := range measured {
		wait = max(wait, e.Wait)
	}
	if wait < int64(10*time.Millisecond) { // 10 arrivals in 10 ms take two workers 25 ms
		t.Errorf("the longest wait is %v", time.Duration(wait))
	}
}

// An operation that was in flight when the phase began belongs to the phase
// before, and does not count among the events that are wanted.
func TestOperationInFlight(t *testing.T) {
	d := &disk{operate: func(s *platter, left int64, op *driver.Operation) error {
		if left == 0 {
			time.Sleep(time.Millisecond)
		} else if s.done < 1000 {
			s.done = 1000 // the first of the measured phase was begun in the warm-up
			op.Took = int64(25 * time.Millisecond)
		}
		return nil
	}}
	m, _, err := runDisk(t, probePlan(func(p *plan.Plan) { p.Loads[0].Warmup = int64(20 * time.Millisecond) }), d)
	if err != nil || len(m.in(event.Measure)) != 10 {
		t.Errorf("%d events measured, %v; want 10", len(m.in(event.Measure)), err)
	}
	long := 0
	for _, e := range m.in(event.Warmup) {
		if e.Service >= int64(25*time.Millisecond) {
			long++
		}
	}
	if long != 2 {
		t.Errorf("%d of the two operations in flight are in the warm-up", long)
	}
}

// A failed operation fails the cell, unless the load ignores its code.
func TestOperationFails(t *testing.T) {
	full := &driver.Error{Code: 28, Message: "no space left on device"}
	d := &disk{operate: func(s *platter, _ int64, op *driver.Operation) error {
		if s.done == 3 {
			return full
		}
		return nil
	}}
	m, _, err := runDisk(t, probePlan(), d)
	var failed *OperationError
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "probe.disk.test: no space left") {
		t.Errorf("the error is %v", err)
	}
	m.check(t)
	m, _, err = runDisk(t, probePlan(func(p *plan.Plan) { p.Loads[0].Errors.Ignore = []int{28} }), d)
	bad := 0
	for _, e := range m.in(event.Measure) {
		if e.Outcome == event.Error && e.ErrorCode == 28 {
			bad++
		}
	}
	if err != nil || bad != 2 || len(m.events) != 10 {
		t.Errorf("%d of %d events are errors, %v; want one of each worker", bad, len(m.events), err)
	}
}

// An operation that lasts is ended at the deadline and is cancelled.
func TestOperationInterrupted(t *testing.T) {
	p := probePlan(func(p *plan.Plan) {
		p.Targets[0].Probe = &plan.Probe{Kind: "cpu", Operations: []string{"event"}, Options: []plan.ProbeOption{
			{Name: "cpu_max_prime", Value: expr.ConstInt(60_000_000)}, {Name: "cpu_method", Value: expr.ConstString("integer")},
		}}
		p.Loads[0].Events, p.Loads[0].Duration, p.Loads[0].Grace = 0, 500e6, 1e6 // long enough that both workers begin
	})
	m := new(memory)
	_, err := Run(t.Context(), p, Options{
		Start: time.Now(),
		Open: func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
			return probes.Open(ctx, target, driver.Endpoint{})
		},
		Sink: func(_, _ int, names *event.Names) (Sink, error) { m.names = names; return m, nil },
	})
	if err != nil || len(m.events) != 2 || m.events[0].Outcome != event.Cancelled {
		t.Errorf("%+v, %v", m.events, err)
	}
}

// An operation costs no allocation in the executor.
func TestOperationsDoNotAllocate(t *testing.T) {
	p := probePlan(func(p *plan.Plan) { p.Loads[0].Events, p.Loads[0].Duration = 0, int64(time.Hour) })
	w := loneOn(t, p, &disk{})
	w.times = timetable{cooldown: never, end: never}
	w.arrive()
	operate := func() {
		now := w.clock.now()
		w.rec.due(now, w.event.Service)
		w.operate(now, event.Measure)
	}
	for range 100_000 { // every batch of the pool has been filled once
		operate()
	}
	if allocations := testing.AllocsPerRun(10_000, operate); allocations != 0 {
		t.Errorf("an operation costs %v allocations", allocations)
	}
}

// A driver that has no operations cannot run a probe.
func TestNoOperator(t *testing.T) {
	p := testPlan("null", "mysql", 1, 10, 1, events(1))
	p.Loads[0].Mix = -1
	p.Targets[0].Probe = &plan.Probe{Kind: "disk", Operations: []string{"read"}}
	p.Cells[0].Schema = -1
	_, err := Run(t.Context(), p, Options{
		Start: time.Now(),
		Open: func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
			return null.Open(ctx, target, driver.Endpoint{})
		},
		Sink: func(int, int, *event.Names) (Sink, error) { return new(memory), nil },
	})
	if err == nil || !strings.Contains(err.Error(), "does not run what load") {
		t.Errorf("the error is %v", err)
	}
}

// What cannot be had is told once, however many configurations of a probe lack
// it, and in words that fit a probe.
func TestProbeRefused(t *testing.T) {
	p := probePlan(func(p *plan.Plan) {
		again := p.Targets[0]
		again.Probe = &plan.Probe{Kind: "disk", Operations: []string{"write"}}
		p.Targets = append(p.Targets, again)
		p.Loads = append(p.Loads, p.Loads[0])
		p.Loads[1].Target = 1
		p.Cells = append(p.Cells, plan.Cell{Number: 1, Schema: -1, Target: 1, Loads: []int{1}})
	})
	_, err := Run(t.Context(), p, Options{
		Start: time.Now(),
		Open:  func(context.Context, *plan.Target) (driver.Driver, error) { return fullDisk{new(disk)}, nil },
		Sink:  func(int, int, *event.Names) (Sink, error) { return new(memory), nil },
	})
	var refused *PreflightError
	if !errors.As(err, &refused) || len(refused.Findings) != 1 {
		t.Errorf("the error is %v, want one finding", err)
	}
	lack := &ConnectError{Target: "probe.disk.test", Err: &driver.Error{Message: "there is no disk"}}
	if lack.Error() != "open probe.disk.test: there is no disk" {
		t.Errorf("the error is %q", lack)
	}
}

// fullDisk is a disk without room.
type fullDisk struct{ *disk }

func (fullDisk) Preflight(context.Context, driver.Needs) ([]driver.Finding, error) {
	return []driver.Finding{{Host: driver.Here, Name: "room", Have: "0 B", Need: "1 B", Verdict: driver.Refuses, Fix: "make room"}}, nil
}
