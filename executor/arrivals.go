package executor

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/gen"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/plan"
)

// arrivals is what the workers of an open loop share. When an arrival is due
// follows from its number; so all that they share to divide the arrivals is a
// counter for each phase, and the backlog is a difference of two numbers.
type arrivals struct {
	plan     *plan.Open
	windows  [numWindows]window
	last     int64 // when the arrival after the last of an exact number would be due in the measured phase; pace.Never
	tally    *seconds
	overload atomic.Int64 // the instant at which plan.Stop ended the load; 0: it did not
}

// window is the arrivals of one phase: those due from start to before end, and
// no more than most.
type window struct {
	phase      uint8
	start, end int64
	most       int64
	process    pace.Arrivals // before its first arrival; workers have copies
	_          [128]byte     // what follows is written, what stands before only read
	taken      atomic.Int64  // the number of the next arrival
	_          [128]byte
}

// numWindows are the phases with workers: warm-up, measured phase, cooldown.
const numWindows = 3

// newArrivals lays out the arrivals of l; nil if it is a closed loop.
func newArrivals(l *load, o origin) (*arrivals, error) {
	if l.Open == nil {
		return nil, nil
	}
	each := 1.0
	if l.Open.PerWorker {
		each = float64(l.threads)
	}
	if peak := l.Peak(); peak*each > plan.MostRate {
		return nil, fmt.Errorf("load %q asks for %v arrivals a second, %v for each of %d workers; at most %v can be made", l.Name, peak*each, peak, l.threads, plan.MostRate)
	}
	rates := l.rates(each)
	a := &arrivals{plan: l.Open}
	for i := range a.windows {
		w := &a.windows[i]
		w.phase, w.most = event.Warmup+uint8(i), math.MaxInt64
		w.process = process(l.Open, rates[i], gen.ArrivalKey(o.seed, o.repeat, l.Name, w.phase))
	}
	a.last = pace.Never
	if l.Events > 0 {
		a.windows[1].most = l.Events
		process := a.windows[1].process
		a.last = process.Due(l.Events)
	}
	return a, nil
}

// rates are those of the phases, each times so much.
func (l *load) rates(each float64) (all [numWindows]*pace.Profile) {
	for i := range all {
		all[i] = pace.Steady(l.Open.Rate * each)
	}
	if s := l.stages; s != nil {
		all[1], all[2] = s.profile.Times(each), pace.Steady(s.after*each)
	}
	return all
}

// process is the arrivals of a phase by their plan.
func process(o *plan.Open, p *pace.Profile, key gen.Key) pace.Arrivals {
	if o.Arrivals == plan.Constant {
		return pace.Constant(p)
	}
	return pace.Poisson(p, func(block int64) (hi, lo uint64) { return key.With(uint64(block)).Words() })
}

// schedule fixes the phases by the clock. With an exact number of events the
// measured phase ends when the one after the last would be due.
func (a *arrivals) schedule(t *timetable, load uint16) {
	if a.last != pace.Never {
		t.enough(t.measure + a.last)
	}
	bounds := [numWindows + 1]int64{t.begin, t.measure, t.cooldown, t.end}
	for i := range a.windows {
		a.windows[i].start, a.windows[i].end = bounds[i], bounds[i+1]
	}
	a.tally = &seconds{zero: t.measure, load: load}
}

// arrival is one that a worker has taken: number n of its phase.
type arrival struct {
	due   int64
	n     int64
	phase uint8
}

// taker is a worker's place among the arrivals.
type taker struct {
	*arrivals
	window  int
	process pace.Arrivals
}

// newTaker stands before the first arrival.
func newTaker(a *arrivals) taker { return taker{arrivals: a, process: a.windows[0].process} }

// limit is the instant from which on arrivals of a phase that wait do not begin
// any more. Those of the measured phase may begin in the cooldown.
func (a *arrivals) limit(phase uint8) int64 {
	if phase == event.Warmup {
		return a.windows[0].end
	}
	return a.windows[numWindows-1].end
}

// skip leaves the rest of the window, all of which is too late if one is.
func (t *taker) skip() {
	if t.window++; t.window < numWindows {
		t.process = t.windows[t.window].process
	}
}

// next takes the next arrival; false if there are no more. Numbers beyond the
// end of a phase belong to no arrival: whoever takes one goes on to the next
// phase.
func (t *taker) next() (arrival, bool) {
	for ; t.window < numWindows; t.skip() {
		w := &t.windows[t.window]
		n := w.taken.Add(1) - 1
		if n < w.most {
			if due := t.process.Due(n); due < w.end-w.start { // also if it is never
				return arrival{due: w.start + due, n: n, phase: w.phase}, true
			}
		}
	}
	return arrival{}, false
}
