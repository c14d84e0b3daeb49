package report

import (
	"slices"
	"strconv"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// Arrivals are the books of an open loop in its measured phase:
// Scheduled = Finished + Failed + Dropped + Waiting, exactly.
type Arrivals struct {
	Rate       float64  `json:"rate_per_s"` // asked for, over all workers; with stages that before the first
	Kind       string   `json:"kind"`       // poisson or constant
	Scheduled  int64    `json:"scheduled"`
	Finished   int64    `json:"finished"` // ok or rolled back as the spec has it
	Failed     int64    `json:"failed"`   // ended otherwise
	Dropped    int64    `json:"dropped"`  // given up without a start
	Waiting    int64    `json:"waiting"`  // had not begun when the load ended
	Backlog    int64    `json:"backlog"`  // of the warm-up, waiting when the phase began, and given up then
	Overloaded bool     `json:"overloaded"`
	Stopped    bool     `json:"stopped"` // overload ended the load
	Lag        *Latency `json:"lag"`     // how late free workers began, of all events; null without any
}

// Queue is how an open loop stands at an instant.
type Queue struct {
	Waiting int64 `json:"waiting"` // arrivals that are due and have not begun
	Running int64 `json:"running"` // events that have begun and not ended
}

// arrived is the books while they are read.
type arrived struct {
	books   Arrivals
	lag     *distribution
	phases  [3]Queue // by phase, from the warm-up on
	moments []moment
}

// moment is the end of a second and how the load stood then, all phases
// together.
type moment struct {
	at int64
	Queue
}

// newArrived is empty books.
func newArrived() *arrived { return &arrived{lag: newDistribution(cutPrecision)} }

// readArrivals reads the seconds of open loops.
func (m *measured) readArrivals() error {
	for rows, err := range m.run.Arrivals(m.cell.Cell, m.cell.Repeat, &m.names) {
		if err != nil {
			return err
		}
		for i := range rows {
			row := &rows[i]
			if p := m.parts[row.Load]; p != nil && p.arrived != nil && row.Phase >= event.Warmup && row.Phase <= event.Cooldown {
				p.arrived.take(row, m.start)
			}
		}
	}
	return nil
}

// take enters a second into the books of a load whose measured phase, from
// which seconds count, begins at start. Its rows come in the order of time.
func (a *arrived) take(row *event.Arrival, start int64) {
	if row.Phase == event.Measure {
		b := &a.books
		b.Scheduled, b.Finished, b.Failed, b.Dropped = b.Scheduled+row.Scheduled, b.Finished+row.Finished, b.Failed+row.Failed, b.Dropped+row.Dropped
		b.Waiting = row.Waiting
	}
	if row.Phase == event.Warmup && row.Second < start {
		a.books.Backlog = row.Waiting
	}
	q := &a.phases[row.Phase-event.Warmup]
	q.Waiting = row.Waiting
	q.Running += row.Started - row.Finished - row.Failed
	now := moment{at: endOfSecond(row.Second, start)}
	for _, q := range a.phases {
		now.Waiting, now.Running = now.Waiting+q.Waiting, now.Running+q.Running
	}
	if n := len(a.moments); n > 0 && a.moments[n-1].at == now.at {
		a.moments = a.moments[:n-1]
	}
	a.moments = append(a.moments, now)
}

// endOfSecond is the end of the second in which an instant lies, of those
// that count from start.
func endOfSecond(at, start int64) int64 {
	const second = int64(1e9)
	into := (at - start) % second
	if into < 0 {
		into += second
	}
	return at - into + second
}

// queue is how the load stood at an instant, or at the last full second before
// it; nil in a closed loop.
func (a *arrived) queue(at int64) *Queue {
	if a == nil {
		return nil
	}
	i, found := slices.BinarySearchFunc(a.moments, at, func(m moment, at int64) int { return int(max(-1, min(1, m.at-at))) })
	if !found {
		i--
	}
	if i < 0 {
		return &Queue{}
	}
	return &a.moments[i].Queue
}

// arrivalFigures are the books of the load of that code; nil in a closed loop.
func (m *measured) arrivalFigures(code uint16) *Arrivals {
	l, p := m.load(code), m.parts[code]
	if l == nil || p.arrived == nil {
		return nil
	}
	b := p.arrived.books
	b.Kind, b.Rate, b.Lag = l.Open.Arrivals, l.Open.Rate, m.latency(p.arrived.lag)
	threads := m.askedOf(code).threads()
	if l.Open.PerWorker {
		b.Rate *= float64(threads)
	}
	_, b.Stopped = m.stopped(l)
	b.Overloaded = b.overloaded(m.length(code), threads)
	return &b
}

// Overloaded are arrivals that could not be kept up with. Some wait at the end
// of any load that is busy; it is overload if there are more of them than
// workers, and at the phase's mean rate it takes more than a second, or more
// than a twentieth of the phase, for so many to come.
const (
	overloadTime  = 1.0  // seconds
	overloadShare = 0.05 // of the length
)

func (b *Arrivals) overloaded(length, threads int64) bool {
	behind := float64(b.Waiting) / perSecond(b.Scheduled, length)
	return b.Dropped > 0 || b.Stopped || b.Waiting > threads && behind > min(overloadTime, overloadShare*float64(length)/1e9)
}

// stopped is after how much of the measured phase overload ended a load.
func (m *measured) stopped(l *plan.Load) (after int64, did bool) {
	after, err := strconv.ParseInt(m.noted("load."+l.Name+".stopped_ns"), 10, 64)
	return max(0, after), err == nil
}

// lateGenerator is the p99 of the start lag from which on the generator's own
// lateness is a doubt about response times.
const lateGenerator = int64(1e6) // ns

// doubtArrivals tells what a reader of an open loop's figures should know.
func (s *summariser) doubtArrivals(m *measured, l *Load) {
	b := l.Arrivals
	if b == nil {
		return
	}
	if b.Overloaded {
		s.warn(m, l.Load, "overloaded: of %s, %s a second, %s were dropped and %s had not begun at the end; times are those of the events that ran",
			counted(b.Scheduled, "arrival"), rateText(perSecond(b.Scheduled, l.Length)), wholeText(b.Dropped), wholeText(b.Waiting))
	}
	if b.Stopped {
		s.warn(m, l.Load, "overload ended the load after %s of the measured phase", timeText(l.Length))
	}
	if b.Waiting > l.Workers.Count && !b.Overloaded {
		s.warn(m, l.Load, "%s had not begun at the end, %s %% of all: how long they would have waited is in no time", counted(b.Waiting, "arrival"), significant(100*float64(b.Waiting)/float64(b.Scheduled)))
	}
	if b.Backlog > l.Workers.Count {
		s.warn(m, l.Load, "the warm-up ended with %s waiting, which were given up: the measured phase began with an empty queue", counted(b.Backlog, "arrival"))
	}
	if b.Lag == nil {
		return
	}
	if lag := m.lagOf(l.Load); lag > lateGenerator {
		s.warn(m, l.Load, "the load generator was late: 1 %% of the events began more than %s after both their instant and a worker were ready, which is in their response time", timeText(lag))
	}
}

// lagOf is the p99 of the start lag of a load that has events.
func (m *measured) lagOf(load string) int64 {
	d := m.parts[uint16(slices.Index(m.names.Loads, load))].arrived.lag
	return d.value(nearestRank(lagPercentile, d.count))
}

// lagPercentile is computed whatever percentiles are asked for.
const lagPercentile = 99
