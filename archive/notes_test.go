package archive

import (
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// TestRecoveredClocks finds a pair of readings for each note that a run left
// which died, so that steps of the wall clock can be seen there too.
func TestRecoveredClocks(t *testing.T) {
	info := sampleInfo()
	info.Started = time.Now().UTC()
	w := create(t, info)
	err := firstError(
		func() error {
			return w.Facts([]event.Fact{{Cell: -1, Repeat: -1, When: "before", Name: "cpus", Value: "2"}})
		},
		func() error { return w.Note(&event.Cell{Cell: 0}) },
		func() error { return w.Note(&event.Cell{Cell: 0, Status: "complete"}) },
	)
	if err != nil {
		t.Fatal(err)
	}
	w.lock.Close()
	repaired, err := Repair(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if len(repaired.Clocks) != 4 {
		t.Fatalf("clocks %v, want 4 pairs", repaired.Clocks)
	}
	last := int64(-1)
	for _, pair := range repaired.Clocks {
		off := time.Duration(pair.Wall - info.Started.UnixNano() - pair.Monotonic)
		if pair.Monotonic <= last || off.Abs() > time.Second {
			t.Errorf("the pair %+v comes after %d and is off by %s", pair, last, off)
		}
		last = pair.Monotonic
	}
}
