package executor

import (
	"sync/atomic"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// tally counts what one worker has finished. Only its worker writes it, and it
// has cache lines of its own, so that counting disturbs no other worker.
type tally struct {
	events atomic.Int64
	errors atomic.Int64
	rows   atomic.Int64
	_      [104]byte // two lines, since processors fetch them in pairs
}

// count counts one event.
func (t *tally) count(o event.Outcome) {
	t.events.Store(t.events.Load() + 1)
	if o == event.Error || o == event.Unexpected {
		t.errors.Store(t.errors.Load() + 1)
	}
}

// loaded counts rows.
func (t *tally) loaded(rows int64) { t.rows.Store(t.rows.Load() + rows) }

// leg is a part of a cell to report on: one phase, or those with workers,
// which follow each other by the clock.
type leg struct {
	step    Progress // its Step, Steps, Cell, Repeat and Of
	phase   func(now int64) (phase uint8, start, end int64)
	tallies [][]tally
}

// meter reports progress each second, and a clock reading each minute.
type meter struct {
	clock  clock
	report func(Progress) // nil: nobody listens
	clocks []event.Clock
	next   int64 // when the next reading is due
}

// The meter's intervals.
const (
	reportEvery = time.Second
	readEvery   = int64(time.Minute)
)

// read notes a pair of the wall clock and the monotonic clock.
func (m *meter) read() {
	now := time.Now()
	elapsed := int64(now.Sub(m.clock.start))
	m.clocks = append(m.clocks, event.Clock{Wall: now.UnixNano(), Monotonic: elapsed})
	m.next = elapsed + readEvery
}

// during reports on a leg while do runs. When it returns, nothing of it runs
// any more, so the functions of Options are called by one goroutine at a time.
func (m *meter) during(l *leg, do func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		m.watch(l, done)
	}()
	do()
	close(done)
	<-ended
}

// watch reports until done, the first time at once.
func (m *meter) watch(l *leg, done <-chan struct{}) {
	ticker := time.NewTicker(reportEvery)
	defer ticker.Stop()
	last := l.look(m.clock.now(), nil)
	m.tell(last.Progress)
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			now := m.clock.now()
			if now >= m.next {
				m.read()
			}
			last = l.look(now, last)
			m.tell(last.Progress)
		}
	}
}

// tell reports, if anybody listens.
func (m *meter) tell(p Progress) {
	if m.report != nil {
		m.report(p)
	}
}

// glance is one report and what the next one needs of it.
type glance struct {
	Progress
	at             int64
	events, errors int64                          // since the leg began
	before         struct{ events, errors int64 } // the phase
}

// look adds the tallies up. Events count in the phase in which they end; one
// report falls into two phases where these meet, and is divided by time.
func (l *leg) look(now int64, last *glance) *glance {
	g := &glance{Progress: l.step, at: now}
	for _, tallies := range l.tallies {
		for i := range tallies {
			g.events += tallies[i].events.Load()
			g.errors += tallies[i].errors.Load()
			g.Rows += tallies[i].rows.Load()
		}
	}
	phase, start, end := l.phase(now)
	g.Phase, g.Elapsed = phase, time.Duration(now-start)
	if end != never {
		g.Length = time.Duration(end - start)
	}
	if last != nil {
		g.before = last.before
		if since := now - last.at; since > 0 {
			g.Rate = float64(g.events-last.events) / time.Duration(since).Seconds()
			if last.Phase != phase { // what was finished before its start, by proportion
				share := float64(min(max(start-last.at, 0), since)) / float64(since)
				g.before.events = last.events + int64(share*float64(g.events-last.events))
				g.before.errors = last.errors + int64(share*float64(g.errors-last.errors))
			}
		}
	}
	g.Events, g.Errors = g.events-g.before.events, g.errors-g.before.errors
	return g
}

// fixed is the phase function of a leg of one phase that starts now.
func fixed(phase uint8, start int64) func(int64) (uint8, int64, int64) {
	return func(int64) (uint8, int64, int64) { return phase, start, never }
}

// byClock is the phase function of the loads' timetables.
func byClock(times []timetable, start int64) func(int64) (uint8, int64, int64) {
	measure, cooldown, end := times[0].measure, int64(0), int64(0)
	for i := range times {
		cooldown, end = max(cooldown, times[i].cooldown), max(end, times[i].end)
	}
	return func(now int64) (uint8, int64, int64) {
		switch {
		case now < measure:
			return event.Warmup, start, measure
		case now < cooldown || end == cooldown: // without a cooldown, events in flight end here
			return event.Measure, measure, cooldown
		}
		return event.Cooldown, cooldown, end
	}
}
