// Package executor runs a plan: it makes and loads tables, drives workers
// through the phases, and hands every event to a Sink.
//
// It knows neither HCL nor Parquet nor any one database; those are behind the
// plan, the Sink and the Driver. One event costs no allocation and takes no
// shared lock in this package.
package executor

import (
	"context"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Sink takes the events of one repeat of one cell. Write is called by one
// goroutine; the batch is only lent.
type Sink interface {
	Write(*event.Batch) error
	Close() error
}

// Options are what a run needs besides the plan. All functions are called by
// one goroutine at a time.
type Options struct {
	Start    time.Time                                                  // the run's zero of all nanosecond times, with its monotonic reading
	Open     func(context.Context, *plan.Target) (driver.Driver, error) // for each target, once
	Hosts    func(*plan.Target) []string                                // names of its hosts, in the driver's order; nil: the target's name
	Sink     func(cell, repeat int, names *event.Names) (Sink, error)   // before each repeat of a cell
	Finished func(*event.Cell)                                          // after each repeat of a cell, its Sink closed; may be nil
	Progress func(Progress)                                             // each second and at each phase; may be nil
	Facts    map[string]expr.Value                                      // host.* facts
	Only     func(*plan.Cell) bool                                      // nil: all cells
	Loaders  int                                                        // connections that load in parallel; 0: a sensible number
	Recreate bool                                                       // drop and make again tables of ours that differ
	Keep     bool                                                       // leave the tables that this run made

	waiter func() pace.Waiter // for tests on a clock of their own; nil: package pace's
}

// Progress is how far a run is.
type Progress struct {
	Step, Steps  int // repeats of cells: this one from 1, and all
	Cell, Repeat int
	Phase        uint8         // index into event.Phases
	Elapsed      time.Duration // in the phase
	Length       time.Duration // of the phase; 0 if not known
	Events       int64         // finished in the phase
	Errors       int64
	Rows, Of     int64   // while loading
	Rate         float64 // events per second since the last report
}

// Report is how a run went. It is complete also if Run returns an error.
type Report struct {
	Cells  []event.Cell
	Facts  []event.Fact
	Clocks []event.Clock
}
