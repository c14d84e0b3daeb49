package executor

import (
	"errors"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// caller executes statements for one event after the other and records each.
type caller struct {
	session *session
	clock   clock
	seat    seat // nil: the goroutine is the caller's own
	rec     recorder
	res     driver.Result
	event   event.Event // the one being made
	ordinal int32       // of the next record of the event
	lag     int64       // of the seat when the event began
}

// begin starts a new event.
func (c *caller) begin(e event.Event) {
	c.event = e
	if c.seat != nil {
		c.lag = c.seat.Lag()
	}
	c.event.Host = c.session.host
	c.ordinal = 0
}

// call executes st, under the archive's code of its label. The answer is in
// c.res until the next call. Two readings of the clock are all that measuring
// adds between one statement and the next, besides the record itself.
func (c *caller) call(st *driver.Statement, args []expr.Value, code uint16) *driver.Error {
	start := c.clock.now()
	err := c.ask(st, args)
	service := c.clock.now() - start
	c.event.Statements++
	c.event.Bytes += c.res.Bytes
	failure := asDriverError(err)
	c.note(code, start, service, kind(failure, &c.res), failure)
	return failure
}

// ask executes st on the session. A connection that blocks is kept away
// from the others of a loop.
func (c *caller) ask(st *driver.Statement, args []expr.Value) error {
	if !c.session.blocking {
		return c.session.execute(st, args, &c.res)
	}
	return c.askAside(st, args)
}

// askAside executes where that may block. It is apart from its caller, whose hot
// path would otherwise pay for the closure.
func (c *caller) askAside(st *driver.Statement, args []expr.Value) (err error) {
	c.seat.Aside(func() { err = c.session.execute(st, args, &c.res) })
	return err
}

// note records a statement, or a connection made. A statement that failed has
// what had arrived by then; the archive tells it by its error code.
func (c *caller) note(code uint16, start, service int64, k event.Kind, failure *driver.Error) {
	s := event.Statement{
		Event:       c.event.ID,
		Start:       start,
		Service:     service,
		Rows:        c.res.Rows,
		Affected:    c.res.Affected,
		Matched:     c.res.Matched,
		Ordinal:     c.ordinal,
		Attempt:     c.event.Attempts,
		Transaction: c.event.Transaction,
		Statement:   code,
		Load:        c.event.Load,
		Host:        c.event.Host,
		Phase:       c.event.Phase,
		Kind:        k,
	}
	if failure != nil {
		s.ErrorCode = int32(failure.Code)
	}
	c.ordinal++
	c.rec.statement(&s)
}

// finish records the event, which ends now: with its last answer, before
// anything is counted or handed over.
func (c *caller) finish() {
	c.end()
	c.rec.event(&c.event)
}

// end has the event end now. How long answers waited in our client only an
// event loop knows: a goroutine that blocks is told of an answer when it runs.
func (c *caller) end() {
	c.event.Service = c.clock.now() - c.event.Start
	c.event.Client = event.Unknown
	if c.seat != nil && !c.session.blocking {
		c.event.Client = c.seat.Lag() - c.lag
	}
}

// kind classifies an answer as sysbench does.
func kind(failure *driver.Error, res *driver.Result) event.Kind {
	switch {
	case failure != nil:
		return event.Failed
	case res.HasRows:
		return event.Read
	case res.Affected > 0:
		return event.Write
	}
	return event.Other
}

// asDriverError is err as what drivers promise to return. Another error can
// only be a driver's mistake; it is reported like a failed statement.
func asDriverError(err error) *driver.Error {
	if err == nil {
		return nil
	}
	var e *driver.Error
	if errors.As(err, &e) {
		return e
	}
	return &driver.Error{Class: driver.Failed, Message: err.Error()}
}
