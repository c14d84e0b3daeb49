package plan

import (
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// infix are the operators that are written between their operands, with the
// precedence that HCL gives them.
var infix = map[expr.Op]struct {
	sign string
	rank int
}{
	expr.OpOr: {"||", 1}, expr.OpAnd: {"&&", 2}, expr.OpEq: {"==", 3}, expr.OpNe: {"!=", 3},
	expr.OpLt: {"<", 4}, expr.OpLe: {"<=", 4}, expr.OpGt: {">", 4}, expr.OpGe: {">=", 4},
	expr.OpAdd: {"+", 5}, expr.OpSub: {"-", 5}, expr.OpMul: {"*", 6}, expr.OpDiv: {"/", 6}, expr.OpMod: {"%", 6},
}

// unary binds tighter than any infix operator, so operands that are infix
// stand in parentheses.
const unary = 7

// defaults are the trailing arguments that a generator has if the author
// gives none. The plan holds them all; people need not read them.
var defaults = map[string][]expr.Expr{
	"gaussian": {expr.ConstInt(12)},
	"special":  {expr.ConstInt(12), expr.ConstFloat(1), expr.ConstFloat(75)},
	"pareto":   {expr.ConstFloat(0.2)},
	"zipf":     {expr.ConstFloat(0.8)},
	"sequence": {expr.ConstInt(1), expr.ConstInt(1)},
}

// listed is how many options of pick and weighted are written out.
const listed = 6

// Words writes an expression as its author would have, for messages. A slot
// is shown by number.
func Words(e *expr.Expr) string { return words(e, nil) }

// words writes an expression as its author would have. names are what the
// slots are called; a slot without a name is shown by number.
func words(e *expr.Expr, names []string) string {
	w := wording{names: names}
	w.write(e, 0)
	return w.String()
}

type wording struct {
	strings.Builder
	names []string
}

func (w *wording) write(e *expr.Expr, rank int) {
	if op, ok := infix[e.Op]; ok && len(e.Args) == 2 {
		w.infix(op.sign, op.rank, rank, &e.Args[0], &e.Args[1])
		return
	}
	switch e.Op {
	case "":
		w.WriteString("none")
	case expr.OpCond:
		w.cond(e, rank)
	case expr.OpNot, expr.OpNeg:
		w.WriteString(map[expr.Op]string{expr.OpNot: "!", expr.OpNeg: "-"}[e.Op])
		w.write(&e.Args[0], unary)
	case expr.OpDraw:
		w.draw(e)
	case expr.OpResult:
		w.WriteString(resultWords(e))
	case expr.OpFormat:
		w.list("format("+strconv.Quote(e.Text)+", ", e.Args, ")")
	default:
		w.leaf(e)
	}
}

func (w *wording) leaf(e *expr.Expr) {
	switch e.Op {
	case expr.OpConst:
		w.WriteString(constant(e))
	case expr.OpSlot:
		w.WriteString(slotName(w.names, int(e.Int)))
	case expr.OpRow:
		w.WriteString("self.row")
	case expr.OpCopy:
		w.WriteString("copy")
	case expr.OpWorker:
		w.WriteString("worker.index")
	case expr.OpWorkers:
		w.WriteString("worker.count")
	case expr.OpFact:
		w.WriteString(e.Text)
	default:
		w.list(string(e.Op)+"(", e.Args, ")")
	}
}

func (w *wording) infix(sign string, own, outer int, a, b *expr.Expr) {
	if own < outer {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	w.operand(a, own, isTime(b))
	w.WriteString(" " + sign + " ")
	w.operand(b, own+1, isTime(a))
}

// operand writes a constant beside a result that is a time as a time.
func (w *wording) operand(e *expr.Expr, rank int, time bool) {
	if time && e.Op == expr.OpConst && e.Kind == expr.Int {
		w.WriteString(`duration("` + duration(e.Int) + `")`)
		return
	}
	w.write(e, rank)
}

func (w *wording) cond(e *expr.Expr, rank int) {
	if rank > 0 {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	w.write(&e.Args[0], 1)
	w.WriteString(" ? ")
	w.write(&e.Args[1], 1)
	w.WriteString(" : ")
	w.write(&e.Args[2], 0)
}

func (w *wording) draw(e *expr.Expr) {
	switch e.Text {
	case "pick":
		w.list("pick([", e.Args, "])")
	case "weighted":
		values, weights := make([]expr.Expr, 0, len(e.Args)/2), make([]expr.Expr, 0, len(e.Args)/2)
		for i := 0; i+1 < len(e.Args); i += 2 {
			values, weights = append(values, e.Args[i]), append(weights, e.Args[i+1])
		}
		w.list("weighted([", values, "], ")
		w.list("[", weights, "])")
	default:
		w.list(e.Text+"(", given(e), ")")
	}
}

// given are the arguments without those that equal the defaults at the end.
func given(e *expr.Expr) []expr.Expr {
	args, rest := e.Args, defaults[e.Text]
	for len(rest) > 0 && len(args) > 0 {
		a, d := args[len(args)-1], rest[len(rest)-1]
		if a.Op != d.Op || a.Kind != d.Kind || a.Int != d.Int || a.Float != d.Float {
			break
		}
		args, rest = args[:len(args)-1], rest[:len(rest)-1]
	}
	return args
}

func (w *wording) list(open string, args []expr.Expr, end string) {
	w.WriteString(open)
	for i := range args {
		if i > 0 {
			w.WriteString(", ")
		}
		if i == listed && len(args) > listed+1 {
			w.WriteString("… " + count(int64(len(args))) + " in all")
			break
		}
		w.write(&args[i], 0)
	}
	w.WriteString(end)
}

func constant(e *expr.Expr) string {
	switch e.Kind {
	case expr.String, expr.Bytes:
		return strconv.Quote(e.Text)
	case expr.Float:
		return strconv.FormatFloat(e.Float, 'g', -1, 64)
	default:
		v := expr.Value{Kind: e.Kind, Int: e.Int}
		return string(v.Append(nil))
	}
}

// plainConstant is a factor's value: text without quotes.
func plainConstant(e *expr.Expr) string {
	if e.Kind == expr.String {
		return e.Text
	}
	return constant(e)
}

func slotName(names []string, slot int) string {
	if slot >= 0 && slot < len(names) && names[slot] != "" {
		return names[slot]
	}
	return "slot " + strconv.Itoa(slot)
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

// isAny tells whether e draws a copy of t as any(table.t) does.
func isAny(e *expr.Expr, t *Table) bool {
	return e.Op == expr.OpDraw && e.Text == "uniform" && len(e.Args) == 2 &&
		e.Args[0].Op == expr.OpConst && e.Args[0].Kind == expr.Int && e.Args[0].Int == 0 &&
		e.Args[1].Op == expr.OpConst && e.Args[1].Kind == expr.Int && e.Args[1].Int == t.Count()-1
}
