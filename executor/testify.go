package executor

import (
	"strconv"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/witness"
)

// watch has this process watched during the measured phase of loads with these
// timetables. What it returns ends that, with the loads, and notes the account.
func (r *runner) watch(s *trial, times []timetable) (end func()) {
	begin, last := r.clock.instant(times[0].measure), int64(0)
	for i := range times {
		last = max(last, times[i].cooldown)
	}
	done, account := make(chan struct{}), make(chan *witness.Account, 1)
	go func() {
		if last == never { // a load by number ends when it is done
			account <- witness.Watch(begin, time.Time{}, r.cores, done)
			return
		}
		account <- witness.Watch(begin, r.clock.instant(last), r.cores, done)
	}()
	return func() {
		close(done)
		if a := <-account; a != nil {
			r.testify(s, a)
		}
	}
}

// testify notes what a report judges the repeat by. Where all databases are in
// this process, its processors are theirs as well as the client's.
func (r *runner) testify(s *trial, a *witness.Account) {
	note := func(name string, value int64, unit string) {
		r.notes = append(r.notes, event.Fact{
			Cell: s.cell.Number, Repeat: s.repeat, When: after, Source: "client", Name: name, Value: strconv.FormatInt(value, 10), Unit: unit,
		})
	}
	if s.outside() {
		note("cores", int64(a.Cores), "")
	}
	note("length", int64(a.Length), "ns")
	note("cpu", int64(a.CPU), "ns")
	note("gc_pauses", a.Pauses, "")
	note("gc_paused", int64(a.Paused), "ns")
	note("gc_longest", int64(a.Longest), "ns")
	note("clock_step", int64(a.Step), "ns")
	if a.Machine > 0 {
		note("stolen", int64(a.Stolen), "ns")
		note("machine", int64(a.Machine), "ns")
	}
}

// outside tells whether any load goes to a database outside of this process.
func (s *trial) outside() bool {
	for _, c := range s.crews {
		if _, ok := c.driver.(driver.Located); ok {
			return true
		}
	}
	return false
}
