//go:build linux

package executor

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/loop"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// ways are the ways in which a worker is served, by which sessions lend their
// waiting: session n when it has been opened so many times before.
var ways = map[string]func(n, before int) bool{
	"goroutines":                 func(int, int) bool { return false },
	"loops":                      func(int, int) bool { return true },
	"both":                       func(n, _ int) bool { return n%3 != 1 },
	"loops, then blocking aside": func(_, before int) bool { return before == 0 },
}

// bothWays runs f with a driver for each way.
func bothWays(t *testing.T, f func(t *testing.T, d *drivertest.Parked)) {
	t.Helper()
	for name, lend := range ways {
		t.Run(name, func(t *testing.T) {
			d := &drivertest.Parked{Lend: lend, Answer: func(_ int, sql string, res *driver.Result) error {
				answer(sql, res)
				return nil
			}}
			f(t, d)
			if n := d.Live(); n != 0 {
				t.Errorf("%d sessions are still open", n)
			}
		})
	}
}

// parkedRun runs p on the parked driver and gives what happened.
func parkedRun(t *testing.T, ctx context.Context, d *drivertest.Parked, p *plan.Plan) (*Report, *memory, error) {
	t.Helper()
	m := sinks{}
	report, err := Run(ctx, p, Options{
		Start: time.Now(),
		Open:  func(context.Context, *plan.Target) (driver.Driver, error) { return d, nil },
		Sink:  m.open,
	})
	only := m[[2]int{0, 0}]
	only.check(t)
	return report, only, err
}

// mishaps has some statements of each session fail: the third BEGIN and every
// tenth UPDATE by a deadlock, the seventh SELECT by the loss of the connection.
func mishaps() func(n int, sql string, res *driver.Result) error {
	var mu sync.Mutex
	counts := map[int]map[string]int{}
	return func(n int, sql string, res *driver.Result) error {
		mu.Lock()
		defer mu.Unlock()
		if counts[n] == nil {
			counts[n] = map[string]int{}
		}
		verb, _, _ := strings.Cut(sql, " ")
		counts[n][verb]++
		switch c := counts[n][verb]; {
		case verb == "BEGIN" && c == 3, verb == "UPDATE" && c%10 == 0:
			return deadlock()
		case verb == "SELECT" && c == 7:
			return lost()
		}
		answer(sql, res)
		return nil
	}
}

// The same program by coroutines in event loops gives the records that it gives
// by goroutines, but for the times.
func TestBothWaysGiveTheSameRecords(t *testing.T) {
	records := map[string]*memory{}
	bothWays(t, func(t *testing.T, d *drivertest.Parked) {
		d.Answer = mishaps()
		steps := []plan.Step{statement(0, "SELECT 1"), statement(1, "UPDATE t SET k = 1"), {Think: &plan.Think{Micros: uniform(0, 300)}}}
		_, m, err := parkedRun(t, t.Context(), d, scriptPlan(steps, events(400), func(p *plan.Plan) {
			p.Loads[0].Threads, p.Loads[0].Errors.Retry = plan.Fixed(20), []int{1213}
			p.Loads[0].Reconnect = 11
		}))
		if err != nil {
			t.Fatal(err)
		}
		m.timeless()
		records[t.Name()] = m
	})
	var first *memory
	for name, m := range records {
		if first == nil {
			first = m
		}
		if !slices.Equal(m.events, first.events) || !slices.Equal(m.statements, first.statements) {
			t.Errorf("%s: %d events and %d statements, and not the same as another way's %d and %d",
				name, len(m.events), len(m.statements), len(first.events), len(first.statements))
		}
	}
	if n := first.labelled(labelConnect, event.Measure); n < 20 {
		t.Errorf("%d connections were made anew", n)
	}
}

// timeless forgets what differs between two runs of one program, and sorts.
func (m *memory) timeless() {
	for i := range m.events {
		e := &m.events[i]
		e.Start, e.Service, e.Client = 0, 0, 0
	}
	for i := range m.statements {
		m.statements[i].Start, m.statements[i].Service = 0, 0
	}
	slices.SortFunc(m.events, func(a, b event.Event) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(m.statements, func(a, b event.Statement) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), cmp.Compare(a.Ordinal, b.Ordinal))
	})
}

// How long answers waited in the client is known in a loop, and only there.
func TestClientTime(t *testing.T) {
	bothWays(t, func(t *testing.T, d *drivertest.Parked) {
		report, m, err := parkedRun(t, t.Context(), d, scriptPlan(update(), events(300), func(p *plan.Plan) { p.Loads[0].Threads = plan.Fixed(9) }))
		if err != nil {
			t.Fatal(err)
		}
		var waited int64
		for _, e := range m.events {
			lent := d.Lend(0, 0) && d.Lend(int(e.Worker), 0)
			if lent != (e.Client != event.Unknown) || e.Client > e.Service {
				t.Fatalf("lent %v, and answers waited %d ns of %d", lent, e.Client, e.Service)
			}
			waited += max(e.Client, 0)
		}
		if lent := d.Lend(0, 0); lent != (waited > 0) {
			t.Errorf("lent %v, and answers waited %d ns in all", lent, waited)
		}
		i := slices.IndexFunc(report.Facts, func(f event.Fact) bool { return f.Name == "load.oltp.client" })
		if want := d.Lend(0, 0); i < 0 || strings.Contains(report.Facts[i].Value, "loop") != want {
			t.Errorf("fact %d of %+v", i, report.Facts)
		}
	})
}

