package executor

import (
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// load is one load of a cell, ready to run: its place, its size, its program,
// and what its workers share and only read.
type load struct {
	*plan.Load
	code       uint16 // in the archive's dictionary
	threads    int
	program    *program    // empty for a probe
	mix        string      // its name; empty for a probe
	operations []uint16    // of a probe, by number: codes in the archive's dictionary; nil for a mix
	notes      *plan.Notes // which know where it stands
	stages     *stages     // nil if there are none
	brake      *brake
	fail       func(error) // ends the cell
}

// position is where in the spec a query stands, or else its transaction, as
// "shop.hcl:41"; empty if the plan does not know.
func (l *load) position(transaction, query string) string {
	at := "mix." + l.mix + ".transaction." + transaction
	return l.notes.Where(at+".query."+query, at)
}

// worker is one session at work. Its code is straight-line and waits in two
// places only, the connection and the waiter.
type worker struct {
	line
	evaluator
	station
	load  *load
	index int // in the load, from 0
	ids   ids
	times timetable
	left  int64 // events still to do in the measured phase, if they are counted
	tally *tally

	transaction *transaction // of the attempt at hand, or of the rows being sent
	unexpected  bool         // an expectation was not met in it
	causes      causes       // why events had to be given up
	stopping    bool         // the worker cannot go on
	joins       []*join      // rows that wait for more, by query and table
	measured    int64        // when its last event of the measured phase ended
	served      int64        // events of the connection, if it lasts for so many only

	arrivals  taker  // without arrivals in a closed loop
	wait, lag int64  // of the event to begin; in a closed loop none, and unknown
	stage     uint16 // likewise
}

// ids gives each event of a repeat its own number: the worker's next, and the
// step from one to the next.
type ids struct{ next, step int64 }

// take gives the number of the worker's next event.
func (i *ids) take() int64 {
	id := i.next
	i.next += i.step
	return id
}

// run works until the timetable or the brake ends it. In a closed loop an event
// is due when the one before it, and the thinking after that, has ended; its
// number n counts from 0 in each phase, so that the measured phase draws the
// same whatever the warm-up did.
func (w *worker) run() {
	defer w.leave()
	w.arrive()
	if !w.waiter.Until(w.times.begin, w.brake.wake) {
		return
	}
	if w.arrivals.arrivals != nil {
		w.serve()
		return
	}
	var n int64
	phase := event.Start
	for !w.stopping && !w.brake.halted.Load() {
		now := w.clock.now()
		next, on := w.times.at(now)
		if next != phase || !on {
			w.sendJoins()
			n, phase = 0, next
		}
		if !on {
			return
		}
		if w.load.stages != nil && !w.onStage(phase, now) {
			continue
		}
		counted := phase == event.Measure && w.load.Events > 0
		if counted && w.left == 0 {
			w.times.enough(now)
			continue // before the last event is handed over: rows may still go on its account
		}
		if w.rec.due(now, w.event.Service) && !w.waiting() {
			continue // the archive may have been waited for, which is no service: look at the clock again
		}
		if counted {
			w.left--
		}
		if w.operator != nil {
			w.operate(now, phase)
		} else {
			w.perform(now, phase, n)
		}
		n++
		w.rest()
	}
}

// onStage notes the stage of an event that is due now; false if the worker had
// to wait for its turn, in which others do the work.
func (w *worker) onStage(phase uint8, now int64) bool {
	w.stage = w.load.stages.code(phase, now-w.times.measure)
	turn := w.load.stages.turn(w.index, &w.times, now)
	if turn > now {
		w.await(turn, now)
	}
	return turn <= now
}

// rest pauses between two events if the load thinks.
func (w *worker) rest() {
	if w.load.Think.Absent() {
		return
	}
	pause, err := w.micros(&w.load.Think)
	if err != nil {
		w.causes.add(cause{culprit: culprit{part: "think time"}, err: err})
	}
	if err != nil || pause <= 0 {
		return // a think time that cannot be computed is none
	}
	now := w.clock.now()
	if len(w.joins) == 0 {
		w.rec.due(now, pause)
	}
	w.waiter.Until(now+pause, w.brake.wake)
}

// leave gives up what the worker holds.
func (w *worker) leave() {
	if !w.stopping && !w.brake.cut.Load() {
		w.sendJoins()
	}
	w.stage = 0
	w.wind()
	aside(w.seat, w.session.close)
	w.rec.close()
}

// perform does event n of a phase, beginning now, with all its attempts.
func (w *worker) perform(now int64, phase uint8, n int64) {
	w.seed(phase, n, 1) // the first attempt goes on where the choice leaves the stream
	t := w.choose(w.load.program)
	w.begin(event.Event{
		ID: w.ids.take(), Start: now, Wait: w.wait, Lag: w.lag, Stage: w.stage, Worker: int32(w.index),
		Transaction: t.code, Load: w.load.code, Phase: phase,
	})
	for attempt := int32(1); ; attempt++ {
		if attempt > 1 {
			w.seed(phase, n, attempt)
		}
		w.event.Attempts, w.event.ErrorCode, w.unexpected = attempt, 0, false
		if w.settle(t, w.attempt(t)) {
			break
		}
	}
	w.renew()
	w.finish()
	w.tally.count(w.event.Outcome)
	if phase == event.Measure {
		w.measured = w.event.Start + w.event.Service
	}
}

// settle decides after an attempt whether the event is over, and how it ended.
func (w *worker) settle(t *transaction, how ending) (over bool) {
	switch how {
	case proceed:
		w.event.Outcome = event.OK
		if w.unexpected {
			w.event.Outcome = event.Unexpected
		}
	case rolledBack:
		w.event.Outcome = event.RolledBack
	case gaveUp:
		w.event.Outcome = event.Error
	case cut:
		w.event.Outcome = event.Cancelled
	case failed:
		return w.recover(t)
	}
	return true
}
