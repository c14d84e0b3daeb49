package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// mixes writes each mix; one that differs from another of its name only in the
// schema it uses reads as that one.
func (t *describer) mixes() {
	p := t.plan
	t.variants(&kind{
		word:  "mix",
		count: len(p.Mixes),
		name:  func(i int) string { return p.Mixes[i].Name },
		users: func(i int) []int {
			return cellsWith(p, func(c *Cell) bool {
				return slices.ContainsFunc(c.Loads, func(load int) bool { return p.Loads[load].Mix == i })
			})
		},
		full: func(i int) { t.mix(&p.Mixes[i], tablesOf(p, i)) },
		compare: func(i, j int) []string {
			w := walker{differ: new(differ)}
			w.tables = [2][]Table{tablesOf(p, i), tablesOf(p, j)}
			w.structs("", "", reflect.ValueOf(p.Mixes[i]), reflect.ValueOf(p.Mixes[j]))
			return w.lines
		},
	})
}

// mix writes transactions by written order, then the distributions they draw
// from, each explained once.
func (t *describer) mix(m *Mix, tables []Table) {
	total, mean := 0.0, tally{}
	for i := range m.Transactions {
		total += m.Transactions[i].Weight
	}
	for i := range m.Transactions {
		x := &m.Transactions[i]
		n := statements(x)
		mean.mean += n.mean * x.Weight / total
		mean.rough = mean.rough || n.rough
		t.line("  transaction %s: %s of events, %s each%s", x.Name, percent(x.Weight/total), n, bounds(x))
		b := body{describer: t, tables: tables, names: slotNames(x), families: families(&x.Body, tables)}
		b.block(&x.Body, 2)
	}
	if len(m.Transactions) > 1 {
		t.line("  on average %s an event", mean)
	}
	s := spreads{seen: make(map[string]bool)}
	for i := range m.Transactions {
		s.block(&m.Transactions[i].Body)
	}
	for _, line := range s.lines {
		t.line("  %s", line)
	}
}

// String is the number with its noun; "about" if it is rough.
func (n tally) String() string {
	about := ""
	if n.rough {
		about = "about "
	}
	if n.mean == 1 {
		return about + "1 statement"
	}
	return about + significant(n.mean) + " statements"
}

// bounds are the statements around a transaction.
func bounds(x *Transaction) string {
	if len(x.Begin) == 0 && x.Commit == "" {
		return ", each by itself"
	}
	return ", between " + strings.Join(x.Begin, "; ") + " and " + x.Commit
}

// body writes the steps of one transaction.
type body struct {
	*describer
	tables   []Table
	names    []string
	families map[int]int
}

// at writes a line at a depth of blocks.
func (b *body) at(depth int, format string, args ...any) {
	b.line("%s%s", strings.Repeat("  ", depth), fmt.Sprintf(format, args...))
}

// block writes lets and steps in the order in which they run.
func (b *body) block(block *Block, depth int) {
	b.lets(block.Lets, depth)
	for i := range block.Steps {
		switch step := &block.Steps[i]; {
		case step.Query != nil:
			b.query(step.Query, depth)
		case step.Group != nil:
			b.at(depth, "group %s%s", step.Group.Name, b.repetition(&step.Group.Repetition))
			b.block(&step.Group.Body, depth+1)
		case step.Rollback != nil:
			b.at(depth, "rollback%s", b.when(&step.Rollback.When))
		case step.Think != nil:
			b.at(depth, "think %s", micros(&step.Think.Micros, b.names))
		}
	}
}

// lets: the draw of a table's copy is written as the author's any(), which is
// seen from where the slot is used.
func (b *body) lets(lets []Let, depth int) {
	for i := range lets {
		value := words(&lets[i].Value, b.names)
		if table, ok := b.families[lets[i].Slot]; ok && isAny(&lets[i].Value, &b.tables[table]) {
			value = "any(table." + b.tables[table].Name + ")"
		}
		b.at(depth, "let %s = %s", lets[i].Name, value)
	}
}

// query writes a statement on one line, however it was broken in the spec, with
// its arguments on the next: they belong to the question marks in order.
func (b *body) query(q *Query, depth int) {
	b.at(depth, "query %s%s%s", q.Name, b.repetition(&q.Repetition), b.rules(q))
	b.lets(q.Lets, depth+1)
	sql := templateWords(&q.SQL, b.tables, b.names)
	b.at(depth+1, "%s", strings.Join(strings.Fields(sql), " "))
	if len(q.Args) > 0 {
		b.at(depth+1, "[%s]", joined(q.Args, func(e *expr.Expr) string { return words(e, b.names) }))
	}
}

// repetition is what follows the name of what does not run exactly once.
func (b *body) repetition(r *Repetition) string {
	text := ""
	if !r.Count.Known() || r.Count.N != 1 {
		text = " × " + numberWords(&r.Count, b.names)
	}
	return text + b.when(&r.When)
}

// when is the condition of a step, evaluated before its count.
func (b *body) when(e *expr.Expr) string {
	if e.Absent() {
		return ""
	}
	return " when " + words(e, b.names)
}

// rules are the ways in which a query is not the usual one.
func (b *body) rules(q *Query) string {
	var all []string
	add := func(use bool, format string, args ...any) {
		if use {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(!q.Prepare, "as text")
	add(q.Batch > 0, "joined into rows of up to %s", size(q.Batch))
	for _, r := range q.Read {
		add(true, "reads %s", r.Name)
	}
	add(q.OnEmpty != "", "without a row: %s", q.OnEmpty)
	add(q.OnNull != "", "on NULL: %s", q.OnNull)
	add(q.Expect.Rows >= 0, "expects rows = %d", q.Expect.Rows)
	add(q.Expect.Affected >= 0, "expects affected = %d", q.Expect.Affected)
	add(q.Expect.Error >= 0, "expects error %d", q.Expect.Error)
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, ", ") + ")"
}
