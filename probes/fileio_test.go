package probes

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/fileio"
	"github.com/assay-bench/assay/probes/probe"
)

// files opens a probe of 4 files of 64 KiB each in a directory, which it does
// not prepare.
func files(t testing.TB, dir string, options ...plan.ProbeOption) *filesystem {
	t.Helper()
	all := append([]plan.ProbeOption{option("file_num", 4), option("file_total_size", 256<<10), option("file_block_size", 4096)}, options...)
	d, err := Open(context.Background(), target("fileio", all...), driver.Endpoint{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	return d.(*filesystem)
}

func prepare(t testing.TB, f *filesystem, how driver.Preparation) {
	t.Helper()
	if err := f.Prepare(context.Background(), how); err != nil {
		t.Fatal(err)
	}
}

// there counts the files in a directory, with the marker.
func there(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// Operations of a queue come one by one: a worker that is asked for n does n,
// those in flight included, and the syncs of the end follow.
func TestFileioOperations(t *testing.T) {
	for _, mode := range []string{"sync", "async", "mmap"} {
		f := files(t, t.TempDir(), option("file_test_mode", "rndwr"), option("file_io_mode", mode), option("file_async_backlog", 8), option("file_fsync_freq", 0))
		prepare(t, f, driver.Preparation{})
		s := session(t, f)
		s.Begin(driver.Stint{Workers: 1, Common: 7})
		var op driver.Operation
		queued := 0
		for left := int64(100); left > 0; left-- {
			op = driver.Operation{}
			if err := s.Operate(left, &op); err != nil || op.Kind != int(fileio.Write) || op.Bytes != 4096 {
				t.Fatalf("%s: %+v, %v", mode, op, err)
			}
			if op.Took > 0 {
				queued++
			}
		}
		if (mode == "async") != (queued > 0) {
			t.Errorf("%s: %d operations began before they were asked for", mode, queued)
		}
		syncs := 0
		for {
			op = driver.Operation{}
			more, err := s.End(&op)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
			if syncs++; op.Kind != int(fileio.Sync) {
				t.Errorf("%s: a %s is left at the end", mode, fileio.Operation(op.Kind))
			}
		}
		if syncs != 4 {
			t.Errorf("%s: %d files are synced at the end, want 4", mode, syncs)
		}
	}
}

// Whoever wants one operation gets the one that it has begun: in an open loop
// the next is not due yet.
func TestFileioOneAtATime(t *testing.T) {
	f := files(t, t.TempDir(), option("file_test_mode", "rndwr"), option("file_io_mode", "async"), option("file_async_backlog", 8))
	prepare(t, f, driver.Preparation{})
	s := session(t, f)
	s.Begin(driver.Stint{Workers: 1})
	for range 50 {
		var op driver.Operation
		if err := s.Operate(1, &op); err != nil || op.Took != 0 || s.(*filesSession).worker.Busy() != 0 {
			t.Fatalf("%+v, %v, with %d in flight", op, err, s.(*filesSession).worker.Busy())
		}
	}
}

// What is in flight when a worker is interrupted is given, and nothing begins.
func TestFileioInterrupt(t *testing.T) {
	f := files(t, t.TempDir(), option("file_test_mode", "rndwr"), option("file_io_mode", "async"), option("file_async_backlog", 8))
	prepare(t, f, driver.Preparation{})
	s := session(t, f)
	s.Begin(driver.Stint{Workers: 1})
	var op driver.Operation
	if err := s.Operate(0, &op); err != nil {
		t.Fatal(err)
	}
	if err := s.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	given := 0
	for s.(*filesSession).worker.Busy() > 0 {
		if err := s.Operate(0, &op); err != nil {
			t.Fatal(err)
		}
		given++
	}
	if err := s.Operate(0, &op); err != error(interrupted) || given > 8 {
		t.Errorf("after %d operations: %v", given, err)
	}
	if more, err := s.End(&op); more || err != nil {
		t.Errorf("an interrupted worker still syncs: %v", err)
	}
}

// Files that a run made go with it; those that were made to stay do, until all
// are cleaned up. Whatever else is in the directory stays.
func TestFileioCleanup(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "test_file.77"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := files(t, dir, option("file_test_mode", "rndrd"))
	for _, c := range []struct{ lasting, all, gone bool }{{false, false, true}, {true, false, false}, {false, false, false}, {false, true, true}} {
		prepare(t, f, driver.Preparation{Lasting: c.lasting})
		removed, err := f.Cleanup(t.Context(), c.all)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 1, false: 6}[c.gone]; there(t, dir) != want || (len(removed) > 0) != c.gone {
			t.Errorf("%+v: %d files are there, want %d; removed %v", c, there(t, dir), want, removed)
		}
	}
}

// What cannot work is refused before anything is made.
func TestFileioPreflight(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	file := filepath.Join(t.TempDir(), "file")
	foreign := t.TempDir()
	for _, name := range []string{file, filepath.Join(foreign, "test_file.2")} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, f := range map[string]*filesystem{
		"mkdir -p " + missing:        files(t, missing, option("file_test_mode", "rndrd")),
		"is a file, needed":          files(t, file, option("file_test_mode", "rndrd")),
		"remove it (if it is sysben": files(t, foreign, option("file_test_mode", "rndrd")),
		"use a smaller file_total_s": files(t, t.TempDir(), option("file_test_mode", "rndrd"), option("file_total_size", 1<<58), option("file_block_size", 1<<30)),
		"use fewer threads":          files(t, t.TempDir(), option("file_test_mode", "rndrd"), option("validate", true), option("file_io_mode", "async"), option("file_async_backlog", 65)),
		"use a smaller file_num":     files(t, t.TempDir(), option("file_test_mode", "rndrd"), option("file_num", 1_000_000), option("file_total_size", 1_000_000), option("file_block_size", 1)),
	} {
		findings, err := f.Preflight(t.Context(), driver.Needs{Workers: 1})
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		var said []string
		for _, one := range findings {
			if one.Verdict == driver.Refuses {
				said = append(said, one.Name+" is "+one.Have+", needed is "+one.Need+": "+one.Fix)
			}
		}
		if len(said) != 1 || !strings.Contains(said[0], want) {
			t.Errorf("%s: got %q", want, said)
		}
	}
	if _, err := os.Stat(missing); err == nil || there(t, foreign) != 1 {
		t.Error("looking made something")
	}
	fits := files(t, t.TempDir(), option("file_test_mode", "rndrd"))
	findings, err := fits.Preflight(t.Context(), driver.Needs{Workers: 1})
	for _, one := range findings {
		if one.Verdict != driver.Fits {
			t.Errorf("%+v", one)
		}
	}
	if err != nil || len(findings) == 0 {
		t.Errorf("%d findings, %v", len(findings), err)
	}
}

// Files of another layout are replaced only by who made them, or who says so.
func TestFileioLayouts(t *testing.T) {
	dir := t.TempDir()
	read := files(t, dir, option("file_test_mode", "rndrd"))
	larger := files(t, dir, option("file_test_mode", "rndrd"), option("file_total_size", 512<<10))
	prepare(t, read, driver.Preparation{})
	prepare(t, larger, driver.Preparation{}) // another cell of the same run
	if _, err := read.Open(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "a directory of its own") {
		t.Errorf("files that were replaced are opened: %v", err)
	}
	if _, err := larger.Cleanup(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	prepare(t, read, driver.Preparation{Lasting: true})
	err := larger.Prepare(t.Context(), driver.Preparation{})
	if err == nil || !strings.Contains(err.Error(), "--recreate") {
		t.Errorf("files that are to stay are replaced: %v", err)
	}
	prepare(t, larger, driver.Preparation{Replace: true})
}

// A sequence of writes has files for itself, and leaves them whole after one
// pass, not before.
func TestFileioRewrite(t *testing.T) {
	dir := t.TempDir()
	write := files(t, dir, option("file_test_mode", "seqwr"), option("validate", true))
	read := files(t, dir, option("file_test_mode", "seqrd"), option("validate", true))
	for _, n := range []int{63, 64} {
		prepare(t, write, driver.Preparation{})
		s, err := write.Open(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read.Open(t.Context(), 0); err == nil {
			t.Error("files that are being made are read")
		}
		s.(operator).Begin(driver.Stint{Workers: 1, Common: 3})
		var op driver.Operation
		for range n {
			if err := s.(operator).Operate(0, &op); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := read.Open(t.Context(), 0)
		if (err == nil) != (n == 64) {
			t.Errorf("after %d blocks: %v", n, err)
		}
		if err == nil {
			r.Close()
		}
	}
}

// Loads of one probe share its files; a load that makes them anew shares none.
func TestFileioShared(t *testing.T) {
	dir := t.TempDir()
	a, b := files(t, dir, option("file_test_mode", "rndrd")), files(t, dir, option("file_test_mode", "seqrd"))
	prepare(t, a, driver.Preparation{})
	session(t, a)
	session(t, b)
	w := files(t, dir, option("file_test_mode", "seqwr"))
	if _, err := w.Open(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "in use by another load") {
		t.Errorf("got %v", err)
	}
}

// Workers of a load start at the same time, and agree on what they draw.
func TestFileioSeed(t *testing.T) {
	f := files(t, t.TempDir(), option("file_test_mode", "rndrd"))
	prepare(t, f, driver.Preparation{})
	var wg sync.WaitGroup
	for n := range 4 {
		s := session(t, f)
		wg.Go(func() {
			s.Begin(driver.Stint{Worker: n, Workers: 4, Seed: uint64(n), Common: 9})
			var op driver.Operation
			if err := s.Operate(0, &op); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Wrong data and a failing system have codes by which loads can ignore them.
func TestFileioCodes(t *testing.T) {
	dir := t.TempDir()
	f := files(t, dir, option("file_test_mode", "seqrd"), option("validate", true))
	prepare(t, f, driver.Preparation{})
	name := filepath.Join(dir, fileio.Name(0))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[100]++
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := session(t, f)
	var op driver.Operation
	var failure *driver.Error
	if err := s.Operate(0, &op); !errors.As(err, &failure) || failure.Code != badData || op.Bytes != 4096 {
		t.Errorf("wrong data: %v, %+v", err, op)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	_, err = files(t, dir, option("file_test_mode", "seqrd"), option("validate", true)).Open(t.Context(), 0)
	if !errors.As(err, &failure) || failure.Code != int(syscall.ENOENT) {
		t.Errorf("a missing file: %v", err)
	}
}

// Options that cannot go together say what to do.
func TestFileioImpossible(t *testing.T) {
	for want, options := range map[string]map[string]probe.Value{
		"must be one of seqwr":     {"file_test_mode": {}},
		"a larger file_total_size": {"file_total_size": {Int: 100}},
		"Use fewer blocks":         {"file_merged_requests": {Int: 1 << 20}},
		"multiples of 512":         {"file_extra_flags": {Text: "direct"}, "file_block_size": {Int: 1000}},
		"knows no flags":           {"file_extra_flags": {Text: "dsync"}, "file_io_mode": {Text: "mmap"}},
		"A checksum needs blocks":  {"validate": {Int: 1}, "file_block_size": {Int: 8}},
	} {
		v := probe.Find("fileio").Defaults()
		v.Set("file_test_mode", probe.Value{Text: "seqrd"})
		for name, value := range options {
			v.Set(name, value)
		}
		if got := v.Problems(); len(got) != 1 || !strings.Contains(got[0].Detail, want) {
			t.Errorf("%s: %v", want, got)
		}
	}
}
