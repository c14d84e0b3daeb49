package archive

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRemove(t *testing.T) {
	dir := finished(t, fill(10, 1))
	if err := os.WriteFile(filepath.Join(dir, "notes.ipynb"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := EntryOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := WasteOf(&e)
	if err != nil || len(w.Strange) != 1 || w.Strange[0] != "notes.ipynb" || w.Bytes < 1000 {
		t.Errorf("WasteOf = %+v, %v", w, err)
	}
	if err := Remove(&e); err != nil {
		t.Fatal(err)
	}
	expectFiles(t, filepath.Dir(dir))
}

func TestRemoveZip(t *testing.T) {
	path := zipOf(t, 0, map[string]string{"": finished(t, fill(1, 1))})
	e, err := EntryOf(path)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := WasteOf(&e); err != nil || w.Bytes < 1000 || w.Strange != nil {
		t.Errorf("WasteOf = %+v, %v", w, err)
	}
	if err := Remove(&e); err != nil {
		t.Fatal(err)
	}
	expectFiles(t, filepath.Dir(path))
}

// TestRemoveRefuses what lives, and what is no run.
func TestRemoveRefuses(t *testing.T) {
	living := create(t, sampleInfo())
	e, err := EntryOf(living.Dir())
	if err != nil {
		t.Fatal(err)
	}
	// A list that was made before the run began to live again.
	e.Status = Crashed
	if err := Remove(&e); err == nil || !strings.Contains(err.Error(), "is still writing it") {
		t.Errorf("a living run: %v", err)
	}
	if _, err := os.Stat(living.Dir()); err != nil {
		t.Error(err)
	}
	none := Entry{Dir: t.TempDir(), Err: errors.New("it is broken")}
	if err := Remove(&none); err == nil || !strings.Contains(err.Error(), "remove it by hand") {
		t.Errorf("no run: %v", err)
	}
	if _, err := EntryOf(none.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("EntryOf no run: %v", err)
	}
}

// TestRemoveKilled stops a removal half-way: what is left looks like no run,
// and can be removed.
func TestRemoveKilled(t *testing.T) {
	dir := finished(t, fill(10, 1))
	e, err := EntryOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	dies := disk{before: func(operation, _ string) error {
		if operation == opRemove {
			return syscall.EIO
		}
		return nil
	}}
	if err := remove(dies, &e); !errors.Is(err, syscall.EIO) {
		t.Errorf("error %v", err)
	}
	root := filepath.Dir(dir)
	if entries, err := List(root); len(entries) > 0 || err != nil {
		t.Errorf("List = %v, %v", entries, err)
	}
	left, err := Left(root)
	if err != nil || len(left) != 1 {
		t.Fatalf("Left = %v, %v", left, err)
	}
	if err := RemoveLeft(left[0]); err != nil {
		t.Error(err)
	}
	expectFiles(t, root)
}
