package driver

import "context"

// Operator is what a session of a hardware probe offers besides Conn: to the
// executor a probe is a driver whose operations are not SQL. Execute of such
// a session fails, as there is nothing to execute.
//
// Errors are *Error. One of class Failed fails the cell unless the load
// ignores its code; Interrupted is for an operation that Interrupt has ended.
type Operator interface {
	// Begin is called once, on the goroutine that will operate, before its
	// first operation; what takes time belongs into Open.
	Begin(s Stint)
	// Operate does the next operation and tells of it in *op, which is zero.
	// left is how many the worker will ask for in this phase, this one
	// included; 0 if that is not known. In an open loop it is 1, as the next is
	// not due yet. It allocates nothing.
	Operate(left int64, op *Operation) error
	// End does what is left when the worker has asked for its last operation
	// (those that are in flight, a sync at the end), one operation a call;
	// false if nothing was left. What begins here belongs to no measured
	// phase, what began there does. After Interrupt, or an operation that
	// failed, it begins nothing, and gives only what is in flight.
	End(op *Operation) (more bool, err error)
}

// Stint is the place of a worker among those of its load, and where its
// randomness begins.
type Stint struct {
	Worker, Workers int
	Seed            uint64 // the worker's own
	Common          uint64 // the same for all workers of the load, another in each repeat
}

// Operation is what was done.
type Operation struct {
	Kind  int   // index into plan.Probe.Operations
	Bytes int64 // that were moved
	Took  int64 // nanoseconds, if it began before the call; else 0
}

// Preparer is what the driver of a probe offers besides if it works on
// something that must be made first, such as files. Errors are *Error.
type Preparer interface {
	// Prepare makes what is missing, before each repeat of a cell and before
	// sessions are opened.
	Prepare(ctx context.Context, how Preparation) error
	// Cleanup removes what this driver has made or, with all, what any has
	// made in its place, and names it.
	Cleanup(ctx context.Context, all bool) (removed []string, err error)
}

// Preparation is what Prepare may do, and for whom.
type Preparation struct {
	Replace bool // what somebody else made, by this program, and does not fit
	Lasting bool // it is to stay after the run, so no other cell may replace it
}

// Threaded is what the driver of a probe offers besides if its sessions keep
// threads in the kernel, where the Go runtime does not count on them to stay.
type Threaded interface {
	// Threads is how many each session keeps there at most.
	Threads() int
}
