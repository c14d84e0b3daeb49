package spec

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// parse reads one file's syntax, if it has at most limit tokens, and tells how
// many it has. The file is returned even with errors, so that they can be
// printed with their source lines; without a body if it was refused.
func parse(src []byte, name string, limit int) (f *hcl.File, tokens int, diags hcl.Diagnostics) {
	if at := bytes.IndexByte(src, 0); at >= 0 {
		return &hcl.File{}, 0, hcl.Diagnostics{notText(src, at, name)}
	}
	tokens, diag := measure(src, name, limit)
	if diag != nil {
		return &hcl.File{Bytes: src}, tokens, hcl.Diagnostics{diag}
	}
	f, diags = hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	return f, tokens, inOurWords(withQuotes(withoutEchoes(withRemedy(diags, src)), src))
}

// notText is about a file whose byte at is a NUL: a program, a picture, or text
// in UTF-16. Its lines are better not shown.
func notText(src []byte, at int, name string) *hcl.Diagnostic {
	pos := hcl.Pos{Line: 1 + bytes.Count(src[:at], []byte("\n")), Column: 1, Byte: at}
	return problem("Not a text file", fmt.Sprintf("%s has NUL bytes in it, so it is no spec. Specs are text in UTF-8.", name),
		hcl.Range{Filename: name, Start: pos, End: pos})
}

// withoutEchoes drops a diagnostic that says the same again on the line where
// the one before it ended: a quote that is not closed is otherwise reported
// for each line up to the end of the file.
func withoutEchoes(diags hcl.Diagnostics) hcl.Diagnostics {
	var kept hcl.Diagnostics
	for i, diag := range diags {
		if i > 0 && diag.Summary == diags[i-1].Summary && diag.Subject.Start.Line == diags[i-1].Subject.End.Line {
			continue
		}
		kept = append(kept, diag)
	}
	return kept
}
