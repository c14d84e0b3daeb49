package expr

import "strconv"

// String is e as an author would write it, slots as "let 3".
func (e Expr) String() string {
	return e.Format(func(slot int) string { return "let " + strconv.Itoa(slot) })
}

// Format is e as an author would write it, in HCL's syntax, with the names
// that slotName gives to slots. Optional operands with their usual values are
// left out. It is for people, not for reading back.
func (e *Expr) Format(slotName func(slot int) string) string {
	p := printer{slotName: slotName}
	p.expr(e, loosest)
	return string(p.out)
}

// How tightly HCL's operators bind. An operand that binds less than its
// operator wants is put in parentheses.
const (
	loosest = iota // cond
	orLevel
	andLevel
	equalLevel
	orderLevel
	addLevel
	mulLevel
	unaryLevel
	tightest
)

// infix is the operators written between their operands.
var infix = map[Op]struct {
	level int
	sign  string
}{
	OpOr: {orLevel, " || "}, OpAnd: {andLevel, " && "},
	OpEq: {equalLevel, " == "}, OpNe: {equalLevel, " != "},
	OpLt: {orderLevel, " < "}, OpLe: {orderLevel, " <= "}, OpGt: {orderLevel, " > "}, OpGe: {orderLevel, " >= "},
	OpAdd: {addLevel, " + "}, OpSub: {addLevel, " - "},
	OpMul: {mulLevel, " * "}, OpDiv: {mulLevel, " / "}, OpMod: {mulLevel, " % "},
}

type printer struct {
	out      []byte
	slotName func(int) string
}

func (p *printer) text(s string) { p.out = append(p.out, s...) }

// expr writes e where an operator of the given level wants an operand.
func (p *printer) expr(e *Expr, level int) {
	own := e.level()
	if own < level {
		p.text("(")
	}
	switch {
	case e.Op == OpCond:
		p.expr(&e.Args[0], orLevel)
		p.text(" ? ")
		p.expr(&e.Args[1], loosest)
		p.text(" : ")
		p.expr(&e.Args[2], loosest)
	case e.Op == OpNot || e.Op == OpNeg:
		p.text(map[Op]string{OpNot: "!", OpNeg: "-"}[e.Op])
		p.expr(&e.Args[0], tightest)
	case e.isSelfCopy():
		p.text("self.copy")
	case own < unaryLevel && e.Op != OpCopy:
		p.infix(e)
	default:
		p.primary(e)
	}
	if own < level {
		p.text(")")
	}
}

// level is how tightly e itself binds.
func (e *Expr) level() int {
	switch operator, ok := infix[e.Op]; {
	case e.isSelfCopy():
		return tightest
	case ok:
		return operator.level
	case e.Op == OpCond:
		return loosest
	case e.Op == OpCopy:
		return addLevel
	case e.Op == OpNot, e.Op == OpNeg, e.Op == OpConst && (e.Int < 0 || e.Float < 0):
		return unaryLevel
	}
	return tightest
}

// isSelfCopy: the plan counts copies from 0, the author's self.copy from 1.
func (e *Expr) isSelfCopy() bool {
	return e.Op == OpAdd && e.Args[0].Op == OpCopy && e.Args[1].Op == OpConst && e.Args[1].Int == 1
}

// infix writes operators of equal rank from left to right: a - (b - c) keeps its
// parentheses, (a - b) - c needs none.
func (p *printer) infix(e *Expr) {
	operator := infix[e.Op]
	for i := range e.Args {
		if i > 0 {
			p.text(operator.sign)
		}
		if beside := &e.Args[1-min(i, 1)]; len(e.Args) == 2 && beside.isTime() && p.time(&e.Args[i]) {
			continue
		}
		p.expr(&e.Args[i], operator.level+min(i, 1))
	}
}

// primary writes leaves and calls.
func (p *printer) primary(e *Expr) {
	switch e.Op {
	case "":
	case OpConst:
		p.constant(e)
	case OpSlot:
		p.text(p.slotName(int(e.Int)))
	case OpRow:
		p.text("self.row")
	case OpCopy:
		p.text("self.copy - 1")
	case OpWorker:
		p.text("worker.index")
	case OpWorkers:
		p.text("worker.count")
	case OpFact:
		p.text(e.Text)
	case OpConcat:
		p.template(e)
	case OpDraw:
		p.draw(e)
	case OpResult:
		p.result(e)
	case OpFormat:
		p.text("format(")
		p.quoted(e.Text)
		for i := range e.Args {
			p.text(", ")
			p.expr(&e.Args[i], loosest)
		}
		p.text(")")
	default:
		p.text(string(e.Op))
		p.list("(", e.Args, ")")
	}
}

// listed is how many elements of a list are written out: names of a thousand
// customers tell no more than the first few.
const listed = 12

// list writes expressions between brackets, a long list by its beginning and its
// length.
func (p *printer) list(left string, args []Expr, right string) {
	p.text(left)
	for i := range args {
		if i > 0 {
			p.text(", ")
		}
		if i == listed && len(args) > listed+1 {
			p.text("… " + strconv.Itoa(len(args)) + " in all")
			break
		}
		p.expr(&args[i], loosest)
	}
	p.text(right)
}

// draw writes a generator's call; those that choose take lists.
func (p *printer) draw(e *Expr) {
	p.text(e.Text)
	switch e.Text {
	case "pick":
		p.list("([", e.Args, "])")
	case "weighted":
		var values, weights []Expr
		for i := 0; i+1 < len(e.Args); i += 2 {
			values, weights = append(values, e.Args[i]), append(weights, e.Args[i+1])
		}
		p.list("([", values, "], ")
		p.list("[", weights, "])")
	default:
		p.list("(", e.written(), ")")
	}
}
