package executor

import (
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/pace"
)

// teller writes the seconds of an open loop to the archive while it runs. It
// computes for itself which arrivals are due, so nobody has to count them.
type teller struct {
	*arrivals
	clock clock
	pool  *pool
	next  int64 // number of the second to be written next
	due   [numWindows]struct {
		process pace.Arrivals
		n, at   int64 // the next arrival, and when
	}
	waiting [numWindows]int64
}

// newTeller stands before the first second of a load that runs by t.
func newTeller(a *arrivals, s *shared, t *timetable) *teller {
	w := &teller{arrivals: a, clock: s.clock, pool: s.pool, next: a.tally.number(t.begin)}
	for i := range a.windows {
		d := &w.due[i]
		d.process = a.windows[i].process
		d.at = w.instant(i, 0)
	}
	return w
}

// instant is when arrival n of a window is due; never if it has no such one.
func (t *teller) instant(window int, n int64) int64 {
	w := &t.windows[window]
	if n >= w.most {
		return never
	}
	due := t.due[window].process.Due(n)
	if due >= w.end-w.start {
		return never
	}
	return w.start + due
}

// settle is how long a second is left alone after its end, so that workers
// have counted all that happened in it.
const settle = int64(500e6)

// run writes each second once it has settled, until done.
func (t *teller) run(done <-chan struct{}) {
	for {
		at := t.tally.zero + (t.next+1)*second + settle
		timer := time.NewTimer(time.Until(t.clock.instant(at)))
		select {
		case <-timer.C:
			t.write(t.next+1, never)
		case <-done:
			timer.Stop()
			return
		}
	}
}

// finish writes the seconds until now, which is after the last worker's end.
func (t *teller) finish() {
	now := t.clock.now()
	t.write(t.tally.number(now)+1, now)
}

// write writes the seconds before number end; arrivals from the instant limit
// on do not count as due.
func (t *teller) write(end, limit int64) {
	for ; t.next < end; t.next++ {
		batch := t.pool.take()
		for i := range t.windows {
			row := t.row(i, limit)
			// A second outside of the window has a row only if something
			// happened in it, such as the end of an event that began inside.
			still := event.Arrival{Second: row.Second, Load: row.Load, Phase: row.Phase}
			if row != still || t.spans(i) {
				batch.Arrivals = append(batch.Arrivals, row)
			}
		}
		t.pool.full <- batch
	}
}

// row is what became of the arrivals of a window in the second at hand.
func (t *teller) row(window int, limit int64) event.Arrival {
	w := &t.windows[window]
	row := t.tally.take(t.next, w.phase)
	start := t.tally.zero + t.next*second
	row.Second = max(start, t.windows[0].start)
	limit = min(limit, start+second)
	for d := &t.due[window]; d.at < limit; d.at = t.instant(window, d.n) {
		row.Scheduled++
		d.n++
	}
	t.waiting[window] += row.Scheduled - row.Started - row.Dropped
	if window == 0 && t.next >= 0 { // the measured phase begins with an empty queue
		row.Dropped += t.waiting[0]
		t.waiting[0] = 0
	}
	row.Waiting = t.waiting[window]
	return row
}

// spans tells whether the second at hand lies in a window.
func (t *teller) spans(window int) bool {
	start := t.tally.zero + t.next*second
	w := &t.windows[window]
	return w.start < start+second && start < w.end
}
