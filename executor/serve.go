package executor

import (
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// serve works in an open loop: the worker takes the next arrival, waits until
// it is due unless it is late already, and does its event. What waits when the
// warm-up or the last phase ends does not begin any more: the measured phase
// begins with an empty queue, and an overloaded load ends in time. An arrival
// whose worker is ready for it does not wait.
func (w *worker) serve() {
	phase := event.Start
	for !w.stopping && !w.brake.halted.Load() {
		w.rec.due(w.clock.now(), w.event.Service)
		a, on := w.arrivals.next()
		if a.phase != phase || !on {
			w.sendJoins()
			phase = a.phase
		}
		if !on {
			return
		}
		free := w.clock.now()
		now := free
		if a.due > free {
			if !w.await(a.due, free) {
				return
			}
			now = w.clock.now()
		} else if now >= w.arrivals.limit(a.phase) {
			w.arrivals.skip()
			continue
		} else if !w.patient(a, now) {
			continue
		}
		w.wait, w.lag = now-a.due, now-max(a.due, free)
		w.stage = w.load.stages.code(a.phase, a.due-w.times.measure)
		w.arrivals.tally.start(now, a.phase)
		if w.operator != nil {
			w.operateOnce(now, a.phase)
		} else {
			w.perform(now, a.phase, a.n)
		}
		w.arrivals.tally.end(&w.event)
	}
}

// await waits until the instant due, from now on; false if the load ends
// before. What the worker holds for the archive does not wait with it.
func (w *worker) await(due, now int64) bool {
	if len(w.joins) == 0 {
		w.rec.due(now, due-now)
	}
	return w.waiter.Until(due, w.brake.wake)
}

// patient tells whether an arrival that has waited until now is still worth a
// start, by the load's policy for overload.
func (w *worker) patient(a arrival, now int64) bool {
	o := w.arrivals.plan
	if o.Overload == plan.Wait || now-a.due <= o.MaxWait {
		return true
	}
	if o.Overload == plan.Drop {
		w.arrivals.tally.drop(now, a.phase)
		return false
	}
	w.arrivals.overload.CompareAndSwap(0, now)
	w.brake.halt()
	return false
}
