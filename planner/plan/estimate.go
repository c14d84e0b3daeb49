package plan

import (
	"math/bits"
	"slices"
	"strconv"
	"time"
)

// Estimate is what a run of a plan will take, as far as a plan can tell.
type Estimate struct {
	Runs   int   // repeats of cells
	Loads  int   // how many of them load tables first, if nothing fits at the start
	Starts int   // of servers; a switch between two is a stop and a start
	Rows   int64 // loaded in all, largest int64 if more
	Bytes  int64 // of those rows, roughly, indexes included; the same cap

	// Time is the sum of warm-up, measured phase and cool-down over all runs;
	// loading is not in it. Open is true if a load that ends by its number of
	// events alone makes it longer by an unknown time.
	Time time.Duration
	Open bool

	Files []File // of the run's directory, in the order of writing
}

// File is a file, or Count files of one kind, that a run will write. A star
// in Path stands for a number.
type File struct {
	Path  string
	Count int // at least; a long run has several parts
}

// Estimate sums up the schedule of p.
func (p *Plan) Estimate() Estimate { return estimate(p, Schedule(p)) }

// estimate sums up a schedule that is already made.
func estimate(p *Plan, runs []Run) Estimate {
	e := Estimate{Runs: len(runs)}
	asking, paced := 0, 0 // runs that execute statements, that have arrivals
	for _, r := range runs {
		cell := &p.Cells[r.Cell]
		if cell.Schema >= 0 || p.anyLoad(cell, func(l *Load) bool { return l.Mix >= 0 }) {
			asking++
		}
		if p.anyLoad(cell, func(l *Load) bool { return l.Open != nil && l.Peak() > 0 }) {
			paced++
		}
		span, open := cellTime(p, cell)
		e.Time = time.Duration(add(int64(e.Time), span))
		e.Open = e.Open || open
		e.Starts += r.Starts
		if !r.Load {
			continue
		}
		e.Loads++
		e.Rows, e.Bytes = add(e.Rows, r.Rows), add(e.Bytes, r.Bytes)
	}
	e.Files = files(p, asking, paced, len(runs))
	return e
}

// anyLoad tells whether one of a cell's loads is of some kind.
func (p *Plan) anyLoad(c *Cell, is func(*Load) bool) bool {
	return slices.ContainsFunc(c.Loads, func(i int) bool { return is(&p.Loads[i]) })
}

// Size is how many rows the tables of a schema have in all, and roughly how
// many bytes these take, indexes included; each the largest int64 if more.
func (s *Schema) Size() (rows, bytes int64) {
	for i := range s.Tables {
		t := &s.Tables[i]
		n := multiply(t.Rows, t.Count())
		rows, bytes = add(rows, n), add(bytes, multiply(n, t.RowSize))
	}
	return rows, bytes
}

// cellTime is how long the timed phases of a cell last, which its loads share.
func cellTime(p *Plan, c *Cell) (span int64, open bool) {
	var warmup, measure, cooldown int64
	for _, i := range c.Loads {
		l := &p.Loads[i]
		warmup = max(warmup, l.Warmup)
		measure = max(measure, l.Duration)
		cooldown = max(cooldown, l.Cooldown)
		open = open || l.Duration == 0
	}
	return warmup + measure + cooldown, open
}

// files lists what the archive will write, by the levels that are on: of so many
// runs those asking have statements and those paced arrivals. A table without
// rows has no file.
func files(p *Plan, asking, paced, runs int) []File {
	all := []File{{"run.json", 1}, {"plan.json", 1}, {"spec/*", 1}, {"cells.parquet", 1}, {"facts.parquet", 1}}
	parts := func(table string, kept bool, count int) {
		if kept && count > 0 {
			all = append(all, File{table + "/cell=*/repeat=*/part-*.parquet", count})
		}
	}
	parts("events", p.Notes.Archive.Events, runs)
	parts("statements", p.Notes.Archive.Statements, asking)
	parts("arrivals", true, paced)
	if len(p.Servers) > 0 {
		all = append(all, File{"server/*.log", len(p.Servers)})
	}
	return append(all, File{"summary.parquet", 1}, File{"summary.json", 1})
}

// String is the path, with the number of files if there are several.
func (f File) String() string {
	if f.Count == 1 {
		return f.Path
	}
	return strconv.Itoa(f.Count) + " × " + f.Path
}

// add and multiply stay at the largest int64 instead of wrapping: both
// operands are not negative.
func add(a, b int64) int64 {
	if a > maxInt64-b {
		return maxInt64
	}
	return a + b
}

// multiply is a · b, or the largest int64.
func multiply(a, b int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low > maxInt64 {
		return maxInt64
	}
	return int64(low)
}

const maxInt64 = 1<<63 - 1
