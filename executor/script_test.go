package executor

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// script is a driver whose answers a test writes: for the executor's own logic,
// where a real database could not be made to fail at the right moment.
type script struct {
	// open answers attempt n, from 0, to connect; nil: all succeed.
	open func(ctx context.Context, n int) error
	// answer is called for each statement; stuck() blocks until the statement
	// is interrupted.
	answer func(c *scripted, sql string, res *driver.Result) error

	mu    sync.Mutex
	opens int
	live  int
	texts []string // all statements executed, in order
}

// scripted is a session of a script.
type scripted struct {
	*script
	number    int
	interrupt chan struct{}
}

func (s *script) Open(ctx context.Context, n int) (driver.Conn, error) {
	s.mu.Lock()
	attempt := s.opens
	s.opens++
	s.mu.Unlock()
	if s.open != nil {
		if err := s.open(ctx, attempt); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	s.live++
	s.mu.Unlock()
	return &scripted{script: s, number: n, interrupt: make(chan struct{}, 1)}, nil
}

func (s *script) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "workers", Value: "3"}, {Name: "version", Value: "10.11.6-MariaDB"}}, nil
}

func (s *script) Close() error { return nil }

func (c *scripted) Execute(st *driver.Statement, _ []expr.Value, res *driver.Result) error {
	res.Reset()
	c.mu.Lock()
	c.texts = append(c.texts, strings.Clone(st.SQL))
	c.mu.Unlock()
	if err := c.answer(c, st.SQL, res); err != nil {
		return err
	}
	for _, kind := range st.Reads {
		if res.HasRows && res.Rows > 0 {
			res.Row = append(res.Row, expr.Value{Kind: kind})
		}
	}
	return nil
}

// stuck runs until the session is interrupted.
func (c *scripted) stuck() error {
	<-c.interrupt
	return &driver.Error{Class: driver.Interrupted, Code: 1317, Message: "Query execution was interrupted"}
}

func (c *scripted) Interrupt(context.Context) error {
	select {
	case c.interrupt <- struct{}{}:
	default:
	}
	return nil
}

func (c *scripted) Host() int { return 0 }

func (c *scripted) Close() error {
	c.mu.Lock()
	c.live--
	c.mu.Unlock()
	return nil
}

func (c *scripted) AppendLiteral(dst []byte, v expr.Value) []byte { return v.Append(dst) }

// deadlock and lost are what servers say.
func deadlock() error {
	return &driver.Error{Class: driver.Failed, Code: 1213, State: "40001", Message: "Deadlock found when trying to get lock; try restarting transaction"}
}

func lost() error {
	return &driver.Error{Class: driver.Lost, Code: driver.CodeLost, Message: "lost connection during query"}
}

// takes is an answer to everything that takes so long.
func takes(d time.Duration) func(*scripted, string, *driver.Result) error {
	return func(_ *scripted, sql string, res *driver.Result) error {
		time.Sleep(d)
		answer(sql, res)
		return nil
	}
}

// answer is a good answer: one row, or one affected.
func answer(sql string, res *driver.Result) {
	switch {
	case strings.HasPrefix(sql, "SELECT"):
		res.HasRows, res.Rows = true, 1
	case strings.HasPrefix(sql, "UPDATE"), strings.HasPrefix(sql, "INSERT"):
		res.Affected = 1
	}
}

// scriptPlan is a plan without tables: a mix of one transaction with the given
// steps, by one worker.
func scriptPlan(steps []plan.Step, change ...func(*plan.Plan)) *plan.Plan {
	p := testPlan("script", "mariadb", 0, 0, 1)
	p.Cells[0].Schema = -1
	t := &p.Mixes[0].Transactions[0]
	t.Begin, t.Frame, t.Body = []string{"BEGIN"}, 4, plan.Block{Steps: steps}
	p.Mixes[0].Schema = -1
	for _, c := range change {
		c(p)
	}
	return p
}

// statement is a step of one query, called update or point by its index.
func statement(index int, sql string) plan.Step {
	return plan.Step{Query: &plan.Query{
		Name: []string{"point", "update"}[index], Index: index, Repetition: once, SQL: plan.Text(sql), Expect: noExpect,
	}}
}

// update is the usual work of a scripted test.
func update() []plan.Step { return []plan.Step{statement(1, "UPDATE t SET k = 1")} }

// play runs p against the script and gives what happened.
func play(t *testing.T, ctx context.Context, s *script, p *plan.Plan, change ...func(*Options)) (*Report, *memory, error) {
	t.Helper()
	m := sinks{}
	o := Options{
		Start: time.Now(),
		Open:  func(context.Context, *plan.Target) (driver.Driver, error) { return s, nil },
		Sink:  m.open,
	}
	o.waiter = func() pace.Waiter { return &timer{start: o.Start} }
	for _, c := range change {
		c(&o)
	}
	report, err := Run(ctx, p, o)
	if s.live != 0 {
		t.Errorf("%d sessions are still open", s.live)
	}
	only := m[[2]int{0, 0}]
	if only != nil {
		only.check(t)
	}
	return report, only, err
}

// timer waits on the clock of a synctest bubble, which the waiters of package
// pace, since they sleep in the kernel, would never see advance.
type timer struct{ start time.Time }

func (w *timer) Until(at int64, stop <-chan struct{}) bool {
	left := time.Duration(at) - time.Since(w.start)
	if left <= 0 {
		return true
	}
	select {
	case <-time.After(left):
		return true
	case <-stop:
		return false
	}
}
