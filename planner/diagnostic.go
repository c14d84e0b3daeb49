package planner

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/spec"
)

// errorAt is one mistake of the author: what is wrong in a few words, a full
// sentence with the remedy, and the tight range.
func errorAt(r hcl.Range, summary, detail string, args ...any) hcl.Diagnostics {
	return hcl.Diagnostics{diagnosticAt(hcl.DiagError, r, summary, detail, args)}
}

// warningAt is something that the author would want to know and that stops nothing.
func warningAt(r hcl.Range, summary, detail string, args ...any) hcl.Diagnostics {
	return hcl.Diagnostics{diagnosticAt(hcl.DiagWarning, r, summary, detail, args)}
}

func diagnosticAt(severity hcl.DiagnosticSeverity, r hcl.Range, summary, detail string, args []any) *hcl.Diagnostic {
	if len(args) > 0 {
		detail = fmt.Sprintf(detail, args...)
	}
	d := &hcl.Diagnostic{Severity: severity, Summary: summary, Detail: detail}
	if r != nowhere {
		d.Subject = &r
	}
	return d
}

// nowhere is the place of what stands in no file, such as a flag's value.
var nowhere hcl.Range

// bare takes expressions and their contexts off diagnostics. Printers write
// the values of all variables that they find there, secrets too.
func bare(diags hcl.Diagnostics) hcl.Diagnostics {
	for _, d := range diags {
		d.Expression, d.EvalContext = nil, nil
	}
	return diags
}

// maxKnown bounds the names that a misspelt one is compared with, as a spec
// may have as many mistakes as names.
const maxKnown = 200

// didYouMean is " Did you mean X?" for the known name nearest to name, or
// nothing if none is near.
func didYouMean(name string, known []string) string {
	known = known[:min(len(known), maxKnown)]
	if near := spec.Suggest(name, known); near != "" {
		return fmt.Sprintf(" Did you mean %q?", near)
	}
	return ""
}

// listed is "a, b and c", for messages; "none" for an empty list.
func listed(names []string) string { return joinedBy(names, "and") }

// oneOf is "a", "b" or "c", with quotes, for messages.
func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return joinedBy(quoted, "or")
}

func joinedBy(names []string, conjunction string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " " + conjunction + " " + names[n-1]
	}
}
