package report

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/assay-bench/assay/archive"
)

// TestArchived reports on the run that version 1 of the archive's format left
// for all later versions: from the same rows the same figures.
func TestArchived(t *testing.T) {
	z, err := zip.OpenReader("../testdata/golden-1.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	run, err := archive.Open(z)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Summarise(run, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.Text(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "archived.txt", text.Bytes())
}