// Whatever a worker hangs in, others go on, and it is over when the grace is.
func TestHardDeadlineBothWays(t *testing.T) {
	for name, hang := range map[string]func(d *drivertest.Parked, p *plan.Plan){
		"statement": func(d *drivertest.Parked, p *plan.Plan) {
			d.Answer = func(n int, sql string, res *driver.Result) error {
				if n == 1 {
					time.Sleep(10 * time.Second)
				}
				answer(sql, res)
				return nil
			}
		},
		"connect": func(d *drivertest.Parked, p *plan.Plan) {
			opened := map[int]bool{} // at first by several goroutines
			var mu sync.Mutex
			d.Opening = func(ctx context.Context, n int) error {
				mu.Lock()
				again := opened[n]
				opened[n] = true
				mu.Unlock()
				if again && n == 1 {
					<-ctx.Done()
					return &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: ctx.Err().Error()}
				}
				return nil
			}
			d.Answer = func(n int, sql string, res *driver.Result) error {
				if n == 1 && strings.HasPrefix(sql, "UPDATE") {
					return lost()
				}
				answer(sql, res)
				return nil
			}
		},
		"back-off": func(d *drivertest.Parked, p *plan.Plan) {
			p.Loads[0].Errors.Backoff, p.Loads[0].Errors.BackoffMax = int64(time.Hour), int64(time.Hour)
			d.Answer = func(n int, sql string, res *driver.Result) error {
				if n == 1 && strings.HasPrefix(sql, "UPDATE") {
					return deadlock()
				}
				answer(sql, res)
				return nil
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, d *drivertest.Parked) {
				p := scriptPlan(update(), lasting(200*time.Millisecond, 4), func(p *plan.Plan) {
					p.Loads[0].Grace = int64(300 * time.Millisecond)
					e := &p.Loads[0].Errors
					e.Retry, e.Reconnect, e.MaxAttempts = []int{1213}, int64(time.Hour), 1e6
				})
				hang(d, p)
				start := time.Now()
				_, m, err := parkedRun(t, t.Context(), d, p)
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took < 500*time.Millisecond || took > 5*time.Second {
					t.Errorf("it took %v, want the duration and the grace: 500 ms", took)
				}
				done := outcomes(m.events)
				// On a busy machine other events may be in flight at the deadline.
				if n := done["cancelled"]; n < 1 || n > 4 || done["ok"] < 30 || len(done) != 2 {
					t.Errorf("events %v", done)
				}
			})
		})
	}
}

// A pause, between events or before the first, does not outlast an interrupt.
func TestInterruptBothWays(t *testing.T) {
	bothWays(t, func(t *testing.T, d *drivertest.Parked) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		start := time.Now()
		report, m, err := parkedRun(t, ctx, d, scriptPlan(update(), lasting(time.Hour, 5), func(p *plan.Plan) {
			p.Loads[0].Think = expr.ConstFloat(3600e6)
		}))
		if !errors.Is(err, context.Canceled) || report.Cells[0].Status != interrupted || time.Since(start) > 5*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		if len(m.events) != 5 {
			t.Errorf("%d events", len(m.events))
		}
	})
}

// A worker that finds no empty batch waits for one aside: others of its loop go
// on, and the wait is counted.
func TestBatchesAreWaitedForAside(t *testing.T) {
	s := testShared(1, levels{true, true})
	l, err := loop.New(s.clock.start, loop.Thread{CPU: -1})
	if err != nil {
		t.Fatal(err)
	}
	var held []*event.Batch
	waiting, other := l.Task(), l.Task()
	r := testRecorder(s)
	r.seat = waiting
	for len(s.pool.free) > 0 {
		held = append(held, <-s.pool.free)
	}
	waiting.Do(func() {
		r.event(&event.Event{})
		r.flush()
	})
	other.Do(func() {
		other.Until(s.clock.now()+int64(20*time.Millisecond), nil)
		if r.batch != nil {
			t.Error("there was an empty batch")
		}
		s.pool.giveBack(held[0])
	})
	var wg sync.WaitGroup
	wg.Go(l.Run)
	wg.Wait()
	if r.waits != 1 || r.waitTime < int64(10*time.Millisecond) || r.batch != held[0] {
		t.Errorf("%d waits of %d ns", r.waits, r.waitTime)
	}
}
