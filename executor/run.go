package executor

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/executor/witness"
	"github.com/assay-bench/assay/planner/plan"
)

// runner is a run: the plan, the places it goes to and the tables it keeps.
type runner struct {
	plan    *plan.Plan
	options *Options
	clock   clock
	waiter  func() pace.Waiter
	servers *servers
	places  *places
	catalog *catalog
	meter   *meter
	cores   int // that this process may use

	notes []event.Fact // about repeats of cells
}

// newRunner makes the runner of p, which has touched nothing yet.
func newRunner(p *plan.Plan, o *Options) *runner {
	c := clock{o.Start}
	waiter := o.waiter
	if waiter == nil {
		waiter = pace.NewSleepers(o.Start).Waiter
	}
	return &runner{
		plan: p, options: o, clock: c, waiter: waiter, servers: newServers(p, o), places: newPlaces(p, o), catalog: newCatalog(p, o),
		meter: &meter{clock: c, report: o.Progress}, cores: witness.Cores(),
	}
}

// Run runs p and tells how it went. The Report is never nil; it holds each
// repeat of a cell that was begun, also if an error says that something did
// not complete:
//
//   - A *PreflightError for a run that would fail for want of something at a
//     target. Nothing was created, and no cell was begun.
//   - A *ConnectError if no target can be reached; no cell was begun.
//   - ctx.Err() if ctx has ended. What was in flight had a moment to finish,
//     and all that was finished is with the Sink.
//   - A *CellError for the first cell that failed. Others ran all the same,
//     unless the plan's OnFailure is "stop".
func Run(ctx context.Context, p *plan.Plan, o Options) (*Report, error) {
	r := newRunner(p, &o)
	report := new(Report)
	r.meter.read()
	err := r.cells(ctx, report)
	err = firstOf(err, r.dropProbes(ctx))
	err = firstOf(err, r.partAll(ctx))
	report.Facts = slices.Concat(r.places.left, r.places.record(ctx, before), r.notes, r.places.record(ctx, after))
	err = firstOf(err, r.places.close())
	r.meter.read()
	report.Clocks = r.meter.clocks
	return report, err
}

// cells runs all repeats of cells in the plan's order.
func (r *runner) cells(ctx context.Context, report *Report) error {
	steps := r.steps()
	if err := r.survey(ctx, r.distinct(steps)); err != nil {
		return firstOf(ctx.Err(), err)
	}
	var first error
	for i, step := range steps {
		if ctx.Err() != nil {
			break
		}
		s := &trial{
			cell: &r.plan.Cells[step.Cell], repeat: step.Repeat,
			step: Progress{Step: i + 1, Steps: len(steps), Cell: r.plan.Cells[step.Cell].Number, Repeat: step.Repeat},
		}
		record := r.record(s, i)
		if r.options.Begun != nil {
			r.options.Begun(&record)
		}
		err := r.play(ctx, s, &record, i == len(steps)-1)
		conclude(&record, err, ctx.Err())
		report.Cells = append(report.Cells, record)
		if r.options.Finished != nil {
			r.options.Finished(&record)
		}
		if err != nil && ctx.Err() == nil {
			first = firstOf(first, &CellError{Cell: s.cell.Number, Repeat: s.repeat, Err: err})
			if r.plan.OnFailure == "stop" {
				break
			}
		}
	}
	return firstOf(ctx.Err(), first)
}

// steps are the repeats of the cells that are wanted, in order.
func (r *runner) steps() (steps []plan.Run) {
	for _, step := range plan.Schedule(r.plan) {
		if r.options.wants(&r.plan.Cells[step.Cell]) {
			steps = append(steps, step)
		}
	}
	return steps
}

// distinct are the cells of steps, each once.
func (r *runner) distinct(steps []plan.Run) (cells []*plan.Cell) {
	seen := make([]bool, len(r.plan.Cells))
	for _, step := range steps {
		if !seen[step.Cell] {
			seen[step.Cell] = true
			cells = append(cells, &r.plan.Cells[step.Cell])
		}
	}
	return cells
}

// record begins what is kept of a repeat.
func (r *runner) record(s *trial, sequence int) event.Cell {
	c := event.Cell{
		Cell: s.cell.Number, Repeat: s.repeat, Sequence: sequence, Seed: r.plan.Seed,
		Start: r.clock.instant(r.clock.now()).UnixNano(),
	}
	for i, f := range r.plan.Factors {
		v := &s.cell.Values[i]
		c.Factors = append(c.Factors, event.Factor{Name: f.Name, Kind: f.Kind.String(), Int: v.Int, Float: v.Float, Text: v.Text})
	}
	return c
}

// The words of event.Cell.Status.
const (
	complete    = "complete"
	interrupted = "interrupted"
	failedCell  = "failed"
)

// conclude writes into c how it ended; stopped is the end of the whole run.
func conclude(c *event.Cell, err, stopped error) {
	switch {
	case err == nil:
		c.Status = complete
	case stopped != nil && errors.Is(err, stopped):
		c.Status, c.Reason = interrupted, "the run was interrupted"
		var left *LeftoverError
		if errors.As(err, &left) {
			c.Reason += "; " + left.Error()
		}
	default:
		c.Status, c.Reason = failedCell, err.Error()
	}
}

// LeftoverError tells that a run could not drop what it had made. It stands
// beside the error that ended the run, if one did.
type LeftoverError struct{ Err error }

func (e *LeftoverError) Error() string {
	why := e.Err.Error()
	if errors.Is(e.Err, context.DeadlineExceeded) {
		why = fmt.Sprintf("no answer within %s", dropTime)
	}
	return fmt.Sprintf("tables that this run made are still there, since dropping them failed (%s): remove them with assay cleanup", why)
}

// Unwrap gives what dropping failed with.
func (e *LeftoverError) Unwrap() error { return e.Err }

// leftover adds to err that dropping failed, if it did.
func leftover(err, drop error) error {
	if drop == nil {
		return err
	}
	return also(err, &LeftoverError{drop})
}

// CellError is a repeat of a cell that failed.
type CellError struct {
	Cell, Repeat int
	Err          error
}

func (e *CellError) Error() string {
	return fmt.Sprintf("cell %d, repeat %d: %v", e.Cell, e.Repeat, e.Err)
}

// Unwrap gives the reason.
func (e *CellError) Unwrap() error { return e.Err }
