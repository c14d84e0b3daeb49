package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// statement is the SQL of a query on its way into the plan.
type statement struct {
	at       hcl.Range
	prepared bool
	parts    []string        // when complete one more than holes, between which they stand
	open     strings.Builder // the part at the end
	holes    []plan.Hole
	tokens   []token
}

// sql lowers the sql of a query. A prepared statement may vary by the copies
// of tables alone, so that its texts are a finite family; plain text may hold
// any value.
func (s *scope) sql(e hcl.Expression, n *names, prepared bool) (*statement, hcl.Diagnostics) {
	st := &statement{at: e.Range(), prepared: prepared}
	if !s.drawn(e) { // pieces would write a number out
		if _, diags := s.lowerTo(e, n, expr.String, "SQL"); diags.HasErrors() {
			return nil, diags
		}
	}
	diags := s.pieces(e, n, st)
	if diags.HasErrors() {
		return nil, diags
	}
	st.parts = append(st.parts, st.open.String())
	last := len(st.parts) - 1
	st.parts[0] = strings.TrimLeft(st.parts[0], " \t\r\n")
	st.parts[last] = strings.TrimRight(st.parts[last], " \t\r\n;") // a heredoc ends with a newline
	var unclosed string
	st.tokens, unclosed = tokenize(st.flat(), s.dialect.Name == "sqlite")
	if unclosed != "" {
		return nil, errorAt(st.at, "Unclosed "+unclosed, "In this SQL a %s begins that does not end.", unclosed)
	}
	return st, append(diags, st.quotedTable()...)
}

// quotedTable refuses a table reference within quotes, which would be doubled.
func (st *statement) quotedTable() hcl.Diagnostics {
	flat := st.flat()
	for _, t := range st.tokens {
		if t.kind != quotedToken && t.kind != textToken {
			continue
		}
		first := strings.Count(flat[:t.at], string(hole))
		for _, h := range st.holes[first : first+strings.Count(t.text, string(hole))] {
			if h.Table >= 0 {
				return errorAt(st.at, "Table within quotes", "A table reference brings its own quotes. Write ${…} without any around it.")
			}
		}
	}
	return nil
}

// template is the statement as the plan has it: tables that are known are
// written out, as tables quotes their names.
func (st *statement) template(tables []plan.Table) plan.Template {
	out := plan.Template{Parts: []string{st.parts[0]}}
	for i, h := range st.holes {
		last := len(out.Parts) - 1
		if h.Table >= 0 && h.Value.Op == expr.OpConst {
			out.Parts[last] += string(tables[h.Table].AppendName(nil, h.Value.Int)) + st.parts[i+1]
			continue
		}
		out.Holes = append(out.Holes, h)
		out.Parts = append(out.Parts, st.parts[i+1])
	}
	return out
}

// flat is the text with a mark for each hole, for the tokenizer.
func (st *statement) flat() string { return strings.Join(st.parts, string(hole)) }

// text appends what is known.
func (st *statement) text(s string) { st.open.WriteString(s) }

// pieces appends e to the statement, constants as text and others as holes.
// It goes into what an author may build a text from; the rest is one value.
func (s *scope) pieces(e hcl.Expression, n *names, st *statement) hcl.Diagnostics {
	if !s.drawn(e) {
		return s.piece(e, n, st)
	}
	if diags := s.charge(e, n); diags.HasErrors() {
		return diags
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.pieces(e.Expression, n, st)
	case *hclsyntax.TemplateWrapExpr:
		return s.pieces(e.Wrapped, n, st)
	case *hclsyntax.TemplateExpr:
		return s.piecesOf(e.Parts, n, st)
	case *hclsyntax.TemplateJoinExpr:
		items, diags := s.items(e.Tuple, n)
		for _, it := range items {
			diags = append(diags, s.pieces(it.e, it.n, st)...)
		}
		return diags
	case *hclsyntax.ConditionalExpr:
		if !s.drawn(e.Condition) {
			return s.chosenPiece(e, n, st)
		}
	case *hclsyntax.ScopeTraversalExpr:
		if e.Traversal.RootName() == "local" {
			return s.localPieces(e.Traversal, n, st)
		}
	}
	return s.piece(e, n, st)
}

// localPieces appends a local, which may be a text with tables in it.
func (s *scope) localPieces(t hcl.Traversal, n *names, st *statement) hcl.Diagnostics {
	e, leave, diags := s.enter(t, n)
	if diags.HasErrors() {
		return diags
	}
	defer leave()
	return s.pieces(e, n.unlooped(), st)
}

// piecesOf appends the parts of a template.
func (s *scope) piecesOf(parts []hclsyntax.Expression, n *names, st *statement) (diags hcl.Diagnostics) {
	for _, part := range parts {
		diags = append(diags, s.pieces(part, n, st)...)
	}
	return diags
}

// chosenPiece appends the branch that a constant condition takes.
func (s *scope) chosenPiece(e *hclsyntax.ConditionalExpr, n *names, st *statement) hcl.Diagnostics {
	c, diags := s.lowerTo(e.Condition, n, expr.Bool, "A condition")
	if diags.HasErrors() {
		return diags
	}
	return s.pieces(branch(e, c.Int != 0), n, st)
}

// piece appends one value.
func (s *scope) piece(e hcl.Expression, n *names, st *statement) hcl.Diagnostics {
	t, diags := s.term(e, n)
	switch {
	case diags.HasErrors():
	case t.table >= 0:
		st.gap(plan.Hole{Table: t.table, Value: t.Expr})
	case t.constant() && strings.IndexByte(t.Text, hole) >= 0:
		diags = errorAt(e.Range(), "Zero byte in SQL", "SQL cannot hold a zero byte. Pass the value as an argument.")
	case t.constant():
		st.text(plainText(t.Expr))
	case st.prepared:
		diags = drawnInSQL(e, t)
	case t.Op == expr.OpConcat: // its constant parts are text, and may be keywords
		for _, part := range t.Args {
			st.value(part)
		}
	default:
		st.value(t.Expr)
	}
	return diags
}

// value appends a constant as text and anything else as a hole.
func (st *statement) value(e expr.Expr) {
	if e.Op == expr.OpConst {
		st.text(plainText(e))
		return
	}
	st.gap(plan.Hole{Table: -1, Value: e})
}

// gap appends a hole.
func (st *statement) gap(h plan.Hole) {
	st.parts = append(st.parts, st.open.String())
	st.open.Reset()
	st.holes = append(st.holes, h)
}

// drawnInSQL explains why a prepared statement holds no drawn value.
func drawnInSQL(e hcl.Expression, t term) hcl.Diagnostics {
	return errorAt(e.Range(), "Drawn value in prepared SQL",
		"This value (%s) differs from event to event, and a prepared statement has one text. Write ? here and put the value into args, or set prepare = false.", t.called())
}
