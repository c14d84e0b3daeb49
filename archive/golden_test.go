package archive

import (
	"archive/zip"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"github.com/assay-bench/assay/archive/event"
)

// goldenRun is a run that version 1 of the format archived: 2 cells of 2
// repeats on the embedded database. Every later version must read it. It is
// never made again; a later version of the format adds a file of its own.
const goldenRun = "testdata/golden-1.zip"

// goldenPlaces are the golden run in places of several kinds.
func goldenPlaces(t *testing.T) map[string]fs.FS {
	t.Helper()
	f, err := os.Open(goldenRun)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 200_000 {
		t.Errorf("%s has %d bytes; a golden archive may have 200 kB", goldenRun, info.Size())
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	memory := fstest.MapFS{}
	for _, f := range z.File {
		data, err := fs.ReadFile(z, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		memory[f.Name] = &fstest.MapFile{Data: data}
	}
	inPlace, err := openZip(goldenRun)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inPlace.Close() })
	return map[string]fs.FS{"directory": os.DirFS(dir), "memory": memory, "zip": z, "zip read in place": inPlace}
}

// TestGolden reads the golden run wherever it lies.
func TestGolden(t *testing.T) {
	for name, fsys := range goldenPlaces(t) {
		t.Run(name, func(t *testing.T) {
			run, err := Open(fsys)
			if err != nil {
				t.Fatal(err)
			}
			if run.Info.Status != Complete || run.Info.Experiment != "golden" || len(run.Cells) != 4 {
				t.Fatalf("%s run of %s with %d repeats", run.Info.Status, run.Info.Experiment, len(run.Cells))
			}
			names := &event.Names{}
			outcomes := map[string]int{}
			for _, c := range run.Cells {
				events := collect(t, run.Events(c.Cell, c.Repeat, names))
				statements := collect(t, run.Statements(c.Cell, c.Repeat, names))
				if int64(len(events)) != c.Events || int64(len(statements)) != c.Statements {
					t.Errorf("cell %d repeat %d: %d events and %d statements, not %d and %d",
						c.Cell, c.Repeat, len(events), len(statements), c.Events, c.Statements)
				}
				for i := range events {
					if events[i].Phase == event.Measure {
						outcomes[event.OutcomeNames[events[i].Outcome]]++
					}
				}
			}
			if n := outcomes["ok"] + outcomes["rollback"] + outcomes["unexpected"]; n != 4*120 || outcomes["rollback"] == 0 || outcomes["unexpected"] == 0 {
				t.Errorf("outcomes %v", outcomes)
			}
			if c := run.Cells[3]; len(c.Factors) != 2 || c.Factors[0].Int != 2 || c.Factors[1].Text != "low" {
				t.Errorf("factors %+v", c.Factors)
			}
			if facts, err := run.Facts(); err != nil || len(facts) < 10 {
				t.Errorf("%d facts, %v", len(facts), err)
			}
			if findings, err := Check(fsys); err != nil || len(findings) > 0 {
				t.Errorf("Check = %v, %v", findings, err)
			}
		})
	}
}
