package executor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/expr"
)

// line is a caller that lives with failures by the rules of a load: what
// workers and loaders have in common.
type line struct {
	caller
	policy  policy
	brake   *brake
	waiter  pace.Waiter
	random  *rand.Rand // for jitter only
	connect uint16     // the archive's code of connections made
	failure failure    // the last failed statement
}

// ending is how an attempt, or a part of it, ended.
type ending uint8

const (
	proceed    ending = iota // well: go on
	rolledBack               // the spec rolls the transaction back
	gaveUp                   // no statement failed, but the event cannot go on
	failed                   // the line's failure is the statement that failed
	cut                      // the brake was slammed
)

// execute executes a statement unless the brake has been slammed.
func (l *line) execute(st *driver.Statement, args []expr.Value, label string, code uint16) ending {
	if l.brake.cut.Load() {
		return cut
	}
	err := l.call(st, args, code)
	if err == nil {
		return proceed
	}
	l.failure = failure{err: err, label: label, sql: st.SQL}
	if l.brake.cut.Load() {
		return cut
	}
	return failed
}

// judge is the verdict on the failure at hand.
func (l *line) judge() verdict { return l.policy.judge(l.failure.err) }

// backOff waits before the next attempt: proceed if there may be one, failed
// if there have been enough.
func (l *line) backOff() ending {
	if l.event.Attempts >= int32(l.policy.MaxAttempts) {
		return failed
	}
	if !l.waiter.Until(l.clock.now()+l.policy.pause(l.event.Attempts, l.random), l.brake.broken) {
		return cut
	}
	return proceed
}

// reconnect replaces the lost connection within the policy's deadline; if it
// cannot, err says so.
func (l *line) reconnect() (ending, error) {
	lost := l.failure.err
	how, failure := l.connectAnew()
	if how == failed {
		return how, fmt.Errorf("the connection was lost (%v) and no new one could be made within %v: %w", lost, time.Duration(l.policy.Reconnect), failure)
	}
	return how, nil
}

// connectAnew makes a new connection in place of the old one. It is archived
// as one statement with the label connect, from the end of the old connection
// to the new one, with the code of the last failure if there is none.
func (l *line) connectAnew() (ending, *driver.Error) {
	aside(l.seat, l.session.close)
	start := l.clock.now()
	failure := l.seek(start + l.policy.Reconnect)
	l.res.Reset()
	l.note(l.connect, start, l.clock.now()-start, event.Connect, failure)
	switch {
	case failure == nil:
		return proceed, nil
	case l.brake.cut.Load():
		return cut, nil
	}
	l.event.ErrorCode = int32(failure.Code)
	return failed, failure
}

// seek tries to connect until the instant deadline, waiting longer each time.
func (l *line) seek(deadline int64) *driver.Error {
	ctx, cancel := context.WithDeadline(l.brake.ctx, l.clock.instant(deadline))
	defer cancel()
	for tries := int32(1); ; tries++ {
		failure := l.open(ctx)
		if failure == nil || failure.Class == driver.Refused {
			return failure
		}
		next := l.clock.now() + max(l.policy.pause(tries, l.random), leastPause)
		if next > deadline || !l.waiter.Until(next, l.brake.broken) {
			return failure
		}
	}
}

// open makes a connection. One that cannot be lent to the loop, though its
// predecessor could, executes aside.
func (l *line) open(ctx context.Context) (failure *driver.Error) {
	aside(l.seat, func() { failure = asDriverError(l.session.open(ctx)) })
	if failure == nil && l.seat != nil {
		l.session.blocking = !l.session.attach(l.seat)
	}
	return failure
}
