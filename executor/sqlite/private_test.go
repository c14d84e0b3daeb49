package sqlite

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What a killed process left is removed; what a living one uses, what has just
// been made and what is somebody else's is not.
func TestSweep(t *testing.T) {
	root := t.TempDir()
	old := time.Now().Add(-time.Hour)
	made := func(name string, at time.Time) string {
		dir := filepath.Join(root, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "assay.db"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dead := made("assay-sqlite-1", old)
	living := made("assay-sqlite-2", old)
	young := made("assay-sqlite-3", time.Now())
	other := made("other-sqlite-4", old)
	hold, ok := take(living)
	if !ok {
		t.Skip("no locks on this system")
	}
	defer hold.Close()
	sweep(root, time.Now().Add(-time.Minute))
	for dir, want := range map[string]bool{dead: false, living: true, young: true, other: true} {
		if _, err := os.Stat(filepath.Join(dir, "assay.db")); (err == nil) != want {
			t.Errorf("%s: there is %v, want %v", filepath.Base(dir), err == nil, want)
		}
	}
}
