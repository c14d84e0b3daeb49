package executor

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// TestConnectionsForSomeEvents counts the connections that a load makes whose
// connections last for a number of events only.
func TestConnectionsForSomeEvents(t *testing.T) {
	for _, c := range []struct {
		lasts    int64
		connects int
	}{{0, 0}, {1, 10}, {3, 3}, {11, 0}} {
		s := &script{answer: func(*scripted, string, *driver.Result) error { return nil }}
		report, m, err := play(t, t.Context(), s, scriptPlan(update(), events(10), func(p *plan.Plan) { p.Loads[0].Reconnect = c.lasts }))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.labelled(labelConnect, event.Measure); got != c.connects || s.live != 0 {
			t.Errorf("%d events a connection: %d connects, %d left open; want %d, 0", c.lasts, got, s.live, c.connects)
		}
		if report.Cells[0].Events != 10 {
			t.Errorf("%d events a connection: %d events, want 10", c.lasts, report.Cells[0].Events)
		}
	}
}

// TestLateWorkers holds a load to its time to start, and wants the late
// workers named.
func TestLateWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{open: func(ctx context.Context, n int) error {
			if n < 3 {
				return nil
			}
			<-ctx.Done()
			return &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: "no answer"}
		}}
		start := time.Now()
		report, _, err := play(t, t.Context(), s, scriptPlan(update(), events(1), func(p *plan.Plan) {
			p.Loads[0].Threads, p.Loads[0].StartTimeout = plan.Fixed(20), int64(7*time.Second)
		}))
		var late *LateError
		if !errors.As(err, &late) || len(late.Late) != 17 || late.Workers != 20 || late.Last == nil {
			t.Fatalf("error %v", err)
		}
		if took := time.Since(start); took != 7*time.Second {
			t.Errorf("it took %v, want 7s", took)
		}
		if reason := report.Cells[0].Reason; !strings.Contains(reason, "17 of 20 workers had not connected after 7s: number ") ||
			!strings.Contains(reason, ", 7 more, at ") || !strings.Contains(reason, "the last error: error 2002: no answer") {
			t.Error(reason)
		}
		if s.live != 0 {
			t.Errorf("%d connections are left open", s.live)
		}
	})
}

// TestFirstRefusalEndsTheStart: a run that cannot begin says so at once, and
// does not try every worker.
func TestFirstRefusalEndsTheStart(t *testing.T) {
	s := &script{open: func(context.Context, int) error {
		return &driver.Error{Class: driver.Lost, Code: 1040, Message: "Too many connections"}
	}}
	_, _, err := play(t, t.Context(), s, scriptPlan(update(), events(1), func(p *plan.Plan) { p.Loads[0].Threads = plan.Fixed(1000) }))
	var refused *ConnectError
	if !errors.As(err, &refused) || refused.Err.Code != 1040 || s.opens > 2*together {
		t.Errorf("error %v after %d attempts", err, s.opens)
	}
}

// watchedSink hands each event to see.
type watchedSink struct {
	Sink
	see func(*event.Event)
}

func (s watchedSink) Write(b *event.Batch) error {
	for i := range b.Events {
		s.see(&b.Events[i])
	}
	return s.Sink.Write(b)
}

// TestHostTakenAway kills one of two servers during a run and starts it again:
// meanwhile its events are errors, and the other host goes on.
func TestHostTakenAway(t *testing.T) {
	stays, goes := servertest.MariaDB(t), servertest.Own(t)
	p := mariaPlan(1, 1, 4, func(p *plan.Plan) {
		p.Schemas, p.Cells[0].Schema = nil, -1
		p.Mixes = []plan.Mix{ping()}
		p.Loads[0].Duration = int64(2 * time.Minute)
		p.Loads[0].Errors.Reconnect = int64(50 * time.Millisecond)
	})
	o, s := options(t, driver.Endpoint{})
	o.Hosts = func(*plan.Target) []string { return []string{"stays", "goes"} }
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		return mysql.Open(ctx, target, driver.Endpoint{Hosts: []string{stays.Socket, goes.Socket}, User: "root"})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	play := &absence{t: t, server: goes, stop: stop}
	o.Sink = func(cell, repeat int, names *event.Names) (Sink, error) {
		sink, err := s.open(cell, repeat, names)
		return watchedSink{sink, play.see}, err
	}
	report, err := Run(ctx, p, o)
	play.wg.Wait()
	if !errors.Is(err, context.Canceled) || report.Cells[0].Status != interrupted || play.act != 3 {
		t.Fatalf("the run got to act %d, cell %s (%s), error %v", play.act, report.Cells[0].Status, report.Cells[0].Reason, err)
	}
	m := s[[2]int{0, 0}]
	m.check(t)
	for _, e := range m.events {
		if e.Host == 0 && e.Outcome != event.OK && e.Outcome != event.Cancelled {
			t.Errorf("an event of the host that stays is %+v", e)
		}
	}
}

// absence is a play in three acts: both hosts work, one is away, it is back.
type absence struct {
	t      *testing.T
	server *server.Server
	stop   func()
	wg     sync.WaitGroup

	act  int
	seen [2]bool // an event of each host that the act waits for
}

func (a *absence) see(e *event.Event) {
	if a.act == 3 {
		return
	}
	switch ok := e.Outcome == event.OK; {
	case a.act == 1 && e.Host == 1: // what was in flight does not count
		a.seen[1] = a.seen[1] || e.Outcome == event.Error
	case a.act == 1: // the other goes on after that
		a.seen[0] = a.seen[1] && ok
	case ok:
		a.seen[e.Host] = true
	}
	if !a.seen[0] || !a.seen[1] {
		return
	}
	a.seen = [2]bool{}
	switch a.act++; a.act {
	case 1:
		a.server.Kill()
	case 2:
		a.wg.Go(func() {
			if err := a.server.Restart(a.t.Context()); err != nil {
				a.t.Error(err)
			}
		})
	case 3:
		a.stop()
	}
}

// ping is a mix of one statement without tables.
func ping() plan.Mix {
	return plan.Mix{Name: "ping", Schema: -1, Queries: []string{"ping"}, Transactions: []plan.Transaction{{
		Name: "ping", Weight: 1, Body: plan.Block{Steps: []plan.Step{{Query: &plan.Query{
			Name: "ping", Repetition: once, Prepare: true, Expect: noExpect, SQL: plan.Template{Parts: []string{"SELECT SLEEP(0.001)"}},
		}}}},
	}}}
}
