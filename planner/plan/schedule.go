package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Run is one repeat of one cell in the order of execution.
type Run struct {
	Cell     int  // index into Plan.Cells
	Repeat   int  // from 0
	Sequence int  // position, from 0
	Load     bool // tables of the cell must be made and loaded before it
	Starts   int  // servers that are started for it; those that it does not need are stopped

	Rows, Bytes int64 // of the tables that are loaded, at most the largest int64; bytes roughly
}

// Schedule is every repeat of every cell in the order that p.Order asks for.
//
// Load follows p.Data. Under Reuse each table that an earlier run left at the
// same target serves if its definition and rows are the same; what stood there
// before the first run is not known to a plan, so a run may load less than this
// says.
func Schedule(p *Plan) []Run {
	runs := arrange(p)
	present := make(map[Place]standing, len(p.Targets))
	var running []int
	for i := range runs {
		runs[i].Sequence = i
		cell := &p.Cells[runs[i].Cell]
		needs := p.Needs(cell)
		runs[i].Starts = missing(needs, running)
		running = needs
		if cell.Schema == -1 {
			continue
		}
		place := p.Place(cell.Target)
		if present[place] == nil {
			present[place] = standing{}
		}
		present[place].provide(&runs[i], &p.Schemas[cell.Schema], p.Data == Fresh)
	}
	return runs
}

// standing is the tables that stand at a place, by their names.
type standing map[string]stands

// stands is a table, or a family of copies, that was loaded.
type stands struct {
	digest       string
	rows, copies int64
}

// provide makes the tables of a schema stand and notes in r what is loaded for
// it. Copies that a family lacks are added to those that it has.
func (s standing) provide(r *Run, schema *Schema, fresh bool) {
	for i := range schema.Tables {
		t := &schema.Tables[i]
		there := s[t.Name]
		if fresh || there.digest != t.Digest || there.rows != t.Rows {
			there = stands{t.Digest, t.Rows, 0}
		}
		if missing := t.Count() - there.copies; missing > 0 {
			rows := multiply(t.Rows, missing)
			r.Load = true
			r.Rows, r.Bytes = add(r.Rows, rows), add(r.Bytes, multiply(rows, t.RowSize))
			there.copies = t.Count()
		}
		s[t.Name] = there
	}
}

// arrange puts the runs in order.
func arrange(p *Plan) []Run {
	runs := make([]Run, 0, len(p.Cells)*p.Repeat)
	if p.Order == Grouped {
		for _, cell := range groups(p) {
			for repeat := range p.Repeat {
				runs = append(runs, Run{Cell: cell, Repeat: repeat})
			}
		}
		return runs
	}
	for repeat := range p.Repeat {
		for cell := range p.Cells {
			runs = append(runs, Run{Cell: cell, Repeat: repeat})
		}
	}
	if p.Order == Shuffled {
		random := rand.New(rand.NewPCG(p.Seed, shuffleStream))
		random.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	}
	return runs
}

// shuffleStream keeps the permutation apart from all other uses of the seed.
const shuffleStream = 0x6f72646572 // "order"

// missing is how many of the servers that are needed do not run.
func missing(needs, running []int) (n int) {
	for _, s := range needs {
		if !slices.Contains(running, s) {
			n++
		}
	}
	return n
}

// groups are the indexes of the cells: those that need the same servers
// together, and among them those that share target and schema.
func groups(p *Plan) []int {
	cells := make([]int, len(p.Cells))
	for i := range cells {
		cells[i] = i
	}
	cells = together(cells, func(i int) data { return data{p.Place(p.Cells[i].Target), p.Cells[i].Schema} })
	return together(cells, func(i int) string { return fmt.Sprint(p.Needs(&p.Cells[i])) })
}

// data is what cells of one group share.
type data struct {
	Place
	schema int
}

// together brings cells of one key together, keys in the order in which each
// first appears, and keeps the order of the cells of a key.
func together[K comparable](cells []int, key func(int) K) []int {
	var order []K
	members := make(map[K][]int)
	for _, i := range cells {
		k := key(i)
		if members[k] == nil {
			order = append(order, k)
		}
		members[k] = append(members[k], i)
	}
	sorted := make([]int, 0, len(cells))
	for _, k := range order {
		sorted = append(sorted, members[k]...)
	}
	return sorted
}
