package archive

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// zipOf packs directories into a zip file, each file under prefix and its path.
func zipOf(t *testing.T, method uint16, dirs map[string]string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for prefix, dir := range dirs {
		err := fs.WalkDir(os.DirFS(dir), ".", func(at string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			to, err := z.CreateHeader(&zip.FileHeader{Name: prefix + at, Method: method})
			if err != nil {
				return err
			}
			data, err := os.ReadFile(filepath.Join(dir, at))
			if err == nil {
				_, err = to.Write(data)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestZipped reads a run from zips as programs make them, and checks it there.
func TestZipped(t *testing.T) {
	b := fill(5000, 2)
	dir := finished(t, b)
	for name, c := range map[string]struct {
		method uint16
		prefix string
	}{
		"stored": {zip.Store, ""}, "deflated": {zip.Deflate, ""},
		"stored in a directory": {zip.Store, "results/a run/"}, "deflated in a directory": {zip.Deflate, "x/"},
	} {
		t.Run(name, func(t *testing.T) {
			path := zipOf(t, c.method, map[string]string{c.prefix: dir})
			run, err := OpenPath(path)
			if err != nil {
				t.Fatal(err)
			}
			names := sampleNames()
			events, statements := collect(t, run.Events(0, 0, names)), collect(t, run.Statements(0, 0, names))
			if len(events) != len(b.Events) || len(statements) != len(b.Statements) {
				t.Errorf("%d events and %d statements, want %d and %d", len(events), len(statements), len(b.Events), len(b.Statements))
			}
			if findings, err := CheckPath(path); err != nil || len(findings) > 0 {
				t.Errorf("CheckPath = %v, %v", findings, err)
			}
			if err := run.Close(); err != nil {
				t.Error(err)
			}
			for _, err := range run.Events(0, 0, names) {
				if err == nil {
					t.Error("a closed run can still be read")
				}
			}
		})
	}
}

// TestStoredIsReadInPlace holds that a stored file takes no memory of its size.
func TestStoredIsReadInPlace(t *testing.T) {
	z, err := openZip(zipOf(t, zip.Store, map[string]string{"x/": finished(t, fill(10, 1))}))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("events/cell=0/repeat=0/part-0000.parquet")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := f.(io.ReaderAt); !ok {
		t.Errorf("a stored file is a %T, which is no io.ReaderAt", f)
	}
	if _, err := z.Open("../x/run.json"); err == nil {
		t.Error("a path that leaves the run is opened")
	}
}

func TestZipsRefused(t *testing.T) {
	dir := finished(t, fill(1, 1))
	text := filepath.Join(t.TempDir(), "text.zip")
	if err := os.WriteFile(text, []byte("no zip"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, path := range map[string]string{
		"neither a directory nor a zip file":          text,
		"no run.json, so it is no zip of a run":       zipOf(t, zip.Store, map[string]string{"": filepath.Join(dir, "spec")}),
		"it holds 2 runs (":                           zipOf(t, zip.Store, map[string]string{"a/": dir, "b/": dir}),
		"no such file or directory":                   filepath.Join(dir, "none"),
		"run.json: no such file or directory":         filepath.Join(dir, "events"),
		"run.json is encrypted; unzip it":             flagged(t, dir, func(f *zip.FileHeader) { f.Flags |= 1 }),
		"compressed by method 12; only stored and de": flagged(t, dir, func(f *zip.FileHeader) { f.Method = 12 }),
		"too many to inflate in memory": flagged(t, dir, func(f *zip.FileHeader) {
			f.Method, f.UncompressedSize64 = zip.Deflate, inflatedMost+1
		}),
	} {
		run, err := OpenPath(path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("OpenPath(%s) = %v, %v, want an error with %q", filepath.Base(path), run, err, want)
		}
	}
}

// flagged is a zip whose run.json has a header as it is given.
func flagged(t *testing.T, dir string, change func(*zip.FileHeader)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "flagged.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	h := &zip.FileHeader{Name: infoFile}
	change(h)
	if _, err := z.CreateRaw(h); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestZipCutShort opens what an interrupted copy leaves.
func TestZipCutShort(t *testing.T) {
	path := zipOf(t, zip.Store, map[string]string{"": finished(t, fill(100, 1))})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{0, 10, len(data) / 2, len(data) - 1} {
		if err := os.WriteFile(path, data[:part], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenPath(path); err == nil {
			t.Errorf("a zip of %d bytes is opened when %d of them are there", len(data), part)
		}
	}
}

// TestMoved reads a run under another name in another place.
func TestMoved(t *testing.T) {
	to := filepath.Join(t.TempDir(), "called otherwise")
	if err := os.Rename(finished(t, fill(100, 1)), to); err != nil {
		t.Fatal(err)
	}
	if findings, err := CheckPath(to); err != nil || len(findings) > 0 {
		t.Errorf("CheckPath = %v, %v", findings, err)
	}
	run, err := OpenPath(to)
	if err != nil {
		t.Fatal(err)
	}
	if got := collect(t, run.Events(0, 0, &event.Names{})); len(got) != 100 {
		t.Errorf("%d events, want 100", len(got))
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
}

// TestListZips lists a zip of a run among the directories; a run that was
// zipped while it ran has crashed as far as anybody can tell.
func TestListZips(t *testing.T) {
	root := t.TempDir()
	w, err := Create(t.TempDir(), sampleInfo(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.lock.Close()
	for name, dir := range map[string]string{"done.zip": finished(t, fill(1, 1)), "running.zip": w.Dir(), "other.zip": t.TempDir()} {
		if err := os.Rename(zipOf(t, zip.Store, map[string]string{"": dir}), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := List(root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Status{}
	for _, e := range entries {
		got[filepath.Base(e.Dir)] = e.Status
	}
	if len(got) != 2 || got["done.zip"] != Complete || got["running.zip"] != Crashed {
		t.Errorf("List = %v", got)
	}
	if _, err := Repair(filepath.Join(root, "running.zip")); err == nil || !strings.Contains(err.Error(), "unzip it and repair that") {
		t.Errorf("Repair of a zip: %v", err)
	}
}
