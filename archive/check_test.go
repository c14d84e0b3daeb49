package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

// TestCheckFiles damages the files of a complete run in one way each.
func TestCheckFiles(t *testing.T) {
	const part = "statements/cell=0/repeat=0/part-0000.parquet"
	for name, test := range map[string]struct {
		damage func(dir string) error
		want   []string // substrings of the findings, in order
	}{
		"a file is lost": {
			func(dir string) error { return os.Remove(filepath.Join(dir, part)) },
			[]string{
				part + " is missing: no such file or directory",
				"statements/cell=0/repeat=0 has 0 statements, its row in cells.parquet tells of 30",
			},
		},
		"a file is cut": {
			func(dir string) error { return os.Truncate(filepath.Join(dir, part), 500) },
			[]string{part + " has 500 bytes, not the ", "has 0 statements, its row in cells.parquet tells of 30"},
		},
		"a file is added": {
			func(dir string) error { return os.WriteFile(filepath.Join(dir, "x.parquet.open"), nil, 0o666) },
			[]string{"x.parquet.open is not in run.json"},
		},
		"a source is edited": {
			func(dir string) error {
				return os.WriteFile(filepath.Join(dir, "spec/engines.hcl"), []byte("Experiment {}\n"), 0o666)
			},
			[]string{"spec/engines.hcl has other content than was written: its SHA-256 differs"},
		},
		"a part lies elsewhere": {
			func(dir string) error {
				return os.Rename(filepath.Join(dir, "events/cell=0/repeat=0"), filepath.Join(dir, "events/cell=0/repeat=1"))
			},
			[]string{
				"events/cell=0/repeat=0/part-0000.parquet is missing", "events/cell=0/repeat=1/part-0000.parquet is not in run.json",
				"has 0 events, its row in cells.parquet tells of 10",
				"events/cell=0/repeat=1/part-0000.parquet has a footer of another place: assay.repeat is not \"1\"",
				"events/cell=0/repeat=1 has no row in cells.parquet",
			},
		},
		"a directory is misnamed": {
			func(dir string) error { return os.Mkdir(filepath.Join(dir, "events/cell=0/repeat=01"), 0o777) },
			[]string{"events/cell=0/repeat=01 is not the directory of a repeat"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := finished(t, fill(10, 1))
			if err := test.damage(dir); err != nil {
				t.Fatal(err)
			}
			expectFindings(t, dir, test.want)
		})
	}
}

func expectFindings(t *testing.T, dir string, want []string) {
	t.Helper()
	findings, err := Check(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, f := range findings {
		got = append(got, f.String())
		// A finding that is as expected is compared as its substring.
		if i < len(want) && strings.Contains(got[i], want[i]) {
			got[i] = want[i]
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestCheckRows archives rows that are wrong in themselves. The run is then
// interrupted, so that Finish compares them with no cells.
func TestCheckRows(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(b *event.Batch)
		want  []string
	}{
		"nothing wrong": {func(*event.Batch) {}, nil},
		"a number twice": {
			func(b *event.Batch) { b.Events[3].ID = b.Events[2].ID; b.Statements = b.Statements[:9] },
			[]string{"events/cell=0/repeat=0/part-0000.parquet has an event whose number another has (1 rows)", "has 9 statements, its events tell of 30"},
		},
		"a negative number": {
			func(b *event.Batch) { b.Events[0].ID = -5; b.Statements = b.Statements[3:] },
			[]string{"has an event with a negative number (1 rows)", "has 27 statements, its events tell of 30"},
		},
		"a statement without event": {
			func(b *event.Batch) { b.Statements[0].Event = 1 << 40 },
			[]string{"statements/cell=0/repeat=0/part-0000.parquet has a statement without its event (1 rows)"},
		},
		"connections beside events": {
			func(b *event.Batch) {
				b.Statements = append(b.Statements, event.Statement{Event: event.Unknown, Kind: event.Connect})
			},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := create(t, sampleInfo())
			b := fill(10, 1)
			test.spoil(b)
			write(t, w, 0, 0, b)
			if err := w.Finish(Interrupted, "Ctrl-C.", nil, nil); err != nil {
				t.Fatal(err)
			}
			expectFindings(t, w.Dir(), test.want)
		})
	}
}

// TestCheckArrivals archives seconds of an open loop whose books do not balance.
func TestCheckArrivals(t *testing.T) {
	second := func(n int64) event.Arrival {
		return event.Arrival{Second: n * 1e9, Phase: event.Measure, Scheduled: 10, Started: 7, Finished: 6, Failed: 1, Dropped: 2, Waiting: n + 1}
	}
	for name, test := range map[string]struct {
		spoil func(rows []event.Arrival)
		want  []string
	}{
		"balanced":    {func([]event.Arrival) {}, nil},
		"one is lost": {func(rows []event.Arrival) { rows[1].Dropped-- }, []string{`has arrivals of load "oltp" in phase measure that are lost: in 2 seconds`}},
		"two phases": {
			func(rows []event.Arrival) { rows[0].Phase = event.Warmup },
			[]string{`has arrivals of load "oltp" in phase measure that are lost: in 2 seconds`},
		},
		"one never ended": {func(rows []event.Arrival) { rows[2].Failed = 0 }, []string{`has 21 arrivals of load "oltp" in phase measure that began and 20 that ended`}},
	} {
		t.Run(name, func(t *testing.T) {
			w := create(t, sampleInfo())
			rows := []event.Arrival{second(0), second(1), second(2)}
			test.spoil(rows)
			b := fill(1, 1)
			b.Arrivals = rows
			write(t, w, 0, 0, b)
			if err := w.Finish(Complete, "", []event.Cell{cellOf(0, 0, b)}, nil); err != nil {
				t.Fatal(err)
			}
			expectFindings(t, w.Dir(), test.want)
		})
	}
}

// TestCheckOrder writes a row group that is not sorted, as no Repeat would.
func TestCheckOrder(t *testing.T) {
	w := create(t, sampleInfo())
	unsorted := eventTable
	unsorted.key = nil
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	r.events.group.table = &unsorted
	if err := r.Write(&event.Batch{Events: []event.Event{{ID: 0, Start: 7}, {ID: 1, Start: 6}, {ID: 2, Start: 8}}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(Interrupted, "Ctrl-C.", nil, nil); err != nil {
		t.Fatal(err)
	}
	expectFindings(t, w.Dir(), []string{"events/cell=0/repeat=0/part-0000.parquet has a row before its time (1 rows)"})
}

func TestCheckUnfinished(t *testing.T) {
	w := create(t, sampleInfo())
	write(t, w, 0, 0, fill(10, 1))
	findings, err := Check(os.DirFS(w.Dir()))
	if err != nil || len(findings) == 0 || findings[0].String() != "run.json says that the run is running: it was not finished" {
		t.Errorf("Check = %v, %v", findings, err)
	}
}

func TestCheckNoRun(t *testing.T) {
	_, err := Check(os.DirFS(t.TempDir()))
	if err == nil || err.Error() != "read run.json: no such file or directory" {
		t.Errorf("error %v", err)
	}
}
