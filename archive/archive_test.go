package archive

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// epoch is when the runs of the tests began.
var epoch = time.Date(2026, 11, 30, 17, 15, 0, 123456789, time.UTC)

// sampleInfo describes a run as a command would.
func sampleInfo() Info {
	return Info{
		Experiment: "engines", Digest: "3f9a2c1b00112233", Seed: 1, Tool: "assay test",
		Command: []string{"assay", "run", "engines.hcl"}, Started: epoch,
	}
}

// sampleNames are dictionaries with more than one entry each.
func sampleNames() *event.Names {
	return &event.Names{
		Loads:        []string{"oltp", "olap"},
		Phases:       event.Phases,
		Stages:       []string{"", "up", "down"},
		Transactions: []string{"transfer", "audit", "sbtest1"},
		Statements:   []string{"point", "range", "begin", "commit", "connect"},
		Hosts:        []string{"db1:3306", "db2:3306"},
	}
}

// create begins a run in a directory of the test's own.
func create(t testing.TB, info Info) *Writer {
	t.Helper()
	w, err := Create(filepath.Join(t.TempDir(), "results"), info, []byte(`{"plan":1}`), []Source{
		{Path: "engines.hcl", Data: []byte("experiment {}\n")},
		{Path: "../sysbench/mix.hcl", Data: []byte("mix {}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.lock.Close() })
	return w
}

// fill returns n events from several workers, with their statements, as a
// deterministic stream of batches would bring them: in order for each worker.
func fill(n int, seed uint64) *event.Batch {
	r := rand.New(rand.NewPCG(seed, 1))
	const workers = 16
	var clock [workers]int64
	b := &event.Batch{}
	for i := range n {
		worker := i / 64 % workers
		e := event.Event{
			ID: int64(i), Start: clock[worker], Wait: int64(r.IntN(3)), Service: 300_000 + r.Int64N(900_000),
			Lag: r.Int64N(3) - 1, Client: event.Unknown, Bytes: r.Int64N(5000), Worker: int32(worker), Attempts: 1, Statements: 3,
			Transaction: uint16(r.IntN(3)), Load: uint16(r.IntN(2)), Stage: uint16(r.IntN(3)),
			Host: uint16(worker % 2), Phase: event.Measure,
		}
		if r.IntN(50) == 0 {
			e.Outcome, e.ErrorCode, e.Client = event.Error, 1213, r.Int64N(1000)
		}
		clock[worker] += e.Service + r.Int64N(2000)
		b.Events = append(b.Events, e)
		for ordinal := range 3 {
			b.Statements = append(b.Statements, statementOf(&e, ordinal, r))
		}
	}
	return b
}

func statementOf(e *event.Event, ordinal int, r *rand.Rand) event.Statement {
	s := event.Statement{
		Event: e.ID, Start: e.Start + int64(ordinal)*e.Service/3, Service: e.Service / 4,
		Rows: r.Int64N(100), Affected: r.Int64N(3), Matched: event.Unknown, Ordinal: int32(ordinal), Attempt: 1,
		ErrorCode: e.ErrorCode, Transaction: e.Transaction, Statement: uint16(r.IntN(4)), Load: e.Load,
		Host: e.Host, Phase: e.Phase, Kind: event.Kind(r.IntN(3)),
	}
	if ordinal == 1 {
		s.Matched = r.Int64N(3)
	}
	return s
}

// cellOf is a complete cell with some factors.
func cellOf(cell, repeat int, b *event.Batch) event.Cell {
	return event.Cell{
		Cell: cell, Repeat: repeat, Sequence: cell + repeat, Status: "complete", Seed: 1<<63 + 7,
		Factors: []event.Factor{
			{Name: "engine", Kind: "string", Text: "InnoDB"},
			{Name: "threads", Kind: "int", Int: 16},
			{Name: "ratio", Kind: "float", Float: 0.25},
			{Name: "flush", Kind: "bool", Int: 1},
		},
		Start: epoch.UnixMicro() * 1000, Data: "fresh",
		Phases: []event.Span{{Phase: event.Load, Start: 5, End: 1000}, {Phase: event.Measure, Start: 2000, End: 9000}},
		Events: int64(len(b.Events)), Statements: int64(len(b.Statements)), Waits: 2, WaitTime: 1234,
	}
}

// write stores a batch as one repeat and closes it.
func write(t testing.TB, w *Writer, cell, repeat int, b *event.Batch) {
	t.Helper()
	r, err := w.Repeat(cell, repeat, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// finished is a complete run of one repeat.
func finished(t testing.TB, b *event.Batch) string {
	t.Helper()
	w := create(t, sampleInfo())
	write(t, w, 0, 0, b)
	if err := w.Finish(Complete, "", []event.Cell{cellOf(0, 0, b)}, nil); err != nil {
		t.Fatal(err)
	}
	return w.Dir()
}

// sortByStart orders rows as the reader yields those of one row group.
func sortByStart(b *event.Batch) {
	slices.SortStableFunc(b.Events, func(a, b event.Event) int { return cmp.Compare(a.Start, b.Start) })
	slices.SortStableFunc(b.Statements, func(a, b event.Statement) int { return cmp.Compare(a.Start, b.Start) })
}
