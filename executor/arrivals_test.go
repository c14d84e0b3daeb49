package executor

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// open makes the first load an open one: rate a second, for a warm-up of one
// second, a measured phase of four and a cooldown of one.
func open(rate float64, threads int64, change ...func(*plan.Open)) func(*plan.Plan) {
	return func(p *plan.Plan) {
		l := &p.Loads[0]
		l.Threads, l.Warmup, l.Duration, l.Cooldown = plan.Fixed(threads), second, 4*second, second
		l.Open = &plan.Open{Rate: rate, Arrivals: plan.Constant, Overload: plan.Wait}
		for _, c := range change {
			c(l.Open)
		}
	}
}

func poisson(o *plan.Open) { o.Arrivals = plan.Poisson }

// books are the arrivals of one phase of a load.
type books struct{ scheduled, started, finished, failed, dropped, waiting int64 }

// accounts adds up the arrivals of a phase, and holds that nothing is lost:
// second by second they are what the events say, and in all
// scheduled = finished + failed + dropped + waiting.
func (m *memory) accounts(t *testing.T, phase uint8) (b books) {
	t.Helper()
	byHand := map[int64]books{}
	var zero int64
	if i := slices.IndexFunc(m.arrivals, func(a event.Arrival) bool { return a.Phase == event.Measure }); i >= 0 {
		zero = m.arrivals[i].Second // the first is that of the phase's beginning
	}
	for _, e := range m.in(phase) {
		at := func(ns int64) int64 { return (ns - zero + 1000*second) / second }
		started := byHand[at(e.Start)]
		started.started++
		byHand[at(e.Start)] = started
		ended := byHand[at(e.Start+e.Service)]
		if e.Outcome == event.OK || e.Outcome == event.RolledBack {
			ended.finished++
		} else {
			ended.failed++
		}
		byHand[at(e.Start+e.Service)] = ended
	}
	last := int64(-1)
	for _, a := range m.arrivals {
		if a.Phase != phase {
			continue
		}
		if a.Second <= last {
			t.Errorf("second %d follows %d", a.Second, last)
		}
		last = a.Second
		want := byHand[(a.Second-zero+1000*second)/second]
		if a.Started != want.started || a.Finished != want.finished || a.Failed != want.failed {
			t.Errorf("second %d of %s: %+v, by the events %+v", a.Second, event.Phases[phase], a, want)
		}
		b = books{b.scheduled + a.Scheduled, b.started + a.Started, b.finished + a.Finished, b.failed + a.Failed, b.dropped + a.Dropped, a.Waiting}
	}
	if b.scheduled != b.finished+b.failed+b.dropped+b.waiting || b.started != int64(len(m.in(phase))) {
		t.Errorf("%s: the books do not balance: %+v, %d events", event.Phases[phase], b, len(m.in(phase)))
	}
	return b
}

// With free workers every event begins when it is due, and each phase has its
// own arrivals.
func TestOpenLoopKeepsItsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		report, m, err := play(t, t.Context(), &script{answer: takes(time.Millisecond)}, scriptPlan(update(), open(200, 3)))
		if err != nil {
			t.Fatal(err)
		}
		for phase, want := range map[uint8]int64{event.Warmup: 200, event.Measure: 800, event.Cooldown: 200} {
			if b := m.accounts(t, phase); b != (books{scheduled: want, started: want, finished: want}) {
				t.Errorf("%s: %+v, want %d", event.Phases[phase], b, want)
			}
		}
		for _, e := range m.events {
			if e.Wait != 0 || e.Lag != 0 {
				t.Fatalf("%+v was late", e)
			}
		}
		if s := report.Cells[0].Phases; s[1].Phase != event.Measure || s[1].End-s[1].Start != 4*second {
			t.Errorf("phases %+v", s)
		}
	})
}

// An open loop is the same whoever works: instants, transactions and values
// follow from the arrivals' numbers.
func TestOpenLoopDoesNotDependOnWorkers(t *testing.T) {
	dues := func(threads int64) (all []int64) {
		synctest.Test(t, func(t *testing.T) {
			_, m, err := play(t, t.Context(), &script{answer: takes(time.Microsecond)}, scriptPlan(update(), open(300, threads, poisson)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range m.in(event.Measure) {
				all = append(all, e.Start-e.Wait)
			}
			slices.Sort(all)
		})
		return all
	}
	one := dues(1)
	if len(one) < 1000 || len(one) > 1400 || !slices.Equal(one, dues(7)) {
		t.Errorf("%d arrivals by one worker; other instants by seven", len(one))
	}
}

// At more than the workers can do nothing aborts and nothing vanishes, and
// response times count from the due instant. An event of three statements takes
// 15 ms, so two workers do 133 a second. What waits at the end of the warm-up is
// given up; what waits at that of the measured phase may begin in the cooldown.
func TestOverloadIsKeptInTheBooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, m, err := play(t, t.Context(), &script{answer: takes(5 * time.Millisecond)}, scriptPlan(update(), open(200, 2)))
		if err != nil {
			t.Fatal(err)
		}
		b := m.accounts(t, event.Measure)
		if b.scheduled != 800 || b.finished < 660 || b.finished > 670 || b.waiting != 800-b.finished {
			t.Errorf("measured phase: %+v", b)
		}
		if w := m.accounts(t, event.Warmup); w.scheduled != 200 || w.finished < 130 || w.finished > 136 || w.dropped != 200-w.finished {
			t.Errorf("warm-up: %+v", w)
		}
		if c := m.accounts(t, event.Cooldown); c.scheduled != 200 || c.waiting != 200 {
			t.Errorf("cooldown: %+v", c)
		}
		first, last := m.in(event.Measure)[0], m.in(event.Measure)[b.finished-1]
		if first.Wait > 15e6 || last.Wait < 165*second/100 || last.Wait > 168*second/100 || last.Lag != 0 {
			t.Errorf("the first event of the phase is %+v, the last %+v", first, last)
		}
	})
}

