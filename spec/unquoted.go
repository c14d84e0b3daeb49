package spec

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// quantity is a number and what follows it without an operator. HCL takes it
// for a number and the beginning of something else.
var quantity = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)?(?: ?[A-Za-zµ][A-Za-zµ0-9.]*|_[0-9_]+|%)`)

// Units of the language, as the end of a quantity such as 1m30s.
var (
	durationUnit = regexp.MustCompile(`(?:ns|us|µs|ms|s|m|h|d)$`)
	sizeUnit     = regexp.MustCompile(`(?:[kKMGT]i?)?B$`)
)

// withQuotes puts one diagnostic in the place of all that a quantity without
// quotes causes on its line. What the parser says of it names no remedy.
func withQuotes(diags hcl.Diagnostics, src []byte) (kept hcl.Diagnostics) {
	mended := 0 // the last line with such a quantity
	looked := 0 // the last that was looked at: a line of a MiB may have 100,000 mistakes
	for _, diag := range diags {
		line := diag.Subject.Start.Line
		if line == mended {
			continue
		}
		if line != looked {
			looked = line
			if better := unquoted(src, diag.Subject); better != nil {
				mended, diag = line, better
			}
		}
		kept = append(kept, diag)
	}
	return kept
}

// unquoted is about the quantity in whose middle or at whose end the parser
// found a mistake; nil if there is none.
func unquoted(src []byte, r *hcl.Range) *hcl.Diagnostic {
	start := bytes.LastIndexByte(src[:r.Start.Byte], '\n') + 1
	line, _, _ := bytes.Cut(src[start:], []byte("\n"))
	for _, m := range quantity.FindAllIndex(line, -1) {
		if from := r.Start.Byte - start; from <= m[0] || from > m[1] {
			continue
		}
		at := hcl.Range{Filename: r.Filename, Start: r.Start, End: r.Start}
		at.End.Line = at.Start.Line
		at.Start.Byte, at.End.Byte = start+m[0], start+m[1]
		at.Start.Column = len([]rune(string(line[:m[0]]))) + 1
		at.End.Column = len([]rune(string(line[:m[1]]))) + 1
		return mend(string(line[:m[0]]), string(line[m[0]:m[1]]), at)
	}
	return nil
}

// mend says how to write a quantity, given what stands before it on its line.
func mend(before, text string, at hcl.Range) *hcl.Diagnostic {
	compact := strings.ReplaceAll(text, " ", "")
	function := ""
	switch {
	case sizeUnit.MatchString(text):
		function = "size"
	case durationUnit.MatchString(text):
		function = "duration"
	default:
		return problem("Not a number",
			fmt.Sprintf("A number has digits and perhaps a point, and %q has more. Write a plain number, or a quantity with a unit as text, such as \"10s\" or \"512MiB\".", shorten(text)), at)
	}
	form := fmt.Sprintf("%q", shorten(compact))
	if operand.MatchString(before) {
		form = fmt.Sprintf("%s(%s)", function, form)
	}
	return problem("Quantity without quotes", "A number with a unit is text: write "+form+".", at)
}

// operand is what stands before a number that is part of an expression: an
// operator, and not the equals sign of an attribute.
var operand = regexp.MustCompile(`(?:[<>=!]=|[-<>+*/?:&|])\s*$`)

// inOurWords replaces HCL's word for an attribute, which is also the word for
// what is given to a function.
func inOurWords(diags hcl.Diagnostics) hcl.Diagnostics {
	for _, diag := range diags {
		if strings.Contains(diag.Summary, "separator") || strings.Contains(diag.Detail, "function") {
			continue
		}
		diag.Summary, diag.Detail = attributes.Replace(diag.Summary), attributes.Replace(diag.Detail)
	}
	return diags
}

var attributes = strings.NewReplacer(
	"Argument names must not be quoted.", "The name of an attribute has no quotes.",
	"An argument definition must end with a newline.", "An attribute ends with its line: what follows here is not part of its value. Text stands in quotes, and the next attribute on a line of its own.",
	"An argument or block definition", "An attribute or a block",
	"argument definition", "attribute", "Argument definition", "Attribute",
	"An argument", "An attribute", "an argument", "an attribute",
	"arguments", "attributes", "argument", "attribute", "Argument", "Attribute",
)
