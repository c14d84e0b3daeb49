package expr

import "fmt"

// arities is the least and most operands of each operator. An operator that is
// not in it is unknown: that is how Check knows them all.
var arities = map[Op][2]int{
	OpConst: {}, OpSlot: {}, OpRow: {}, OpCopy: {}, OpWorker: {}, OpWorkers: {}, OpFact: {},
	OpResult: {0, unlimited},
	OpAdd:    {2, 2}, OpSub: {2, 2}, OpMul: {2, 2}, OpDiv: {2, 2}, OpMod: {2, 2}, OpPow: {2, 2},
	OpEq: {2, 2}, OpNe: {2, 2}, OpLt: {2, 2}, OpLe: {2, 2}, OpGt: {2, 2}, OpGe: {2, 2},
	OpAnd: {1, unlimited}, OpOr: {1, unlimited}, OpNot: {1, 1},
	OpCond: {3, 3}, OpCoalesce: {1, unlimited},
	OpConcat: {0, unlimited}, OpFormat: {0, unlimited},
	OpMin: {1, unlimited}, OpMax: {1, unlimited},
	OpNeg: {1, 1}, OpFloor: {1, 1}, OpCeil: {1, 1}, OpRound: {1, 1}, OpAbs: {1, 1},
	OpSqrt: {1, 1}, OpLog: {1, 1}, OpInt: {1, 1}, OpFloat: {1, 1}, OpString: {1, 1},
	OpLength: {1, 1}, OpLower: {1, 1}, OpUpper: {1, 1}, OpSubstr: {3, 3},
	OpDraw: {0, unlimited},
}

// Check tells whether e and all below is well formed: known operators and
// generators with the right number of operands, and formats that match
// theirs. It does not check kinds, nor that slots are within a frame. A tree
// from JSON has passed it.
func (e *Expr) Check() error {
	var err error
	e.Walk(func(e *Expr) bool {
		if err == nil {
			err = e.check()
		}
		return err == nil
	})
	return err
}

// check checks one node by itself.
func (e *Expr) check() error {
	arity, ok := arities[e.Op]
	if !ok {
		return fmt.Errorf("unknown operator %q", e.Op)
	}
	if n := len(e.Args); n < arity[0] || n > arity[1] {
		return fmt.Errorf("operator %s cannot have %d operands", e.Op, n)
	}
	switch e.Op {
	case OpSlot:
		if e.Int < 0 {
			return fmt.Errorf("there is no slot %d", e.Int)
		}
	case OpFormat:
		if verbs, ok := FormatVerbs(e.Text); !ok || len(verbs) != len(e.Args) {
			return fmt.Errorf("format %q does not match its %d operands", e.Text, len(e.Args))
		}
	case OpDraw:
		return e.checkDraw()
	}
	return nil
}

// checkDraw checks a call of a generator: all optional operands are there, since
// no default may change what an old plan draws.
func (e *Expr) checkDraw() error {
	g, ok := generators[e.Text]
	switch n := len(e.Args); {
	case !ok:
		return fmt.Errorf("unknown generator %q", e.Text)
	case n < g.least || n > g.most || e.Text == "weighted" && n%2 != 0:
		return fmt.Errorf("generator %s cannot have %d operands", e.Text, n)
	case g.stateful && e.Int < 0:
		return fmt.Errorf("generator %s has no site number", e.Text)
	}
	return nil
}
