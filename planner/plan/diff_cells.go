package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// cells compares what cells of equal factor values do. A line that does not
// hold for all of them names those that it holds for.
func (d *differ) cells(a, b *Plan) {
	pairs := match(a, b)
	found := make(map[string][]int) // cells by line
	var order []string
	compare := comparer{a: a, b: b, known: make(map[[3]int][]string)}
	for _, pair := range pairs {
		for _, line := range compare.cell(&a.Cells[pair[0]], &b.Cells[pair[1]]) {
			if found[line] == nil {
				order = append(order, line)
			}
			found[line] = append(found[line], b.Cells[pair[1]].Number)
		}
	}
	for _, line := range order {
		if len(found[line]) < len(pairs) {
			line += " (" + cells(found[line]) + ")"
		}
		d.lines = append(d.lines, line)
	}
	d.numbers(a, b, pairs)
}

// numbers tells of cells without a partner: factors or where differ.
func (d *differ) numbers(a, b *Plan, pairs [][2]int) {
	if len(pairs) == 0 {
		d.add("cells: none has the same factor values in both, so what they do is not compared")
	}
	d.changed("cells", fmt.Sprint(len(a.Cells)), fmt.Sprint(len(b.Cells)))
}

// match pairs the cells, as indexes, that have the same values in all factors
// that both plans have; each is used once.
func match(a, b *Plan) [][2]int {
	var inA, inB []int
	for i, f := range a.Factors {
		if j := slices.IndexFunc(b.Factors, func(g Factor) bool { return g.Name == f.Name }); j >= 0 {
			inA, inB = append(inA, i), append(inB, j)
		}
	}
	waiting := make(map[string][]int)
	for i := range a.Cells {
		k := key(&a.Cells[i], inA)
		waiting[k] = append(waiting[k], i)
	}
	var pairs [][2]int
	for j := range b.Cells {
		k := key(&b.Cells[j], inB)
		if left := waiting[k]; len(left) > 0 {
			pairs = append(pairs, [2]int{left[0], j})
			waiting[k] = left[1:]
		}
	}
	return pairs
}

// key joins the values of some factors. A zero byte parts them, which no value
// of a spec contains.
func key(c *Cell, factors []int) string {
	var b strings.Builder
	for _, i := range factors {
		b.WriteString(plainConstant(&c.Values[i]))
		b.WriteByte(0)
	}
	return b.String()
}

// comparer remembers what it has compared: ten thousand cells share a few
// schemas, mixes and loads.
type comparer struct {
	a, b  *Plan
	known map[[3]int][]string
}

// The things that comparer.known tells apart.
const (
	knownSchema = iota
	knownLoad
	knownTarget
)

// cell compares all that a cell does: tables, target, loads.
func (c *comparer) cell(x, y *Cell) []string {
	lines := slices.Clone(c.once(knownSchema, x.Schema, y.Schema, c.schema))
	lines = append(lines, c.once(knownTarget, x.Target, y.Target, c.target)...)
	before, after := loadNames(c.a, x), loadNames(c.b, y)
	d := new(differ)
	d.membership("loads", before, after)
	lines = append(lines, d.lines...)
	for i, name := range before {
		j := slices.Index(after, name)
		if j < 0 {
			continue
		}
		s, t := x.Loads[i], y.Loads[j]
		lines = append(lines, c.once(knownLoad, s, t, c.load)...)
		lines = append(lines, c.once(knownTarget, c.a.Loads[s].Target, c.b.Loads[t].Target, c.target)...)
	}
	return distinct(lines)
}

// loadNames are the loads of a cell in written order.
func loadNames(p *Plan, c *Cell) []string {
	var all []string
	for _, i := range c.Loads {
		all = append(all, p.Loads[i].Name)
	}
	return all
}

// distinct is list without what stands in it before.
func distinct(list []string) []string {
	var all []string
	for _, s := range list {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// once compares two things of a kind, by index, the first time it is asked.
func (c *comparer) once(kind, x, y int, compare func(w *walker, x, y int)) []string {
	at := [3]int{kind, x, y}
	lines, done := c.known[at]
	if !done {
		w := walker{differ: new(differ)}
		compare(&w, x, y)
		lines = w.lines
		c.known[at] = lines
	}
	return lines
}

// schema compares the tables that two cells make.
func (c *comparer) schema(w *walker, x, y int) {
	w.list("", one(c.a.Schemas, x), one(c.b.Schemas, y))
}

// target compares where two cells go, and the servers started there.
func (c *comparer) target(w *walker, x, y int) {
	w.list("", one(c.a.Targets, x), one(c.b.Targets, y))
	w.list("", one(c.a.Servers, c.a.Place(x).Server), one(c.b.Servers, c.b.Place(y).Server))
}

// load compares two loads of one name with the mixes they run.
func (c *comparer) load(w *walker, x, y int) {
	w.list("", one(c.a.Loads, x), one(c.b.Loads, y))
	s, t := &c.a.Loads[x], &c.b.Loads[y]
	w.tables[0], w.tables[1] = tablesOf(c.a, s.Mix), tablesOf(c.b, t.Mix)
	w.list("", one(c.a.Mixes, s.Mix), one(c.b.Mixes, t.Mix))
}

// one is the list that holds element i of all alone, or nothing for -1.
func one[T any](all []T, i int) reflect.Value {
	if i < 0 {
		return reflect.ValueOf([]T(nil))
	}
	return reflect.ValueOf(all[i : i+1])
}

// tablesOf are the tables that mix i's templates refer to.
func tablesOf(p *Plan, i int) []Table {
	if i < 0 {
		return nil // of a load on a probe
	}
	if s := p.Mixes[i].Schema; s >= 0 {
		return p.Schemas[s].Tables
	}
	return nil
}
