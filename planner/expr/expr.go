// Package expr is the small expression tree of a plan and its evaluator: what
// remains of a spec's expressions after planning, because it needs a draw, a
// value read from the database, a fact of the host, or a result.
//
// It is not the language (that is HCL, compiled by the planner, which also
// checks every type) and it holds no generator: draws go through the Drawer
// of the Env. A tree is plain data and encodes as JSON. Evaluation allocates
// nothing and costs a few nanoseconds a node.
package expr

// Op is what a node does. The comment gives its operands in Args and the
// other fields it uses.
type Op string

// Leaves.
const (
	OpConst   Op = "const"   // the value of Kind in Int, Float or Text
	OpSlot    Op = "slot"    // Int: the slot of the frame (a let, a value read, a count.index)
	OpRow     Op = "row"     // the row being generated, from 1
	OpCopy    Op = "copy"    // the copy of the table at hand, from 0
	OpWorker  Op = "worker"  // the worker's index in its load, from 0
	OpWorkers Op = "workers" // the number of workers of the load
	OpFact    Op = "fact"    // Text: a host.* or server.* fact, fixed when the run starts
	OpResult  Op = "result"  // Text: a metric of a cell (see Results); Args: its scope
)

// Operators and functions. Arithmetic keeps Int if both operands are Int
// (div excepted, which is Float), else Float. Comparisons and and, or, not
// are Bool. An operand that is Null makes the node Null, but for eq and ne
// (Null equals Null alone), cond (which takes it as false), and, or (which
// follow SQL's three-valued logic), coalesce and concat (which takes it as the
// empty text). A node whose static Kind is Float makes its Int result a Float.
const (
	OpAdd      Op = "add"
	OpSub      Op = "sub"
	OpMul      Op = "mul"
	OpDiv      Op = "div"
	OpMod      Op = "mod" // remainder toward zero, with the dividend's sign: as HCL and SQL have it
	OpNeg      Op = "neg"
	OpEq       Op = "eq"
	OpNe       Op = "ne"
	OpLt       Op = "lt"
	OpLe       Op = "le"
	OpGt       Op = "gt"
	OpGe       Op = "ge"
	OpAnd      Op = "and" // the second operand is evaluated only if needed
	OpOr       Op = "or"
	OpNot      Op = "not"
	OpCond     Op = "cond" // condition, then, else: only the branch taken is evaluated
	OpCoalesce Op = "coalesce"
	OpConcat   Op = "concat"
	OpFormat   Op = "format" // Text: a format (see FormatVerbs); Args
	OpFloor    Op = "floor"  // to Int
	OpCeil     Op = "ceil"   // to Int
	OpRound    Op = "round"  // to Int, half away from zero
	OpAbs      Op = "abs"
	OpMin      Op = "min"
	OpMax      Op = "max"
	OpPow      Op = "pow" // of Ints an Int, if Kind is not Float
	OpSqrt     Op = "sqrt"
	OpLog      Op = "log"    // natural logarithm
	OpInt      Op = "int"    // to Int, toward zero
	OpFloat    Op = "float"  // to Float
	OpString   Op = "string" // to String
	OpLength   Op = "length" // bytes of a text
	OpLower    Op = "lower"
	OpUpper    Op = "upper"
	OpSubstr   Op = "substr" // text, offset from 0 (below 0: from the end), length (below 0: the rest), in bytes
)

// OpDraw calls generator Text with Args through the Env's Drawer. Int numbers
// the draw sites of a plan's mix or column that keep state (sequence, unique,
// permute, each once per written call), from 0; others have -1. The operands of
// pick and weighted are given unevaluated, as the Drawer evaluates the one that
// it chooses.
const OpDraw Op = "draw"

// Expr is one node of a tree. The zero Expr means "absent".
type Expr struct {
	Op    Op
	Kind  Kind
	Int   int64
	Float float64
	Text  string
	Args  []Expr
}

// Absent tells whether e is the zero Expr.
func (e *Expr) Absent() bool { return e.Op == "" }

// ConstInt, ConstFloat, ConstBool and ConstString are constant leaves.
func ConstInt(n int64) Expr { return Expr{Op: OpConst, Kind: Int, Int: n} }

// ConstFloat is a floating point leaf.
func ConstFloat(f float64) Expr { return Expr{Op: OpConst, Kind: Float, Float: f} }

// ConstBool is a truth leaf.
func ConstBool(b bool) Expr {
	e := Expr{Op: OpConst, Kind: Bool}
	if b {
		e.Int = 1
	}
	return e
}

// ConstString is a text leaf.
func ConstString(s string) Expr { return Expr{Op: OpConst, Kind: String, Text: s} }

// Slot is a reference to slot n of the frame, of kind k.
func Slot(n int, k Kind) Expr { return Expr{Op: OpSlot, Kind: k, Int: int64(n)} }