func TestOverloadDrops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drop := func(o *plan.Open) { o.Overload, o.MaxWait = plan.Drop, 100e6 }
		_, m, err := play(t, t.Context(), &script{answer: takes(5 * time.Millisecond)}, scriptPlan(update(), open(1000, 2, drop)))
		if err != nil {
			t.Fatal(err)
		}
		b := m.accounts(t, event.Measure)
		if b.finished < 500 || b.dropped < 3000 || b.waiting != 0 {
			t.Errorf("measured phase: %+v", b)
		}
		for _, e := range m.events {
			if e.Wait > 100e6 {
				t.Fatalf("%+v waited for too long", e)
			}
		}
	})
}

func TestOverloadStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := func(o *plan.Open) { o.Overload, o.MaxWait = plan.Stop, 2*second }
		p := scriptPlan(update(), open(1000, 2, stop))
		report, m, err := play(t, t.Context(), &script{answer: takes(5 * time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		// After t seconds the arrival of 0.133 t is at work: it has waited for 0.867 t.
		measured := report.Cells[0].Phases[1]
		if took := measured.End - measured.Start; took < 228*second/100 || took > 233*second/100 {
			t.Errorf("stopped after %v of the measured phase", time.Duration(took))
		}
		if b := m.accounts(t, event.Measure); b.finished < 300 || b.finished > 312 || b.scheduled < 2280 {
			t.Errorf("measured phase: %+v", b)
		}
		found := slices.ContainsFunc(report.Facts, func(f event.Fact) bool { return f.Name == "load.oltp.stopped_ns" })
		if !found || report.Cells[0].Status != complete {
			t.Errorf("status %s, facts %+v", report.Cells[0].Status, report.Facts)
		}
	})
}

// An exact number of events is a number of arrivals; the phase ends when one
// more would be due.
func TestOpenLoopByNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		byNumber := func(p *plan.Plan) { p.Loads[0].Events, p.Loads[0].Duration = 250, 0 }
		report, m, err := play(t, t.Context(), &script{answer: takes(time.Millisecond)}, scriptPlan(update(), open(100, 3), byNumber))
		if err != nil {
			t.Fatal(err)
		}
		if b := m.accounts(t, event.Measure); b != (books{scheduled: 250, started: 250, finished: 250}) {
			t.Errorf("measured phase: %+v", b)
		}
		if b := m.accounts(t, event.Cooldown); b.finished != 100 {
			t.Errorf("cooldown: %+v", b)
		}
		if s := report.Cells[0].Phases[1]; s.End-s.Start != 25*second/10 {
			t.Errorf("measured for %v", time.Duration(s.End-s.Start))
		}
	})
}

// A server that stands still for a second is seen by all who would have come
// in that second (coordinated omission).
func TestPauseOfTheServerShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		still := func(c *scripted, sql string, res *driver.Result) error {
			if at := time.Since(began); at > 3*time.Second && at < 4*time.Second {
				time.Sleep(4*time.Second - at)
			}
			return takes(100*time.Microsecond)(c, sql, res)
		}
		_, m, err := play(t, t.Context(), &script{answer: still}, scriptPlan(update(), open(100, 2)))
		if err != nil {
			t.Fatal(err)
		}
		var late int
		for _, e := range m.in(event.Measure) {
			if e.Wait+e.Service > 500e6 {
				late++
			}
		}
		if late < 49 || late > 52 {
			t.Errorf("%d of 400 events took more than half a second, want half of those due in the pause", late)
		}
		if b := m.accounts(t, event.Measure); b.finished != 400 {
			t.Errorf("measured phase: %+v", b)
		}
	})
}

// What an interrupt leaves is waiting or failed, not lost.
func TestInterruptedOpenLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		_, m, _ := play(t, ctx, &script{answer: takes(3 * time.Millisecond)}, scriptPlan(update(), open(1000, 2)))
		b := m.accounts(t, event.Measure)
		if b.scheduled < 1990 || b.scheduled > 2020 || b.waiting < 1000 {
			t.Errorf("measured phase: %+v", b)
		}
		if c := m.accounts(t, event.Cooldown); c != (books{}) {
			t.Errorf("cooldown: %+v", c)
		}
	})
}

func TestRateOfEachWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		each := func(o *plan.Open) { o.PerWorker = true }
		_, m, err := play(t, t.Context(), &script{answer: takes(time.Millisecond)}, scriptPlan(update(), open(10, 20, each)))
		if err != nil {
			t.Fatal(err)
		}
		if b := m.accounts(t, event.Measure); b.finished != 800 {
			t.Errorf("measured phase: %+v", b)
		}
		_, _, err = play(t, t.Context(), &script{answer: takes(time.Millisecond)}, scriptPlan(update(), open(1e7, 2, each)))
		if err == nil || !strings.Contains(err.Error(), "2e+07 arrivals a second") {
			t.Errorf("error %v", err)
		}
	})
}
