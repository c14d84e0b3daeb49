package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// TestLoading: rows come from what the inserts of committed attempts affected, by
// table; other statements of the phase do not count, nor what was rolled back.
func TestLoading(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 10, 1)}}
	r := &s.repeats[0]
	r.names.Transactions = append(r.names.Transactions, "branches")
	r.names.Statements = append(r.names.Statements, "ledger")
	r.batch.Events = append(r.batch.Events, event.Event{ID: 900, Start: 100 * ms, Service: ms, Transaction: 3, Phase: event.Load, Attempts: 2, Statements: 3})
	inserted := event.Statement{Event: 900, Affected: 7, Transaction: 3, Statement: 4, Phase: event.Load, Kind: event.Write}
	inserted.Attempt = 2
	failed, ledger, undone, lost := inserted, inserted, inserted, inserted
	undone.Attempt, lost.Event = 1, 901
	r.batch.Events = append(r.batch.Events, event.Event{ID: 901, Start: 200 * ms, Service: ms, Transaction: 3, Phase: event.Load, Attempts: 2, Statements: 1, Outcome: event.Error})
	failed.Kind, failed.ErrorCode, failed.Affected = event.Failed, 1213, 0
	ledger.Statement, ledger.Affected = 5, 1
	r.batch.Statements = append(r.batch.Statements, undone, failed, inserted, ledger, lost)
	got := summarise(t, s, Options{}).Cells[0].Repeats[0].Loading
	rows, accounts, branches, rate := int64(4007), int64(4000), int64(7), 4007.0
	want := &Loading{
		Length: second, Chunks: 6, Errors: 1, Rows: &rows, Rate: &rate,
		Tables: []LoadedTable{{"accounts", 4, &accounts}, {"branches", 2, &branches}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestNothingLoaded: tables that were there are no loading of zero rows.
func TestNothingLoaded(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 10, 1)}}
	r := &s.repeats[0]
	r.batch.Events, r.batch.Statements = r.batch.Events[4:], r.batch.Statements[4:]
	r.cell.Data, r.cell.Phases = "reused", r.cell.Phases[1:]
	if got := summarise(t, s, Options{}).Cells[0].Repeats[0].Loading; got != nil {
		t.Errorf("loading %+v, want none", got)
	}
}

// TestLoadingWithoutStatements: chunks are known, rows are not.
func TestLoadingWithoutStatements(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 10, 1)}, dropped: true}
	got := summarise(t, s, Options{}).Cells[0].Repeats[0].Loading
	if got.Chunks != 4 || got.Rows != nil || got.Rate != nil || got.Tables[0].Rows != nil {
		t.Errorf("loading %+v, want 4 chunks of unknown rows", got)
	}
}
