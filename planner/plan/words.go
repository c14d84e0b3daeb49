package plan

import (
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// words writes an expression as its author would have. names are what the
// slots are called; a slot without a name is shown by number.
func words(e *expr.Expr, names []string) string {
	if e.Absent() {
		return "none"
	}
	return e.Format(func(slot int) string {
		if slot < len(names) && names[slot] != "" {
			return names[slot]
		}
		return "slot " + strconv.Itoa(slot)
	})
}

// plainConstant is a factor's value: text without quotes.
func plainConstant(e *expr.Expr) string {
	if e.Kind == expr.String {
		return e.Text
	}
	return string(expr.Value{Kind: e.Kind, Int: e.Int, Float: e.Float}.Append(nil))
}

// numberWords is a count as its author would have written it.
func numberWords(n *Number, names []string) string {
	if n.Known() {
		return count(n.N)
	}
	return words(&n.Expr, names)
}

// templateWords is a template with its holes as references.
func templateWords(t *Template, tables []Table, names []string) string {
	var b strings.Builder
	for i, part := range t.Parts {
		if i > 0 {
			b.WriteString(holeWords(&t.Holes[i-1], tables, names))
		}
		b.WriteString(part)
	}
	return b.String()
}

// holeWords is the table's own name if that is known, else a reference.
func holeWords(h *Hole, tables []Table, names []string) string {
	switch {
	case h.Table < 0 || h.Table >= len(tables):
		return "${" + words(&h.Value, names) + "}"
	case h.Value.Op == expr.OpConst:
		return string(tables[h.Table].AppendName(nil, h.Value.Int))
	case isAny(&h.Value, &tables[h.Table]):
		return "${any(table." + tables[h.Table].Name + ")}"
	}
	return "${table." + tables[h.Table].Name + "[" + words(&h.Value, names) + "]}"
}

// isAny tells whether e draws a copy of t as any(table.t) does: the planner
// keeps no other trace of that word.
func isAny(e *expr.Expr, t *Table) bool {
	return e.Op == expr.OpDraw && e.Text == "uniform" && len(e.Args) == 2 &&
		e.Args[0].Op == expr.OpConst && e.Args[0].Kind == expr.Int && e.Args[0].Int == 0 &&
		e.Args[1].Op == expr.OpConst && e.Args[1].Kind == expr.Int && e.Args[1].Int == t.Count()-1
}
