package plan

import (
	"errors"
	"fmt"

	"github.com/assay-bench/assay/planner/expr"
)

// scope is what an expression or template may refer to where it stands. The zero
// scope allows constants alone; a place adds what is there when it is evaluated.
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

// tree checks an expression that must be present.
func (s *scope) tree(e *expr.Expr) error {
	if e.Absent() {
		return errors.New("an expression is missing")
	}
	// Depth comes first, since Check and all that walk a tree recur.
	if err := shallow(e, 0); err != nil {
		return err
	}
	if err := e.Check(); err != nil {
		return err
	}
	var err error
	e.Walk(func(e *expr.Expr) bool {
		if err == nil {
			err = s.node(e)
		}
		return err == nil
	})
	return err
}

// shallow bounds how deep a tree is. It recurs itself, but stops at the bound.
func shallow(e *expr.Expr, depth int) error {
	if depth > maxDepth {
		return errors.New("an expression is nested too deep")
	}
	for i := range e.Args {
		if err := shallow(&e.Args[i], depth+1); err != nil {
			return err
		}
	}
	return nil
}

// node checks that a node, by itself well formed, may stand here.
func (s *scope) node(e *expr.Expr) error {
	switch {
	case e.Kind == expr.Null && e.Op != expr.OpConst:
		return fmt.Errorf("%s has no kind", e.Op)
	case e.Op == expr.OpSlot && e.Int >= int64(s.frame):
		return fmt.Errorf("slot %d is outside the frame of %d", e.Int, s.frame)
	case e.Op == expr.OpDraw && !s.draws:
		return errors.New("nothing can be drawn here")
	case e.Op == expr.OpDraw && e.Int >= int64(s.sites):
		return fmt.Errorf("generator %s: site %d is outside the %d of the mix", e.Text, e.Int, s.sites)
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

// optional checks an expression that may be absent, but then wholly.
func (s *scope) optional(what string, e *expr.Expr) error {
	if e.Absent() {
		if e.Kind != expr.Null || e.Int != 0 || e.Float != 0 || e.Text != "" || len(e.Args) != 0 {
			return fmt.Errorf("%s: an expression without operator", what)
		}
		return nil
	}
	if err := s.tree(e); err != nil {
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
		if err := s.tree(&hole.Value); err != nil {
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

// first is the first error of several checks, all of which have been made.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// index, within and oneOf are the three ways in which a field can be wrong.
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
