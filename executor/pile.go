package executor

import "sync"

// pile is the tasks that are left, in a heap for each table. A loader stays
// with a table as long as there are tasks for it, then turns to the table that
// fewest others are at, the first of these in order.
//
// Inserts at several tables disturb each other least, and a table that one
// loader fills lies in the order of its key. Only when fewer tables are left
// than loaders do several fill one: they find the free time of each other's
// commits.
type pile struct {
	mu    sync.Mutex
	heaps []heap
}

// heap is what is left to do about one table.
type heap struct {
	tasks   []task
	loaders int // that are at it
}

// newPile sorts tasks, which come table by table, into heaps.
func newPile(tasks []task) *pile {
	p := new(pile)
	for from, i := 0, 1; i <= len(tasks); i++ {
		if i == len(tasks) || tasks[i].table != tasks[from].table {
			p.heaps = append(p.heaps, heap{tasks: tasks[from:i]})
			from = i
		}
	}
	return p
}

// nowhere is the place of a loader that has not begun.
const nowhere = -1

// take gives a loader its next task; at is the place that the last one gave
// it, or nowhere. False if there is none left.
func (p *pile) take(at int) (t task, place int, some bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at == nowhere || len(p.heaps[at].tasks) == 0 {
		if at != nowhere {
			p.heaps[at].loaders--
		}
		at = p.loneliest()
		if at == nowhere {
			return t, at, false
		}
		p.heaps[at].loaders++
	}
	h := &p.heaps[at]
	t, h.tasks = h.tasks[0], h.tasks[1:]
	return t, at, true
}

// loneliest is the heap with tasks and fewest loaders.
func (p *pile) loneliest() int {
	best := nowhere
	for i := range p.heaps {
		if h := &p.heaps[i]; len(h.tasks) > 0 && (best == nowhere || h.loaders < p.heaps[best].loaders) {
			best = i
		}
	}
	return best
}
