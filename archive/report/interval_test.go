package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// at is an ok event of the load that was due so long after the measured phase
// began, and started later by wait.
func at(due, wait int64) event.Event {
	return event.Event{Start: 2*second + due + wait, Wait: wait, Service: ms, Load: 1, Transaction: codeRead, Phase: event.Measure, Attempts: 1}
}

// TestIntervalOfDue: an event belongs to the piece in which it was due, a
// piece begins with its first nanosecond, and the ends take what lies outside.
func TestIntervalOfDue(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 0, 1)}}
	r := &s.repeats[0]
	r.batch.Events = append(r.batch.Events,
		at(-1, 0), at(0, 0), at(4*second-1, 0), // the first piece
		at(4*second, 0), at(7*second, 9*second), // the second, however late it began
		at(8*second, 0), at(10*second-1, 0), at(10*second, 0)) // the third is shorter
	for i := range r.batch.Events {
		r.batch.Events[i].ID = int64(i)
	}
	for i := range r.batch.Statements {
		r.batch.Statements[i].Event = int64(i % 4)
	}
	got := summarise(t, s, Options{Interval: 4 * second}).Cells[0].Repeats[0].Loads[0].Intervals
	var counts, starts, lengths []int64
	for _, v := range got {
		counts, starts, lengths = append(counts, v.Events.OK), append(starts, v.Start), append(lengths, v.Length)
	}
	if diff := cmp.Diff([][]int64{{3, 2, 3}, {0, 4 * second, 8 * second}, {4 * second, 4 * second, 2 * second}}, [][]int64{counts, starts, lengths}); diff != "" {
		t.Errorf("counts, starts, lengths (-want +got):\n%s", diff)
	}
	if rate := got[2].Throughput; rate != 1.5 {
		t.Errorf("%v events/s in the short piece, want 1.5", rate)
	}
	if got[1].Response.Max != 9*second+ms {
		t.Errorf("response %d, want 9.001 s", got[1].Response.Max)
	}
}

// TestIntervalsWithoutEvents: a pause is a row of zeros, not a gap.
func TestIntervalsWithoutEvents(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 0, 1)}}
	r := &s.repeats[0]
	last := at(9500*ms, 0)
	last.ID = 1000
	r.batch.Events = append(r.batch.Events, last)
	got := summarise(t, s, Options{Interval: second}).Cells[0].Repeats[0].Loads[0].Intervals
	if len(got) != 10 || got[3].Events.Total != 0 || got[3].Response != nil || got[9].Events.OK != 1 {
		t.Errorf("intervals %+v, want nine without events and one with one", got)
	}
}

// TestWiderThanThePhase: one piece, as long as the phase.
func TestWiderThanThePhase(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 50, 1)}}
	l := &summarise(t, s, Options{Interval: 60 * second}).Cells[0].Repeats[0].Loads[0]
	if len(l.Intervals) != 1 || l.Intervals[0].Length != 10*second || l.Intervals[0].Throughput != l.Throughput {
		t.Errorf("intervals %+v, want one of 10 s with throughput %v", l.Intervals, l.Throughput)
	}
	if diff := cmp.Diff(l.Response, l.Intervals[0].Response); diff != "" {
		t.Errorf("the only interval has other times than the load:\n%s", diff)
	}
}
