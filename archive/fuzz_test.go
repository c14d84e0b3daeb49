package archive

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// bits deals out fuzzed bytes as numbers, and zeros when there are no more.
type bits []byte

func (b *bits) int64() int64 {
	var eight [8]byte
	*b = (*b)[copy(eight[:], *b):]
	return int64(binary.LittleEndian.Uint64(eight[:]))
}

// count is any number from 0, like the columns that are stored in 32 bits.
func (b *bits) count() int32 { return int32(b.int64() & math.MaxInt32) }

// below is a code for a list of n words.
func (b *bits) below(n int) uint16 { return uint16(uint64(b.int64()) % uint64(n)) }

func (b *bits) event(names *event.Names) event.Event {
	return event.Event{
		ID: b.int64(), Start: b.int64(), Wait: b.int64(), Service: b.int64(), Client: b.int64(), Bytes: b.int64(),
		Worker: b.count(), ErrorCode: b.count(), Attempts: b.count(), Statements: b.count(),
		Transaction: b.below(len(names.Transactions)), Load: b.below(len(names.Loads)), Stage: b.below(len(names.Stages)),
		Host: b.below(len(names.Hosts)), Phase: uint8(b.below(len(event.Phases))), Outcome: event.Outcome(b.below(len(event.OutcomeNames))),
	}
}

func (b *bits) statement(names *event.Names) event.Statement {
	return event.Statement{
		Event: b.int64(), Start: b.int64(), Service: b.int64(), Rows: b.int64(), Affected: b.int64(), Matched: b.int64(),
		Ordinal: b.count(), Attempt: b.count(), ErrorCode: b.count(), Transaction: b.below(len(names.Transactions)),
		Statement: b.below(len(names.Statements)), Load: b.below(len(names.Loads)), Host: b.below(len(names.Hosts)),
		Phase: uint8(b.below(len(event.Phases))), Kind: event.Kind(b.below(len(event.KindNames))),
	}
}

// FuzzRoundTrip archives any records and reads them back, by the Reader and
// by another implementation of Parquet.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\x7f\x00\x00\x00\x00\x00\x00\x00\x80"))
	wide := make([]byte, 4000)
	for i := range wide {
		wide[i] = byte(i * i >> 3)
	}
	f.Add(wide)
	f.Fuzz(func(t *testing.T, data []byte) {
		names, b, left := sampleNames(), &event.Batch{}, bits(data)
		for len(left) > 0 && len(b.Events) < 500 {
			b.Events = append(b.Events, left.event(names))
			b.Statements = append(b.Statements, left.statement(names))
		}
		w := create(t, sampleInfo())
		write(t, w, 0, 0, b)
		if err := w.Finish(Interrupted, "Fuzzed.", nil, nil); err != nil {
			t.Fatal(err)
		}
		run, err := OpenDir(w.Dir())
		if err != nil {
			t.Fatal(err)
		}
		sortByStart(b)
		if got := collect(t, run.Events(0, 0, names)); !slices.Equal(got, b.Events) {
			t.Errorf("events (-written +read):\n%s", gocmp.Diff(b.Events, got))
		}
		if got := collect(t, run.Statements(0, 0, names)); !slices.Equal(got, b.Statements) {
			t.Errorf("statements (-written +read):\n%s", gocmp.Diff(b.Statements, got))
		}
		for i, row := range rowsOf(t, open(t, filepath.Join(w.Dir(), "events/cell=0/repeat=0/part-0000.parquet"))) {
			e := &b.Events[i]
			want := [...]any{e.ID, e.Start, e.Service, e.Worker, e.ErrorCode, unknown(e.Client)}
			if got := [...]any{row["event"], row["start_ns"], row["service_ns"], row["worker"], row["error_code"], row["client_ns"]}; got != want {
				t.Errorf("row %d is %v to another reader, want %v", i, got, want)
			}
		}
	})
}
