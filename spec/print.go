package spec

import (
	"fmt"
	"io"
	"slices"

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
	writer := hcl.NewDiagnosticTextWriter(w, printable(files), uint(max(width, 0)), colour)
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

// printable is files as a terminal may show them: each byte that would move
// its cursor or change its colours is a question mark, so that ranges stay
// right.
func printable(files Files) Files {
	shown := make(Files, len(files))
	for name, f := range files {
		clean := *f
		clean.Bytes = slices.Clone(f.Bytes)
		for i, c := range clean.Bytes {
			if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
				clean.Bytes[i] = '?'
			}
		}
		shown[name] = &clean
	}
	return shown
}
