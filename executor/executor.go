// Package executor runs a plan: it makes and loads tables, drives workers
// through the phases, and hands every event to a Sink.
//
// It knows neither HCL nor Parquet nor any one database; those are behind the
// plan, the Sink and the Driver. One event costs no allocation and takes no
// shared lock in this package; on the null driver an event of five statements
// takes about 1.6 µs.
//
// From the outside in: a runner plays the repeats of cells, one trial after
// the other; a trial has tables, which loaders fill, and crews, one for each
// load, whose workers make events; a line is what a worker or a loader says to
// its session, and its recorder hands what happened to the collector.
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
// goroutine; the batch is only lent. An error of Write ends the cell as failed,
// and nothing more is written; Close is called in any case, once.
type Sink interface {
	Write(*event.Batch) error
	Close() error
}

// Options are what a run needs besides the plan. Open and Sink are required.
// Run calls these functions one at a time, never two at once.
type Options struct {
	// Start is the run's zero of all nanosecond times: a time.Now, with its
	// monotonic reading.
	Start time.Time
	// Open makes the driver of a target, once, when a cell first needs it.
	Open func(context.Context, *plan.Target) (driver.Driver, error)
	// Hosts names the hosts of a target in the driver's order, for the archive.
	// Nil, or an empty answer, stands for the target's own name.
	Hosts func(*plan.Target) []string
	// Found tells of what a target lacks that does not stop the run; may be nil.
	Found func(*Finding)
	// Unchecked runs without asking targets beforehand whether they have room.
	Unchecked bool
	// Launch starts server i of the plan, before targets on it are opened; nil if the plan has none.
	Launch func(ctx context.Context, server int) (Server, error)
	// Sink opens the archive of one repeat of the cell with that number.
	Sink func(cell, repeat int, names *event.Names) (Sink, error)
	// Begun is told each repeat before anything of it happens, as far as it is
	// known: its Status is empty. May be nil.
	Begun func(*event.Cell)
	// Finished is told each repeat when its Sink is closed; may be nil.
	Finished func(*event.Cell)
	// Progress is told how far the run is, each second and when a part of it
	// begins; may be nil.
	Progress func(Progress)
	// Facts are the host.* facts by their full names, such as host.cpus.
	Facts map[string]expr.Value
	// Only chooses cells; nil: all.
	Only func(*plan.Cell) bool
	// Loaders is how many connections load in parallel; 0: a sensible number.
	Loaders int
	// Recreate has tables of ours that differ dropped and made again.
	Recreate bool
	// Keep leaves the tables that this run made.
	Keep bool

	waiter func() pace.Waiter // for tests on a clock of their own; nil: package pace's
}

// wants tells whether Only chooses a cell.
func (o *Options) wants(cell *plan.Cell) bool { return o.Only == nil || o.Only(cell) }

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
	Way          string  // how rows are loaded, in words
	Rate         float64 // events per second since the last report
}

// Report is how a run went. It is complete also if Run returns an error.
type Report struct {
	Cells  []event.Cell  // each repeat that was begun, in the order of execution
	Facts  []event.Fact  // of servers, before and after; and what cells resolved
	Clocks []event.Clock // at the start, each minute of work, and at the end
}
