package executor

import (
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
)

// station is a worker's way to the operations of a probe.
type station struct {
	operator  driver.Operator // nil if the worker runs a mix
	operation driver.Operation
	common    uint64 // driver.Stint.Common
}

// OperationError is the operation that failed a cell.
type OperationError struct {
	Probe string // name of the target
	Err   *driver.Error
}

func (e *OperationError) Error() string { return e.Probe + ": " + e.Err.Message }

// Unwrap gives the driver's error.
func (e *OperationError) Unwrap() error { return e.Err }

// arrive begins a stint at a probe, if the load runs one. The randomness of a
// worker is that of an event before all others.
func (w *worker) arrive() {
	if w.load.operations == nil {
		return
	}
	w.operator = w.session.conn.(driver.Operator) // checked when the session was opened
	w.seed(event.Start, 0, 1)
	w.operator.Begin(driver.Stint{Worker: w.index, Workers: w.load.threads, Seed: w.source.Uint64(), Common: w.common})
}

// operate does one operation, due now, as one event of a phase.
func (w *worker) operate(now int64, phase uint8) {
	var left int64
	if phase == event.Measure && w.load.Events > 0 {
		left = w.left + 1 // it was taken off
	}
	w.beginOperation(now, phase)
	err := w.operator.Operate(left, &w.operation)
	w.endOperation(asDriverError(err))
	if w.event.Phase != phase && left > 0 {
		w.left++ // it began before the phase, which wants its number of events
	}
}

// operateOnce does the operation of an arrival. The next is not due yet, so the
// probe begins no other: a worker has one at a time.
func (w *worker) operateOnce(now int64, phase uint8) {
	w.beginOperation(now, phase)
	w.event.Wait, w.event.Lag = w.wait, w.lag
	err := w.operator.Operate(1, &w.operation)
	w.endOperation(asDriverError(err))
}

// beginOperation begins an event whose operation is not known before it is done.
func (w *worker) beginOperation(now int64, phase uint8) {
	w.begin(event.Event{ID: w.ids.take(), Start: now, Lag: event.Unknown, Stage: w.stage, Worker: int32(w.index), Load: w.load.code, Phase: phase, Attempts: 1})
	w.operation = driver.Operation{}
}

// endOperation records the operation that has ended.
func (w *worker) endOperation(err *driver.Error) {
	w.event.Transaction = w.load.operations[w.operation.Kind]
	w.event.Bytes = w.operation.Bytes
	w.event.Outcome = w.outcome(err)
	if w.operation.Took > 0 {
		w.event.Start = w.clock.now() - w.operation.Took
		w.event.Phase, _ = w.times.at(w.event.Start)
	}
	w.finish()
	w.tally.count(w.event.Outcome)
	if w.event.Phase == event.Measure {
		w.measured = w.event.Start + w.event.Service
	}
}

// outcome judges a failure by the rules of the load.
func (w *worker) outcome(err *driver.Error) event.Outcome {
	switch {
	case err == nil:
		return event.OK
	case err.Class == driver.Interrupted || w.brake.cut.Load():
		return event.Cancelled
	}
	w.event.ErrorCode = int32(err.Code)
	if w.policy.judge(err) != pass {
		w.stop(&OperationError{Probe: w.session.target, Err: err})
	}
	return event.Error
}

// wind does what a probe has left to do after its last operation. What is in
// flight when the worker has to stop is recorded too.
func (w *worker) wind() {
	for more := w.operator != nil; more; {
		now := w.clock.now()
		phase, _ := w.times.at(now)
		w.beginOperation(now, phase)
		var err error
		more, err = w.operator.End(&w.operation)
		if more || err != nil {
			w.endOperation(asDriverError(err))
		}
	}
}
