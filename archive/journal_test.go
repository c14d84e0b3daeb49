package archive

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// TestJournalKeepsAllTables lets a process die that has closed no part, and
// expects every row of every table from the journal. Names are added while it
// runs, and one row group is full.
func TestJournalKeepsAllTables(t *testing.T) {
	w := create(t, sampleInfo())
	names := sampleNames()
	r, err := w.Repeat(2, 1, names)
	if err != nil {
		t.Fatal(err)
	}
	b := fill(groupRows/3+100, 5)
	arrivals := []event.Arrival{{Second: 0, Scheduled: 7, Started: 6, Waiting: 1}, {Second: 1e9, Load: 1, Scheduled: math.MaxInt64, Dropped: math.MaxInt64}}
	samples := []event.Sample{
		{Time: 1, Host: "a", Source: "host", Name: "load", Kind: "gauge", Value: math.Inf(1)},
		{Time: 2, Host: "b", Source: "host", Name: "reads", Kind: "counter", Value: -0.5, Unit: "pages"},
	}
	if err := firstError(
		func() error { return r.Write(b) },
		func() error { return r.Write(&event.Batch{Arrivals: arrivals[:1]}) },
		func() error { return r.Samples(samples[:1]) },
	); err != nil {
		t.Fatal(err)
	}
	names.Hosts = append(names.Hosts, "db3:3306")
	late := &event.Batch{Events: []event.Event{{ID: 1 << 40, Start: math.MaxInt64 / 2, Host: 2, Client: event.Unknown, Worker: math.MaxInt32}}}
	if err := firstError(
		func() error { return r.Write(late) },
		func() error { return r.Write(&event.Batch{Arrivals: arrivals[1:]}) },
		func() error { return r.Samples(samples[1:]) },
	); err != nil {
		t.Fatal(err)
	}
	die(t, w, r)
	expectFindings(t, w.Dir(), nil)

	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	want := &event.Batch{Events: append(b.Events, late.Events...), Statements: b.Statements}
	got := &event.Batch{Events: collect(t, run.Events(2, 1, names)), Statements: collect(t, run.Statements(2, 1, names))}
	byNumber(want)
	byNumber(got)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-written +read):\n%.2000s", diff)
	}
	if diff := gocmp.Diff(arrivals, collect(t, run.Arrivals(2, 1, names))); diff != "" {
		t.Errorf("arrivals (-written +read):\n%s", diff)
	}
	if diff := gocmp.Diff(samples, collect(t, run.Samples(2, 1))); diff != "" {
		t.Errorf("samples (-written +read):\n%s", diff)
	}
	if c := run.Cells; len(c) != 1 || c[0].Cell != 2 || c[0].Repeat != 1 || c[0].Status != recoveredCell || c[0].Events != int64(len(want.Events)) {
		t.Errorf("cells %+v", c)
	}
}

// die leaves a run as a killed process does, and repairs it.
func die(t *testing.T, w *Writer, r *Repeat) {
	t.Helper()
	r.timer.Stop()
	w.lock.Close()
	info, err := Repair(w.Dir())
	if err != nil || info.Status != Recovered || info.Reason == "" || info.Ended.IsZero() {
		t.Fatalf("Repair = %+v, %v", info, err)
	}
}

// TestRecoveredPhases are told from the events: they begin with the first that
// was due and do not overlap.
func TestRecoveredPhases(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(&event.Batch{Events: []event.Event{
		{ID: 0, Phase: event.Warmup, Start: 100, Service: 50},
		{ID: 1, Phase: event.Warmup, Start: 160, Service: 90}, // goes on into the next phase
		{ID: 2, Phase: event.Measure, Start: 210, Wait: 10, Service: 5},
		{ID: 3, Phase: event.Measure, Start: 300, Service: 40},
	}}); err != nil {
		t.Fatal(err)
	}
	die(t, w, r)
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	want := []event.Span{{Phase: event.Warmup, Start: 100, End: 200}, {Phase: event.Measure, Start: 200, End: 340}}
	if diff := gocmp.Diff(want, run.Cells[0].Phases); diff != "" {
		t.Errorf("phases (-want +got):\n%s", diff)
	}
}

// TestJournalIsSmall bounds what a journal adds to a run, and sees it go.
func TestJournalIsSmall(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	b := fill(20_000, 3)
	for at := 0; at < len(b.Events); at += 256 {
		if err := r.Write(&event.Batch{Events: slice(b.Events, at)}); err != nil {
			t.Fatal(err)
		}
	}
	journals, err := w.journals()
	if err != nil || len(journals) != 1 {
		t.Fatalf("journals %v, %v", journals, err)
	}
	info, err := os.Stat(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	if each := info.Size() / int64(len(b.Events)); each > 20 {
		t.Errorf("the journal takes %d bytes for an event", each)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if journals, err := w.journals(); err != nil || len(journals) > 0 {
		t.Errorf("journals %v are left, %v", journals, err)
	}
}

// FuzzReplay feeds frames to the replay that have a right checksum and any
// content. They are rows or an error, never a panic.
func FuzzReplay(f *testing.F) {
	j := &journal{}
	rows := newRows(&Writer{press: press{used: map[string][]values{}}}, place{}, sampleNames(), j, partNumbers{})
	b := fill(5, 1)
	if err := firstError(
		func() error { return rows.events.add(b.Events) },
		func() error { return rows.statements.add(b.Statements) },
		func() error { return rows.samples.add([]event.Sample{{Name: "x", Value: 1}}) },
	); err != nil {
		f.Fatal(err)
	}
	f.Add(j.buf[frameHead:])
	f.Fuzz(func(t *testing.T, payload []byte) {
		w := &Writer{press: press{dir: t.TempDir(), used: map[string][]values{}}}
		names := &event.Names{}
		r := newRows(w, place{}, names, nil, partNumbers{})
		if err := takeAll(r.takers(names), &cursor{data: payload}); err != nil {
			return
		}
		if err := r.closeParts(); err != nil {
			return // numbers that no column has
		}
		if _, err := os.Stat(filepath.Join(w.press.dir, journalDir)); err == nil {
			t.Error("a replay writes a journal")
		}
	})
}
