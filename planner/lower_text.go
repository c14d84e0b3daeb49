package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// concat lowers a template to the text of its parts in a row.
func (s *scope) concat(parts []hclsyntax.Expression, e hcl.Expression, n *names) (term, hcl.Diagnostics) {
	terms := make([]term, 0, len(parts))
	var diags hcl.Diagnostics
	for _, part := range parts {
		t, more := s.scalar(part, n)
		diags = append(diags, more...)
		terms = append(terms, t)
	}
	if diags.HasErrors() {
		return term{}, diags
	}
	return text(e.Range(), terms)
}

// text is the text of some terms in a row. One that is text already needs no
// node around it.
func text(at hcl.Range, terms []term) (term, hcl.Diagnostics) {
	terms = joined(terms)
	if len(terms) == 1 && terms[0].Kind == expr.String && !terms[0].constant() {
		return value(terms[0].Expr, at), nil
	}
	return node(at, expr.OpConcat, expr.String, terms...)
}

// concatItems lowers the texts of a template's `for`.
func (s *scope) concatItems(e *hclsyntax.TemplateJoinExpr, n *names) (term, hcl.Diagnostics) {
	terms, diags := s.list(e.Tuple, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	return text(e.Range(), terms)
}

// joined writes neighbouring constants as one text, and the parts of a text
// within a text as parts of the outer one: however an author has put a text
// together, the plan and so its digest are the same, and a draw appends less.
func joined(terms []term) (out []term) {
	var open strings.Builder
	var at hcl.Range // of the first constant in it
	flush := func() {
		if open.Len() > 0 {
			out = append(out, value(expr.ConstString(open.String()), at))
			open.Reset()
		}
	}
	for _, t := range flattened(terms) {
		if !t.constant() {
			flush()
			out = append(out, t)
			continue
		}
		if open.Len() == 0 {
			at = t.at
		}
		open.WriteString(plainText(t.Expr))
	}
	flush()
	return out
}

// flattened takes texts that are put together out of parts apart again.
func flattened(terms []term) (out []term) {
	for _, t := range terms {
		if t.Op != expr.OpConcat {
			out = append(out, t)
			continue
		}
		for _, part := range t.Args {
			out = append(out, value(part, t.at))
		}
	}
	return out
}

// plainText is a constant as a template writes it; null is nothing.
func plainText(e expr.Expr) string {
	if e.Kind == expr.Null {
		return ""
	}
	v := expr.Value{Kind: e.Kind, Int: e.Int, Float: e.Float, Text: []byte(e.Text)}
	return string(v.Append(nil))
}
