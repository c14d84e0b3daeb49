package archive

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive/event"
)

func TestCreateNamesAndKeeps(t *testing.T) {
	root := filepath.Join(t.TempDir(), "deep", "results")
	info := sampleInfo()
	info.Experiment = "a/b c"
	var names []string
	for range 3 {
		w, err := Create(root, info, []byte("plan"), []Source{{Path: "x.hcl", Data: []byte("x")}, {Path: "../m/y.hcl", Data: []byte("y")}})
		if err != nil {
			t.Fatal(err)
		}
		defer w.lock.Close()
		names = append(names, filepath.Base(w.Dir()))
		for file, want := range map[string]string{"plan.json": "plan", "spec/x.hcl": "x", "spec/up/m/y.hcl": "y"} {
			if got, err := os.ReadFile(filepath.Join(w.Dir(), file)); string(got) != want || err != nil {
				t.Errorf("%s = %q, %v", file, got, err)
			}
		}
		run, err := OpenDir(w.Dir())
		if err != nil || run.Info.Status != Running || run.Info.Run != names[len(names)-1] || run.Info.Process != os.Getpid() {
			t.Errorf("run.json = %+v, %v", run, err)
		}
	}
	want := []string{"20261130T171500Z-a_b_c-3f9a2c1b", "20261130T171500Z-a_b_c-3f9a2c1b-2", "20261130T171500Z-a_b_c-3f9a2c1b-3"}
	if diff := gocmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestCreateFails(t *testing.T) {
	root := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(root, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Create(root, sampleInfo(), nil, nil)
	if want := "create a run in " + root + ": not a directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestSmallBatches hands over as the executor does and mixes repeats.
func TestSmallBatches(t *testing.T) {
	b := fill(5000, 9)
	w := create(t, sampleInfo())
	var repeats []*Repeat
	for repeat := range 2 {
		r, err := w.Repeat(0, repeat, sampleNames())
		if err != nil {
			t.Fatal(err)
		}
		repeats = append(repeats, r)
	}
	for i := range 1000 {
		for _, r := range repeats {
			if err := r.Write(&event.Batch{Events: b.Events[i*5 : i*5+5], Statements: b.Statements[i*15 : i*15+15]}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, r := range repeats {
		if err := errors.Join(r.Close(), r.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(Complete, "", []event.Cell{cellOf(0, 0, b), cellOf(0, 1, b)}, []event.Clock{{Wall: 1, Monotonic: 2}}); err != nil {
		t.Fatal(err)
	}
	sortByStart(b)
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	for repeat := range 2 {
		if diff := gocmp.Diff(b.Events, collect(t, run.Events(0, repeat, sampleNames()))); diff != "" {
			t.Errorf("repeat %d:\n%.1000s", repeat, diff)
		}
	}
	if run.Info.Status != Complete || !slices.Equal(run.Info.Clocks, []event.Clock{{Wall: 1, Monotonic: 2}}) {
		t.Errorf("run.json = %+v", run.Info)
	}
}

// TestPartsRoll lets time pass between batches: rows older than a minute are
// in a closed part, also if no others come, and the parts are read in turn.
func TestPartsRoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := create(t, sampleInfo())
		r, err := w.Repeat(0, 0, sampleNames())
		if err != nil {
			t.Fatal(err)
		}
		var parts []int // at each batch
		for i, e := range fill(8, 2).Events {
			if err := r.Write(&event.Batch{Events: []event.Event{e}}); err != nil {
				t.Fatal(err)
			}
			names, err := partsOf(os.DirFS(w.Dir()), "events/cell=0/repeat=0")
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, len(names))
			// The last batch comes after some idle minutes.
			time.Sleep(25*time.Second + time.Duration(i/6)*4*time.Minute)
			synctest.Wait()
		}
		if want := []int{0, 0, 0, 1, 1, 2, 2, 3}; !slices.Equal(parts, want) {
			t.Errorf("closed parts at each batch: %v, want %v", parts, want)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		run := &Run{fsys: os.DirFS(w.Dir())}
		var ids []int64
		for _, e := range collect(t, run.Events(0, 0, sampleNames())) {
			ids = append(ids, e.ID)
		}
		if want := []int64{0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(ids, want) {
			t.Errorf("events %v, want %v", ids, want)
		}
	})
}

func TestFinishComparesTotals(t *testing.T) {
	for name, test := range map[string]struct {
		off  func(*event.Cell)
		want string
	}{
		"too few events":     {func(c *event.Cell) { c.Events++ }, "cell 0 repeat 0 tells of 11 events, but 10 are archived"},
		"too few statements": {func(c *event.Cell) { c.Statements += 2 }, "cell 0 repeat 0 tells of 32 statements, but 30 are archived"},
		"a cell is lost":     {func(c *event.Cell) { c.Repeat = 1 }, "cell 0 repeat 1 tells of 10 events, but 0 are archived"},
	} {
		t.Run(name, func(t *testing.T) {
			w := create(t, sampleInfo())
			b := fill(10, 1)
			write(t, w, 0, 0, b)
			cell := cellOf(0, 0, b)
			test.off(&cell)
			err := w.Finish(Complete, "", []event.Cell{cell}, nil)
			run, openErr := OpenDir(w.Dir())
			if openErr != nil {
				t.Fatal(openErr)
			}
			if err == nil || err.Error() != test.want || run.Info.Status != Failed || run.Info.Reason != "C"+test.want[1:]+"." {
				t.Errorf("error %v, run.json %s %q", err, run.Info.Status, run.Info.Reason)
			}
		})
	}
}

// TestFinishReadsBack damages a closed file before the run is finished.
func TestFinishReadsBack(t *testing.T) {
	for want, damage := range map[string]func(data []byte) []byte{
		"bytes, not the": func(data []byte) []byte { return append(data, 0) },
		"has other content than was written: its SHA-256 differs": func(data []byte) []byte { data[100] ^= 1; return data },
	} {
		w := create(t, sampleInfo())
		b := fill(10, 1)
		write(t, w, 0, 0, b)
		part := filepath.Join(w.Dir(), "events/cell=0/repeat=0/part-0000.parquet")
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(part, damage(data), 0o666); err != nil {
			t.Fatal(err)
		}
		err = w.Finish(Complete, "", []event.Cell{cellOf(0, 0, b)}, nil)
		if err == nil || !strings.Contains(err.Error(), "events/cell=0/repeat=0/part-0000.parquet ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestFinishMissesCell(t *testing.T) {
	w := create(t, sampleInfo())
	write(t, w, 4, 2, fill(3, 1))
	err := w.Finish(Complete, "", nil, nil)
	if want := "cell 4 repeat 2 is archived, but has no row of cells"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestFinishTwice(t *testing.T) {
	w := create(t, sampleInfo())
	if err := w.Finish(Interrupted, "Ctrl-C.", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(Complete, "", nil, nil); err == nil {
		t.Error("no error")
	}
	run, err := OpenDir(w.Dir())
	if err != nil || run.Info.Status != Interrupted || run.Info.Reason != "Ctrl-C." {
		t.Errorf("run.json = %+v, %v", run, err)
	}
}

// TestFinishClosesRepeats finishes while a repeat is open, as after Ctrl-C.
func TestFinishClosesRepeats(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	b := fill(10, 1)
	if err := r.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(Interrupted, "Ctrl-C.", []event.Cell{cellOf(0, 0, b)}, nil); err != nil {
		t.Fatal(err)
	}
	if findings, err := Check(os.DirFS(w.Dir())); err != nil || len(findings) > 0 {
		t.Errorf("Check = %v, %v", findings, err)
	}
}

func TestRepeatTwice(t *testing.T) {
	w := create(t, sampleInfo())
	write(t, w, 0, 0, fill(1, 1))
	_, err := w.Repeat(0, 0, sampleNames())
	if want := "write events of cell 0: repeat 0 was begun before"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestAdd(t *testing.T) {
	w := create(t, sampleInfo())
	if err := w.Add("summary.json", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(Complete, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add("summary.json", []byte("22")), w.Add("more/notes.txt", []byte("3"))); err != nil {
		t.Fatal(err)
	}
	if findings, err := Check(os.DirFS(w.Dir())); err != nil || len(findings) > 0 {
		t.Errorf("Check = %v, %v", findings, err)
	}
	for _, path := range []string{"../outside", "/root", "run.json"} {
		if err := w.Add(path, nil); err == nil {
			t.Errorf("%s was added", path)
		}
	}
}

func TestAddTable(t *testing.T) {
	w := create(t, sampleInfo())
	if err := w.Finish(Complete, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	err := w.AddTable("summary", []Column{
		{Name: "load", Texts: []string{"oltp", "oltp", ""}},
		{Name: "events", Ints: []int64{7, event.Unknown, 9}, Null: true},
		{Name: "mean_ns", Floats: []float64{1.5, math.NaN(), 2}, Null: true},
		{Name: "note", Texts: []string{"", "few events", ""}, Null: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"load": "oltp", "events": int64(7), "mean_ns": 1.5, "note": nil},
		{"load": "oltp", "events": nil, "mean_ns": nil, "note": "few events"},
		{"load": "", "events": int64(9), "mean_ns": 2.0, "note": nil},
	}
	if diff := gocmp.Diff(want, rowsOf(t, open(t, filepath.Join(w.Dir(), "summary.parquet")))); diff != "" {
		t.Errorf("summary.parquet (-written +read):\n%s", diff)
	}
	expectFindings(t, w.Dir(), nil)
}

// TestSeveralGoroutines writes as a run does: the collector's batches, the
// samplers' readings and the facts come from goroutines of their own.
func TestSeveralGoroutines(t *testing.T) {
	w := create(t, sampleInfo())
	r, err := w.Repeat(0, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	b := fill(1000, 1)
	var g sync.WaitGroup
	each := func(operation func(i int) error) {
		g.Go(func() {
			for i := range 100 {
				if err := operation(i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	each(func(i int) error {
		return r.Write(&event.Batch{Events: b.Events[i*10 : i*10+10], Statements: b.Statements[i*30 : i*30+30]})
	})
	each(func(i int) error { return r.Samples([]event.Sample{{Time: int64(i), Name: "qps"}}) })
	each(func(int) error { return w.Facts([]event.Fact{{Cell: -1, Repeat: -1, Name: "cpus"}}) })
	each(func(int) error { r.roll(); return nil })
	g.Wait()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(Complete, "", []event.Cell{cellOf(0, 0, b)}, nil); err != nil {
		t.Fatal(err)
	}
	expectFindings(t, w.Dir(), nil)
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	facts, err := run.Facts()
	if samples := collect(t, run.Samples(0, 0)); len(samples) != 100 || len(facts) != 100 || err != nil {
		t.Errorf("%d samples, %d facts, %v", len(samples), len(facts), err)
	}
}
