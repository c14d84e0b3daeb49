package report

import (
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// What an event in flight at the end goes on to execute is counted, but is
// none of the throughput; intervals sum to the same.
func TestStatementsAfterTheEnd(t *testing.T) {
	for _, dropped := range []bool{false, true} {
		s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 0, 1)}, dropped: dropped}
		r := &s.repeats[0]
		long := at(8*second, 0)
		long.ID, long.Service, long.Statements = 1, 8*second, 80
		for i := range int64(80) {
			r.batch.Statements = append(r.batch.Statements, event.Statement{
				Event: 1, Start: long.Start + i*100*ms, Service: ms, Rows: 1, Load: 1, Transaction: codeRead, Statement: codePoint,
				Phase: event.Measure, Kind: event.Read, Attempt: 1, Ordinal: int32(i),
			})
		}
		r.batch.Events = append(r.batch.Events, long)
		l := &summarise(t, s, Options{Interval: 4 * second}).Cells[0].Repeats[0].Loads[0]
		if len(l.Labels) > 0 && l.Labels[0].Throughput != 2 {
			t.Errorf("%v executions/s of the query, want 2", l.Labels[0].Throughput)
		}
		if n := &l.Statements; n.Total != 80 || n.Late != 60 || n.Rate != 2 {
			t.Errorf("dropped %v: %d statements, %d late, %v/s; want 80, 60, 2/s", dropped, n.Total, n.Late, n.Rate)
		}
		var total, late int64
		var done float64
		for _, p := range l.Intervals {
			total, late, done = total+p.Statements.Total, late+p.Statements.Late, done+p.Statements.Rate*float64(p.Length)/1e9
		}
		if total != 80 || late != 60 || done != 20 {
			t.Errorf("dropped %v: intervals sum to %d statements, %d late, %v in the phase", dropped, total, late, done)
		}
	}
}
