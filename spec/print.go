package spec

import (
	"fmt"
	"io"

	"github.com/hashicorp/hcl/v2"
)

// Diagnostics are the mistakes found in a spec, and Files the sources they are
// about, so that whoever only prints them need not know HCL.
type (
	Diagnostics = hcl.Diagnostics
	Files       = map[string]*hcl.File
)

// Source is one file by itself, as Print wants it.
func Source(name string, src []byte) Files {
	return Files{name: {Bytes: src}}
}

// Print writes diagnostics for people: severity, place, the source lines, what
// is wrong and the remedy. files are those of the Spec that they are about;
// width is the number of columns to wrap at, 0 for none. What is about no
// line, such as a flag, is printed without a place.
func Print(w io.Writer, diags Diagnostics, files Files, width int, colour bool) error {
	writer := hcl.NewDiagnosticTextWriter(w, files, uint(max(width, 0)), colour)
	for _, d := range diags {
		if d.Subject != nil && d.Subject.Start.Line == 0 {
			placeless := *d
			placeless.Subject, placeless.Context = nil, nil
			d = &placeless
		}
		if err := writer.WriteDiagnostic(d); err != nil {
			return fmt.Errorf("print diagnostics: %w", err)
		}
	}
	return nil
}
