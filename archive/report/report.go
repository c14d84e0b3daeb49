// Package report makes figures of an archived run: a Summary, its text and
// its JSON, and the verdicts of the experiment's assertions.
//
// It reads the archive alone, so a report can be made again years later, with
// other percentiles and intervals. Every figure is exact: percentiles are
// nearest ranks found by radix selection in several passes over the rows, not
// read off a histogram. A pass costs some tens of nanoseconds a row; memory
// grows with the number of labels and intervals, not of rows.
package report

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// Options are what a reader of a run asks for.
type Options struct {
	Percentiles []float64           // from 0 to 100; nil: DefaultPercentiles
	Interval    int64               // nanoseconds, the width of the interval table; 0: none
	Checkpoints []int64             // nanoseconds from the beginning of the measured phase, at most MaxCheckpoints
	Histogram   bool                // of each load's response times
	Only        func(cell int) bool // by the cell's number; nil: all cells
	Invalid     bool                // compare repeats that are not valid, too
}

// MaxCheckpoints is how many checkpoints there may be, as in sysbench.
const MaxCheckpoints = 256

// Check tells what is wrong with options, whatever the run; nil if nothing.
func (o *Options) Check() error {
	if err := checkPercentiles(o.Percentiles); err != nil {
		return err
	}
	if o.Interval < 0 {
		return errors.New("the width of an interval is negative")
	}
	if n := len(o.Checkpoints); n > MaxCheckpoints {
		return fmt.Errorf("%d checkpoints are more than %d", n, MaxCheckpoints)
	}
	for _, at := range o.Checkpoints {
		if at <= 0 {
			return errors.New("a checkpoint is not after the beginning of the measured phase")
		}
	}
	return nil
}

// DefaultPercentiles are those that a summary has if none are asked for.
var DefaultPercentiles = []float64{50, 95, 99, 99.9}

// Summarise computes the summary of a run, which may still be running or have
// died: then it is that of the rows that are there, with warnings.
func Summarise(run *archive.Run, o Options) (*Summary, error) {
	if o.Percentiles == nil {
		o.Percentiles = DefaultPercentiles
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.Checkpoints = slices.Compact(slices.Sorted(slices.Values(o.Checkpoints)))
	s := &summariser{run: run, options: o, summary: head(run, &o)}
	if err := s.readPlan(); err != nil {
		s.warn(nil, "", "%s; names are in no particular order and nothing is asserted", err)
	}
	if err := s.readFacts(); err != nil {
		s.warn(nil, "", "%s; nothing is told about the host", err)
	}
	s.serverDoubts()
	for _, cell := range s.cells() {
		if err := s.repeat(&cell); err != nil {
			return nil, fmt.Errorf("summarise cell %d, repeat %d: %w", cell.Cell, cell.Repeat, err)
		}
	}
	s.finish()
	return s.summary, nil
}

// summariser is the work on one summary.
type summariser struct {
	run     *archive.Run
	options Options
	plan    *plan.Plan // nil if it cannot be read
	asks    []ask      // what the assertions need
	wanted  []float64  // percentiles: the options' and the assertions'
	facts   []event.Fact
	summary *Summary
}

// head is the summary before anything was read. Lists are empty, not nil: JSON
// then has [] where there is nothing.
func head(run *archive.Run, o *Options) *Summary {
	i := &run.Info
	return &Summary{
		Version: Version, Run: i.Run, Experiment: i.Experiment, Digest: i.Digest, Seed: i.Seed,
		Status: string(i.Status), Reason: i.Reason, Tool: i.Tool, Started: i.Started, Ended: i.Ended,
		Percentiles: o.Percentiles, Interval: o.Interval, Checkpoints: o.Checkpoints,
		Facts: []Fact{}, Cells: []Cell{}, Asserts: []Assertion{}, Warnings: []Warning{}, invalid: o.Invalid,
	}
}

// readPlan takes from the plan what the archive does not repeat: the order of
// names, the length of loads, the assertions.
func (s *summariser) readPlan() error {
	s.wanted = slices.Clone(s.options.Percentiles)
	data, err := s.run.Plan()
	if err != nil {
		return err
	}
	if s.plan, err = plan.Decode(data); err != nil {
		return err
	}
	stepped := func(t plan.Target) bool { return t.Probe != nil && t.Probe.Step != "" }
	if slices.ContainsFunc(s.plan.Targets, stepped) && !slices.Contains(s.wanted, stepPercentile) {
		s.wanted = append(s.wanted, stepPercentile)
	}
	if slices.ContainsFunc(s.plan.Loads, func(l plan.Load) bool { return l.Open != nil }) && !slices.Contains(s.wanted, lagPercentile) {
		s.wanted = append(s.wanted, lagPercentile)
	}
	for i := range s.plan.Asserts {
		s.learn(&s.plan.Asserts[i].Condition)
	}
	return nil
}

// cells are the repeats to report, by cell and then repeat. A run that never
// finished has no table of them; then they are those that the plan foresees,
// of which only some left rows.
func (s *summariser) cells() []event.Cell {
	cells := slices.Clone(s.run.Cells)
	if len(cells) == 0 && s.plan != nil {
		for _, r := range plan.Schedule(s.plan) {
			cells = append(cells, planned(s.plan, r))
		}
	}
	if s.options.Only != nil {
		cells = slices.DeleteFunc(cells, func(c event.Cell) bool { return !s.options.Only(c.Cell) })
	}
	slices.SortFunc(cells, func(a, b event.Cell) int {
		if a.Cell != b.Cell {
			return a.Cell - b.Cell
		}
		return a.Repeat - b.Repeat
	})
	return cells
}

// planned is a repeat of which nothing is known but that it was to run.
func planned(p *plan.Plan, r plan.Run) event.Cell {
	c := event.Cell{Cell: p.Cells[r.Cell].Number, Repeat: r.Repeat, Sequence: r.Sequence, Status: unfinished, Seed: p.Seed}
	for i, v := range p.Cells[r.Cell].Values {
		c.Factors = append(c.Factors, event.Factor{Name: p.Factors[i].Name, Kind: v.Kind.String(), Int: v.Int, Float: v.Float, Text: v.Text})
	}
	return c
}

// unfinished is the status of a repeat of a run that has not ended, or died.
const unfinished = "unfinished"

// repeat measures one repeat and adds it to its cell.
func (s *summariser) repeat(cell *event.Cell) error {
	m := newMeasured(s, cell)
	if err := m.read(); err != nil {
		return err
	}
	if cell.Status == unfinished && m.empty() {
		return nil
	}
	cells := &s.summary.Cells
	if n := len(*cells); n == 0 || (*cells)[n-1].Cell != cell.Cell {
		*cells = append(*cells, Cell{Cell: cell.Cell, Factors: cell.Factors})
	}
	last := &(*cells)[len(*cells)-1]
	last.Repeats = append(last.Repeats, m.figures())
	s.doubts(m, &last.Repeats[len(last.Repeats)-1])
	return s.assert(m)
}

// finish adds what needs all repeats.
func (s *summariser) finish() {
	for i := range s.summary.Cells {
		c := &s.summary.Cells[i]
		c.Median = median(c.Repeats)
	}
}
