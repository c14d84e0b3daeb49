package plan

import (
	"errors"
	"fmt"

	"github.com/assay-bench/assay/planner/expr"
)

// scope is what an expression or template may refer to where it stands.
type scope struct {
	tables  []Table  // what holes name
	queries []string // Mix.Queries
	frame   int      // slots
	sites   int      // draw sites that keep state
	row     bool
	copy    bool
	worker  bool
	draws   bool
	facts   bool
	results bool
}

// operands are the least and greatest number of operands of each operator but
// draw; -1 is without bound.
var operands = map[expr.Op][2]int{
	expr.OpConst: {0, 0}, expr.OpSlot: {0, 0}, expr.OpRow: {0, 0}, expr.OpCopy: {0, 0},
	expr.OpWorker: {0, 0}, expr.OpWorkers: {0, 0}, expr.OpFact: {0, 0}, expr.OpResult: {0, -1},
	expr.OpAdd: {2, 2}, expr.OpSub: {2, 2}, expr.OpMul: {2, 2}, expr.OpDiv: {2, 2}, expr.OpMod: {2, 2},
	expr.OpNeg: {1, 1}, expr.OpPow: {2, 2}, expr.OpSqrt: {1, 1}, expr.OpLog: {1, 1}, expr.OpAbs: {1, 1},
	expr.OpEq: {2, 2}, expr.OpNe: {2, 2}, expr.OpLt: {2, 2}, expr.OpLe: {2, 2}, expr.OpGt: {2, 2}, expr.OpGe: {2, 2},
	expr.OpAnd: {2, 2}, expr.OpOr: {2, 2}, expr.OpNot: {1, 1}, expr.OpCond: {3, 3}, expr.OpCoalesce: {1, -1},
	expr.OpConcat: {0, -1}, expr.OpFormat: {0, -1}, expr.OpFloor: {1, 1}, expr.OpCeil: {1, 1}, expr.OpRound: {1, 1},
	expr.OpMin: {1, -1}, expr.OpMax: {1, -1}, expr.OpInt: {1, 1}, expr.OpFloat: {1, 1}, expr.OpString: {1, 1},
	expr.OpLength: {1, 1}, expr.OpLower: {1, 1}, expr.OpUpper: {1, 1}, expr.OpSubstr: {3, 3},
}

// draws are the generators with the numbers of arguments they take; stateful
// ones number their site in Expr.Int.
var draws = map[string]struct {
	least, most int
	stateful    bool
}{
	"uniform": {2, 2, false}, "gaussian": {3, 3, false}, "special": {5, 5, false}, "pareto": {3, 3, false},
	"zipf": {3, 3, false}, "nurand": {3, 3, false}, "hotspot": {4, 4, false}, "pick": {1, -1, false},
	"weighted": {2, -1, false}, "digits": {1, 1, false}, "letters": {1, 2, false}, "text": {2, 2, false},
	"bytes": {1, 1, false}, "chance": {1, 1, false}, "now": {0, 0, false}, "uuid": {0, 0, false},
	"sequence": {2, 2, true}, "permute": {2, 2, true}, "unique": {0, 0, true},
}

// tree checks an expression that must be present.
func (s *scope) tree(e *expr.Expr, depth int) error {
	switch {
	case depth > maxDepth:
		return errors.New("an expression is nested too deep")
	case e.Absent():
		return errors.New("an expression is missing")
	case e.Kind == expr.Null && e.Op != expr.OpConst:
		return fmt.Errorf("%s has no kind", e.Op)
	}
	if err := s.node(e); err != nil {
		return err
	}
	for i := range e.Args {
		if err := s.tree(&e.Args[i], depth+1); err != nil {
			return err
		}
	}
	return nil
}

