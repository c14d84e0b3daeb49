package executor

import (
	"context"
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// admin executes the statements that are no events: DDL and the ledger. It
// retries nothing. What it does is rare and mostly cannot be done twice, and a
// user would rather know of the first error.
type admin struct {
	session *session
	brake   *brake
	res     driver.Result
}

// attend opens s and lets work use it, with a guard that interrupts what runs
// when ctx ends.
func attend(ctx context.Context, s *session, work func(*admin) error) error {
	if err := s.openAnywhere(ctx); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer s.close()
	c := &admin{session: s, brake: newBrake()}
	var err error
	watched(ctx, &guard{brake: c.brake, sessions: []*session{s}}, func() { err = work(c) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// watched runs work under a guard, which has ended when watched returns: nobody
// interrupts a session that belongs to others by then.
func watched(ctx context.Context, g *guard, work func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	g.done = done
	go func() {
		defer close(ended)
		g.watch(ctx)
	}()
	work()
	close(done)
	<-ended
}

// do executes sql; doing says what for, in an error: "create table sbtest1".
func (c *admin) do(doing, sql string, args ...expr.Value) error {
	_, err := c.ask(doing, sql, nil, args...)
	return err
}

// ask executes sql and gives the first row as reads wants it, valid until the
// next statement; nil if there is none.
func (c *admin) ask(doing, sql string, reads []expr.Kind, args ...expr.Value) ([]expr.Value, error) {
	if c.brake.cut.Load() {
		return nil, fmt.Errorf("%s: %w", doing, context.Canceled)
	}
	st := driver.Statement{ID: -1, SQL: sql, Reads: reads}
	if err := c.session.conn.Execute(&st, args, &c.res); err != nil {
		f := failure{err: asDriverError(err), sql: sql}
		return nil, fmt.Errorf("%s: %w: %s", doing, err, f.keep().SQL)
	}
	if len(c.res.Row) == 0 {
		return nil, nil
	}
	return c.res.Row, nil
}
