package archive

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// collect reads a whole sequence.
func collect[T any](t testing.TB, seq iter.Seq2[[]T, error]) []T {
	t.Helper()
	var all []T
	for rows, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	for name, n := range map[string]int{"none": 0, "one": 1, "some": 5000, "two groups": groupRows + 10} {
		t.Run(name, func(t *testing.T) {
			b := fill(n, 7)
			run, err := OpenDir(finished(t, b))
			if err != nil {
				t.Fatal(err)
			}
			names := sampleNames()
			sortByStart(b)
			got := collect(t, run.Events(0, 0, names))
			slices.SortStableFunc(got, func(a, b event.Event) int { return cmp.Compare(a.Start, b.Start) })
			if !slices.Equal(got, b.Events) {
				t.Errorf("events (-written +read):\n%s", gocmp.Diff(b.Events, got))
			}
			read := collect(t, run.Statements(0, 0, names))
			slices.SortStableFunc(read, func(a, b event.Statement) int { return cmp.Compare(a.Start, b.Start) })
			if !slices.Equal(read, b.Statements) {
				t.Errorf("statements (-written +read):\n%s", gocmp.Diff(b.Statements, read))
			}
			if diff := gocmp.Diff([]event.Cell{cellOf(0, 0, b)}, run.Cells); diff != "" {
				t.Errorf("cells (-written +read):\n%s", diff)
			}
			findings, err := Check(run.fsys)
			if err != nil || len(findings) > 0 {
				t.Errorf("Check = %v, %v", findings, err)
			}
		})
	}
}

// TestNumbersTooFarApart keeps arrow from writing what others cannot read.
func TestNumbersTooFarApart(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(&event.Batch{Events: []event.Event{{ErrorCode: -1}, {ErrorCode: math.MaxInt32}}}); err != nil {
		t.Fatal(err)
	}
	want := "write events of cell 0: column error_code: values from -1 to 2147483647 do not fit"
	if err := r.Close(); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