// node checks one node without its operands.
func (s *scope) node(e *expr.Expr) error {
	if e.Op == expr.OpDraw {
		return s.draw(e)
	}
	bounds, known := operands[e.Op]
	if !known {
		return &expr.UnknownNameError{What: "operator", Name: string(e.Op)}
	}
	if n := len(e.Args); n < bounds[0] || bounds[1] >= 0 && n > bounds[1] {
		return fmt.Errorf("%s has %d operands", e.Op, n)
	}
	if e.Op == expr.OpSlot {
		if e.Int < 0 || e.Int >= int64(s.frame) {
			return fmt.Errorf("slot %d is outside the frame of %d", e.Int, s.frame)
		}
		return nil
	}
	return s.visible(e.Op)
}

// visible tells whether a leaf may stand here.
func (s *scope) visible(op expr.Op) error {
	allowed := true
	switch op {
	case expr.OpRow:
		allowed = s.row
	case expr.OpCopy:
		allowed = s.copy
	case expr.OpWorker, expr.OpWorkers:
		allowed = s.worker
	case expr.OpFact:
		allowed = s.facts
	case expr.OpResult:
		allowed = s.results
	}
	if !allowed {
		return fmt.Errorf("%s is not known here", op)
	}
	return nil
}

func (s *scope) draw(e *expr.Expr) error {
	if !s.draws {
		return errors.New("nothing can be drawn here")
	}
	g, known := draws[e.Text]
	if !known {
		return &expr.UnknownNameError{What: "generator", Name: e.Text}
	}
	n := len(e.Args)
	if n < g.least || g.most >= 0 && n > g.most || e.Text == "weighted" && n%2 != 0 {
		return fmt.Errorf("generator %s has %d arguments", e.Text, n)
	}
	if g.stateful && (e.Int < 0 || e.Int >= int64(s.sites)) {
		return fmt.Errorf("generator %s: site %d is outside the %d of the mix", e.Text, e.Int, s.sites)
	}
	return nil
}

// optional checks an expression that may be absent, but then wholly.
func (s *scope) optional(what string, e *expr.Expr) error {
	if e.Absent() {
		if e.Kind != expr.Null || e.Int != 0 || e.Float != 0 || e.Text != "" || len(e.Args) != 0 {
			return fmt.Errorf("%s: an expression without operator", what)
		}
		return nil
	}
	if err := s.tree(e, 0); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// number checks a count that, if it is known, is from low to high.
func (s *scope) number(what string, n *Number, low, high int64) error {
	if n.Known() {
		return within(what, n.N, low, high)
	}
	return s.optional(what, &n.Expr)
}

// template checks that each hole lies between two parts and names a table
// and, as far as it is known, a copy that exists.
func (s *scope) template(t *Template) error {
	if len(t.Parts) != len(t.Holes)+1 && len(t.Parts)+len(t.Holes) > 0 {
		return fmt.Errorf("a template has %d parts and %d holes", len(t.Parts), len(t.Holes))
	}
	for i := range t.Holes {
		hole := &t.Holes[i]
		if err := s.tree(&hole.Value, 0); err != nil {
			return err
		}
		if hole.Table == -1 {
			continue
		}
		if err := index("table", hole.Table, len(s.tables)); err != nil {
			return err
		}
		copies := s.tables[hole.Table].Count()
		if v := &hole.Value; v.Op == expr.OpConst && (v.Kind != expr.Int || v.Int < 0 || v.Int >= copies) {
			return fmt.Errorf("a table's copy is outside the %d copies", copies)
		}
	}
	return nil
}

// first is the first error of several checks.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func index(what string, i, count int) error {
	if i < 0 || i >= count {
		return fmt.Errorf("%s %d is outside the %d there are", what, i, count)
	}
	return nil
}

func within(what string, n, low, high int64) error {
	if n < low || n > high {
		return fmt.Errorf("%s is %d, outside %d to %d", what, n, low, high)
	}
	return nil
}

func oneOf(what, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return fmt.Errorf("%s is %q, not one of %q", what, value, allowed)
}
