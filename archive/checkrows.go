package archive

import (
	"maps"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// place checks the rows of one repeat; cell is nil if the cells have none. Events
// come first: what statements refer to is then known, a bit for each event.
func (c *checker) place(at place, cell *event.Cell) {
	seen, executed := ids{}, int64(0)
	events := checkRows(c, &eventTable, at, []string{"event", "start_ns", "statements"}, func(e *event.Event) string {
		executed += int64(e.Statements)
		if e.ID < 0 {
			return "has an event with a negative number"
		}
		if !seen.add(e.ID) {
			return "has an event whose number another has"
		}
		return ""
	})
	archived := int64(0) // that are in an event's own count
	rows := checkRows(c, &statementTable, at, []string{"event", "start_ns", "kind"}, func(s *event.Statement) string {
		if s.Kind != event.Connect {
			archived++
		}
		// A connection may be made outside of any event. Without events at
		// all, their level was switched off.
		if alone := s.Kind == event.Connect && s.Event == event.Unknown; events > 0 && !alone && !seen.has(s.Event) {
			return "has a statement without its event"
		}
		return ""
	})
	checkRows(c, &arrivalTable, at, nil, func(*event.Arrival) string { return "" })
	c.arrivals(at, cell)
	checkRows(c, &sampleTable, at, nil, func(*event.Sample) string { return "" })

	if events > 0 && rows > 0 && archived != executed {
		c.find(at.dir(statementTable.name), "has %d statements, its events tell of %d", archived, executed)
	}
	if cell != nil {
		c.total(at, eventTable.name, events, cell.Events)
		c.total(at, statementTable.name, rows, cell.Statements)
	} else if len(c.run.Cells) > 0 {
		c.find(at.dir(eventTable.name), "has no row in %s", cellsFile)
	}
}

// total compares the rows of a table with what the cell tells.
func (c *checker) total(at place, table string, got, want int64) {
	if got != want {
		c.find(at.dir(table), "has %d %s, its row in %s tells of %d", got, table, cellsFile, want)
	}
}

// checkRows reads a table at a place, checks the order within row groups and
// each row, and returns how many rows there are. Each kind of problem is
// found once in a file, with the number of rows that have it.
func checkRows[T any](c *checker, t *table[T], at place, columns []string, problem func(*T) string) (rows int64) {
	for _, name := range c.footers(t.name, at) {
		count := map[string]int{}
		s := newSelection(t, &event.Names{}, columns)
		last := int64(0)
		for batch, err := range scanFile(c.run.fsys, name, t, s) {
			if err != nil {
				c.find(name, "cannot be read: %v", err)
				break
			}
			rows += int64(len(batch))
			for i := range batch {
				key := t.key(&batch[i])
				if key < last && (i > 0 || !s.fresh) {
					count["has a row before its time"]++
				}
				last = key
				if p := problem(&batch[i]); p != "" {
					count[p]++
				}
			}
		}
		for _, p := range slices.Sorted(maps.Keys(count)) {
			c.find(name, "%s (%d rows)", p, count[p])
		}
	}
	return rows
}
