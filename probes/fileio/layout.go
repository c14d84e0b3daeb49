package fileio

import (
	"encoding/json"
	"fmt"
)

// layout is what a marker tells of the files: those which fit another job need
// not be made again.
type layout struct {
	Format       int    `json:"format"`
	Note         string `json:"note"`
	Files        int64  `json:"files"`
	Size         int64  `json:"size"`              // of each, bytes
	Compressible int64  `json:"compressible"`      // per cent
	Checked      int64  `json:"checked,omitempty"` // size of blocks with a checksum; 0: they have none
	State        string `json:"state"`             // of the files: see below
	Run          string `json:"run,omitempty"`     // that made them, if they go with it
}

// The states of files. Those that are being filled have data up to where they
// end, and can be filled further; those that are being written anew, by several
// workers at a time, may have holes anywhere.
const (
	filling   = "filling"
	rewriting = "rewriting"
	complete  = "complete"
)

const (
	format = 1
	note   = "The files test_file.N beside this one were made by assay to measure the disk; assay cleanup removes them."
)

// layoutOf is the layout that a job wants.
func layoutOf(j *Job) layout {
	l := layout{Format: format, Note: note, Files: j.Files, Size: j.FileSize(), Compressible: j.Compressible}
	if j.Validate {
		l.Checked = j.Block
	}
	return l
}

// fits tells whether files made as l serve where want is wanted. They must be
// alike in all that shapes the data. That goes for checksums too: a job without
// them would write blocks that the next job with them finds wrong.
func (l layout) fits(want layout) bool {
	l.State, l.Run, want.State, want.Run = "", "", "", ""
	return l == want
}

// readLayout reads a marker.
func readLayout(path string, data []byte) (*layout, error) {
	l := new(layout)
	if len(data) == 0 {
		return l, nil // its writer died before the first byte, and made nothing
	}
	if err := json.Unmarshal(data, l); err != nil || l.Format != format || l.Files < 0 {
		return nil, &DirectoryError{path, "one with a " + Marker + " that this version cannot read", "one without",
			"remove it and the files test_file.N beside it, or " + another}
	}
	return l, nil
}

// String is the layout in words.
func (l layout) String() string {
	data := fmt.Sprintf("%d files of %d bytes", l.Files, l.Size)
	if l.Compressible > 0 {
		data += fmt.Sprintf(", %d %% of them zeros", l.Compressible)
	}
	if l.Checked > 0 {
		data += fmt.Sprintf(", with checksums of blocks of %d bytes", l.Checked)
	}
	return data
}
