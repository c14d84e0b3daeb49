package executor

import (
	"errors"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
)

// failure is a failed statement.
type failure struct {
	err   *driver.Error
	label string
	sql   string // borrowed until the next statement
}

// StatementError is the statement that failed a cell: neither retried nor
// ignored by the rules of its load.
type StatementError struct {
	Label       string // of the query; begin, commit, …
	Transaction string // empty where tables are made and loaded
	Position    string // of the query in its spec, as "shop.hcl:41", or empty
	SQL         string // shortened
	Err         *driver.Error
}

func (e *StatementError) Error() string {
	of := ""
	if e.Transaction != "" {
		of = " of transaction " + strconv.Quote(e.Transaction)
	}
	return "statement " + strconv.Quote(e.Label) + of + inBrackets(e.Position) + " failed with " + e.Err.Error() + ": " + e.SQL
}

// inBrackets is a position behind what it is of.
func inBrackets(position string) string {
	if position == "" {
		return ""
	}
	return " (" + position + ")"
}

// Unwrap gives the server's error.
func (e *StatementError) Unwrap() error { return e.Err }

// shown is how many bytes of SQL an error shows.
const shown = 200

// keep makes an error of the failure that outlives the statement.
func (f *failure) keep() *StatementError {
	sql := strings.Join(strings.Fields(f.sql), " ")
	if len(sql) > shown {
		sql = strings.ToValidUTF8(sql[:shown], "") + "…"
	}
	return &StatementError{Label: f.label, SQL: sql, Err: f.err}
}

// recover follows the load's rules after a failed statement. The event is over
// unless it is to be attempted again.
func (w *worker) recover(t *transaction) (over bool) {
	w.event.Outcome = event.Error
	w.event.ErrorCode = int32(w.failure.err.Code)
	verdict := w.judge()
	if verdict == again || verdict == pass {
		switch w.undo(t) {
		case cut:
			return w.cancelled()
		case failed: // a session in an unknown state is of no use
			if verdict = w.judge(); verdict != replace {
				verdict = fatal
			}
		}
	}
	switch verdict {
	case fatal:
		return w.stop(w.keep())
	case pass:
		return true
	case replace:
		if how, err := w.reconnect(); how == failed {
			return w.without(err)
		} else if how == cut {
			return w.cancelled()
		}
	}
	how := w.backOff()
	if how == cut {
		return w.cancelled()
	}
	return how == failed
}

// keep is the failure with the transaction at hand, and where it stands.
func (w *worker) keep() *StatementError {
	e, name := w.failure.keep(), w.transaction.plan.Name
	e.Transaction, e.Position = name, w.load.position(name, e.Label)
	return e
}

// undo sends the ROLLBACK of a transaction, if it has one.
func (w *worker) undo(t *transaction) ending {
	if t.rollback == nil {
		return proceed
	}
	return w.execute(t.rollback, nil, labelRollback, t.codes.rollback)
}

// cancelled ends the event as cut off.
func (w *worker) cancelled() (over bool) {
	w.event.Outcome = event.Cancelled
	return true
}

// without ends an event for want of a connection. It fails the cell, unless
// the target has other hosts: they go on, while this worker's events are
// errors for as long as its host is away.
func (w *worker) without(err error) (over bool) {
	var failure *driver.Error
	if !errors.As(err, &failure) || failure.Class != driver.Lost || !w.session.spare() {
		return w.stop(err)
	}
	w.waiter.Until(w.clock.now()+max(w.policy.BackoffMax, leastPause), w.brake.broken)
	return true
}

// stop ends this worker and fails the cell.
func (w *worker) stop(err error) (over bool) {
	w.stopping = true
	w.load.fail(err)
	return true
}
