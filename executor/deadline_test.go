package executor

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// lasting makes the first load last so long, with so many workers.
func lasting(d time.Duration, threads int64) func(*plan.Plan) {
	return func(p *plan.Plan) { p.Loads[0].Duration, p.Loads[0].Threads = int64(d), plan.Fixed(threads) }
}

// hangs are scripts whose session 1 hangs for good, in different places.
var hangs = map[string]func() *script{
	"statement": func() *script {
		return &script{answer: func(c *scripted, sql string, res *driver.Result) error {
			if strings.HasPrefix(sql, "UPDATE") && c.number == 1 {
				return c.stuck()
			}
			return takes(10*time.Millisecond)(c, sql, res)
		}}
	},
	"connect": func() *script {
		return &script{
			open: func(ctx context.Context, n int) error {
				if n < 2 {
					return nil
				}
				<-ctx.Done()
				return &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: ctx.Err().Error()}
			},
			answer: func(c *scripted, sql string, res *driver.Result) error {
				if strings.HasPrefix(sql, "UPDATE") && c.number == 1 {
					return lost()
				}
				return takes(10*time.Millisecond)(c, sql, res)
			},
		}
	},
	"back-off": func() *script {
		return &script{answer: func(c *scripted, sql string, res *driver.Result) error {
			if strings.HasPrefix(sql, "UPDATE") && c.number == 1 {
				return deadlock()
			}
			return takes(10*time.Millisecond)(c, sql, res)
		}}
	},
}

// Whatever a worker hangs in, it is over when the grace is.
func TestHardDeadline(t *testing.T) {
	for name, hang := range hangs {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := scriptPlan(update(), lasting(2*time.Second, 2), func(p *plan.Plan) {
					p.Loads[0].Grace = int64(3 * time.Second)
					e := &p.Loads[0].Errors
					e.Reconnect, e.MaxAttempts = int64(time.Hour), 1e6
					if name == "back-off" {
						e.Backoff, e.BackoffMax = int64(time.Hour), int64(time.Hour)
					}
				})
				start := time.Now()
				report, m, err := play(t, t.Context(), hang(), p)
				if err != nil || report.Cells[0].Status != complete {
					t.Fatalf("%v, cell %+v", err, report.Cells[0])
				}
				if took := time.Since(start); took < 5*time.Second || took > 5500*time.Millisecond {
					t.Errorf("it took %v, want the duration and the grace: 5 s", took)
				}
				cancelled := 0
				for _, e := range m.events {
					if e.Outcome == event.Cancelled {
						cancelled++
					}
					if e.Worker == 0 && e.Outcome != event.OK {
						t.Errorf("the other worker's event ended %s", event.OutcomeNames[e.Outcome])
					}
				}
				if cancelled != 1 {
					t.Errorf("%d cancelled events, want 1", cancelled)
				}
			})
		})
	}
}

// A worker that was between two statements when it was interrupted starts the
// next one; it must be interrupted again.
func TestInterruptIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answer: func(c *scripted, sql string, _ *driver.Result) error {
			if sql == "BEGIN" {
				time.Sleep(2*time.Second + time.Millisecond) // over the deadline, deaf to interrupts
				<-c.interrupt
			} else {
				t.Error("a statement was started after the cut")
			}
			return nil
		}}
		p := scriptPlan(update(), lasting(time.Second, 1), func(p *plan.Plan) { p.Loads[0].Grace = int64(time.Second) })
		_, m, err := play(t, t.Context(), s, p)
		if err != nil || len(m.events) != 1 || m.events[0].Outcome != event.Cancelled {
			t.Errorf("events %+v, %v", m.events, err)
		}
	})
}

// Events in flight at the end run on and count; none starts after it.
func TestEventsInFlightRunOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{answer: takes(300 * time.Millisecond)}
		_, m, err := play(t, t.Context(), s, scriptPlan(update(), lasting(time.Second, 1)))
		if err != nil {
			t.Fatal(err)
		}
		last := m.events[len(m.events)-1]
		if len(m.events) != 2 || last.Outcome != event.OK || last.Start+last.Service != int64(1800*time.Millisecond) {
			t.Errorf("%d events, the last %+v", len(m.events), last)
		}
	})
}

func TestInterruptedRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Second, cancel)
		s := &script{answer: func(c *scripted, sql string, res *driver.Result) error {
			if c.number == 1 && strings.HasPrefix(sql, "UPDATE") && time.Now().Second() >= 9 {
				return c.stuck()
			}
			return takes(50*time.Millisecond)(c, sql, res)
		}}
		p := scriptPlan(update(), lasting(time.Hour, 2), func(p *plan.Plan) { p.Repeat = 3 })
		start := time.Now()
		report, m, err := play(t, ctx, s, p)
		if !errors.Is(err, context.Canceled) || time.Since(start) > 11*time.Second {
			t.Fatalf("after %v: %v", time.Since(start), err)
		}
		if len(report.Cells) != 1 || report.Cells[0].Status != interrupted || report.Cells[0].Events != int64(len(m.events)) {
			t.Errorf("cells %+v", report.Cells)
		}
		if len(m.events) < 100 {
			t.Errorf("%d events before the interrupt", len(m.events))
		}
		if n := len(report.Clocks); n != 2 {
			t.Errorf("%d clock readings", n)
		}
	})
}

func TestInterruptWhileConnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		s := &script{open: func(ctx context.Context, _ int) error {
			<-ctx.Done()
			return &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: ctx.Err().Error()}
		}}
		report, _, err := play(t, ctx, s, scriptPlan(update(), lasting(time.Hour, 40)))
		if !errors.Is(err, context.Canceled) || report.Cells[0].Status != interrupted {
			t.Errorf("%v, %+v", err, report.Cells)
		}
	})
}

// A long pause between or inside events does not outlast an interrupt.
func TestInterruptWhileThinking(t *testing.T) {
	hour := expr.ConstFloat(3600e6)
	for name, change := range map[string]func(*plan.Plan){
		"between": func(p *plan.Plan) { p.Loads[0].Think = hour },
		"inside": func(p *plan.Plan) {
			body := &p.Mixes[0].Transactions[0].Body
			body.Steps = append(body.Steps, plan.Step{Think: &plan.Think{Micros: hour}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				start := time.Now()
				_, m, err := play(t, ctx, &script{answer: takes(time.Millisecond)}, scriptPlan(update(), lasting(2*time.Hour, 1), change))
				if !errors.Is(err, context.Canceled) || time.Since(start) > 2*time.Second {
					t.Errorf("after %v: %v", time.Since(start), err)
				}
				want := event.OK
				if name == "inside" {
					want = event.Cancelled
				}
				if len(m.events) != 1 || m.events[0].Outcome != want {
					t.Errorf("events %+v", m.events)
				}
			})
		})
	}
}
