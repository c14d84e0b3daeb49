package plan

import "math/rand/v2"

// Run is one repeat of one cell in the order of execution.
type Run struct {
	Cell     int  // index into Plan.Cells
	Repeat   int  // from 0
	Sequence int  // position, from 0
	Load     bool // the cell's tables must be made and loaded before it
}

// Schedule is every repeat of every cell in the order that p.Order asks for.
//
// Load follows p.Data. Under Reuse the tables that the last run left at the
// same target serve if the schema is the same; what stood there before the
// first run is not known to a plan, so a run may load less than this says.
func Schedule(p *Plan) []Run {
	runs := arrange(p)
	present := make(map[string]int, len(p.Targets)) // schema by target's name
	for i := range runs {
		runs[i].Sequence = i
		cell := &p.Cells[runs[i].Cell]
		if cell.Schema == -1 {
			continue
		}
		// Targets of one name differ in session settings only.
		place := p.Targets[cell.Target].Name
		schema, loaded := present[place]
		runs[i].Load = p.Data == Fresh || !loaded || schema != cell.Schema
		present[place] = cell.Schema
	}
	return runs
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

// groups are the indexes of the cells, those that share target and schema
// together, in the order in which each group first appears.
func groups(p *Plan) []int {
	type place struct {
		target string
		schema int
	}
	var order []place
	members := make(map[place][]int)
	for i := range p.Cells {
		key := place{p.Targets[p.Cells[i].Target].Name, p.Cells[i].Schema}
		if members[key] == nil {
			order = append(order, key)
		}
		members[key] = append(members[key], i)
	}
	cells := make([]int, 0, len(p.Cells))
	for _, key := range order {
		cells = append(cells, members[key]...)
	}
	return cells
}
