package spec

import (
	"bytes"
	"regexp"

	"github.com/hashicorp/hcl/v2"
)

// strayDirective matches a %{ that begins no directive of a template. In SQL
// that is a pattern, as in LIKE '%{', and not meant for HCL at all.
var strayDirective = regexp.MustCompile(`(?:^|[^%])(?:%%)*(%\{)~?\s*(?:[^a-z~\s]|$|[a-z]*)`)

// directives are the words that may follow %{.
var directives = map[string]bool{"if": true, "else": true, "endif": true, "for": true, "endfor": true}

// withRemedy puts one diagnostic in the place of all that a stray %{ causes
// from its line on: the parser takes what follows for code, and complains of
// quotes and ends that are quite right.
func withRemedy(diags hcl.Diagnostics, src []byte) hcl.Diagnostics {
	looked := map[int]bool{} // by line: a line of a MiB may have 100,000 mistakes
	for i, diag := range diags {
		if looked[diag.Subject.Start.Line] {
			continue
		}
		looked[diag.Subject.Start.Line] = true
		at, ok := strayIn(src, diag.Subject)
		if !ok {
			continue
		}
		kept := append(hcl.Diagnostics{}, diags[:i]...)
		return append(kept, problem("Stray template directive",
			"In text, %{ begins a directive such as %{ if }. Write %%{ for a percent sign and a brace.", at))
	}
	return diags
}

// strayIn finds a stray %{ on the line where r begins.
func strayIn(src []byte, r *hcl.Range) (at hcl.Range, found bool) {
	start := bytes.LastIndexByte(src[:r.Start.Byte], '\n') + 1
	line, _, _ := bytes.Cut(src[start:], []byte("\n"))
	for _, m := range strayDirective.FindAllSubmatchIndex(line, -1) {
		word := bytes.TrimLeft(line[m[3]:m[1]], "~ \t")
		if directives[string(word)] {
			continue
		}
		at = hcl.Range{Filename: r.Filename, Start: r.Start, End: r.Start}
		at.Start.Byte, at.End.Byte = start+m[2], start+m[3]
		at.Start.Column = len([]rune(string(line[:m[2]]))) + 1
		at.End.Column = at.Start.Column + 2
		at.End.Line = at.Start.Line
		return at, true
	}
	return at, false
}
