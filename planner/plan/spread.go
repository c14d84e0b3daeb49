package plan

import "github.com/assay-bench/assay/planner/expr"

// spreads gathers the distributions of a mix, each once.
type spreads struct {
	seen  map[string]bool
	lines []string
}

// block gathers from a block and all that is in it.
func (s *spreads) block(b *Block) {
	s.lets(b.Lets)
	for i := range b.Steps {
		if q := b.Steps[i].Query; q != nil {
			s.lets(q.Lets)
			for j := range q.Args {
				s.expr(&q.Args[j])
			}
		}
		if g := b.Steps[i].Group; g != nil {
			s.block(&g.Body)
		}
	}
}

// lets gathers from the values of lets.
func (s *spreads) lets(lets []Let) {
	for i := range lets {
		s.expr(&lets[i].Value)
	}
}

// expr gathers from an expression and its operands.
func (s *spreads) expr(e *expr.Expr) {
	if text := share(e); text != "" {
		line := words(e, nil) + ": " + text
		if !s.seen[line] {
			s.seen[line] = true
			s.lines = append(s.lines, line)
		}
	}
	for i := range e.Args {
		s.expr(&e.Args[i])
	}
}

// families maps the slots that name a copy of a table to the table's index. A
// plan does not keep which lets are tables; where they are used tells.
func families(b *Block, tables []Table) map[int]int {
	found := make(map[int]int)
	walkFamilies(b, tables, found)
	return found
}

// walkFamilies adds what one block tells.
func walkFamilies(b *Block, tables []Table, found map[int]int) {
	for i := range b.Steps {
		if q := b.Steps[i].Query; q != nil {
			for j := range q.SQL.Holes {
				h := &q.SQL.Holes[j]
				if h.Table >= 0 && h.Table < len(tables) && h.Value.Op == expr.OpSlot {
					found[int(h.Value.Int)] = h.Table
				}
			}
		}
		if g := b.Steps[i].Group; g != nil {
			walkFamilies(&g.Body, tables, found)
		}
	}
}
