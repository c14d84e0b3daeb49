// Package driver is what a database is to the executor: something that gives
// sessions, which execute statements.
//
// It holds no SQL and no policy; retries, transactions and timing are the
// executor's. Execute is on the hot path: an implementation allocates nothing
// there that its library does not force on it.
package driver

import (
	"context"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Driver gives sessions of one target.
type Driver interface {
	// Open makes session number n of the run, from 0; several hosts take
	// turns by it. The target's session settings are in force when it
	// returns. Errors are *Error.
	Open(ctx context.Context, n int) (Conn, error)
	// Facts tells what the server says of itself: product, version and
	// variables, as name and value pairs.
	Facts(ctx context.Context) ([]Fact, error)
	// Close frees what the driver holds besides its sessions.
	Close() error
}

// Fact is one name and value of one host. A driver's own counters (such as
// statements that could not be prepared) are named client.*, so facts taken
// after a run tell what the driver had to do differently.
type Fact struct {
	Host        int // index into Endpoint.Hosts
	Name, Value string
}

// Opener makes the driver of a target; the command has one for each name in
// plan.Target.Driver.
type Opener func(ctx context.Context, target *plan.Target, at Endpoint) (Driver, error)

// Conn is one session. One goroutine uses it, but for Interrupt.
type Conn interface {
	// Execute runs st with args and fills *res, draining every result set.
	// Values in res.Row are valid until the next Execute. An error is *Error;
	// res.Bytes and the like are then what had arrived.
	Execute(st *Statement, args []expr.Value, res *Result) error
	// Interrupt ends the statement that is running, if any, also on the
	// server; Execute then returns class Interrupted, unless the statement
	// ends well all the same (in MySQL, SLEEP does). It may end the session
	// too: the next Execute returns Lost. Safe from another goroutine.
	Interrupt(ctx context.Context) error
	// Host is the index of the host this session goes to.
	Host() int
	Close() error
}

// Literals is what sessions of SQL databases offer besides Conn: AppendLiteral
// writes v as a literal of the session's dialect, sql_mode and character set,
// so that a text joined from many rows needs no arguments. It may be called
// while the session executes on another goroutine.
type Literals interface {
	AppendLiteral(dst []byte, v expr.Value) []byte
}

// Statement is one text to execute. It is made before the run and shared by
// all workers; only one whose text is made for each execution (ID -1) belongs to
// one worker, and changes.
type Statement struct {
	ID      int         // dense, from 0, over the run: a session's cache is a slice; -1 for dynamic text
	SQL     string      // with ? for each argument
	Prepare bool        // else, and with ID -1, args are written into the text, escaped for the session
	Reads   []expr.Kind // kinds of the leading columns wanted from the first row; may be empty
	Rows    int64       // that the text was joined from, or that Data holds; else 0
	Data    []byte      // rows for a Stream's statement; nil for all others
}

// Result is the answer to one statement.
type Result struct {
	HasRows  bool         // the answer was a result set, even an empty one
	Rows     int64        // in all result sets
	Affected int64        // by a statement without result set
	Matched  int64        // rows that the WHERE matched; -1 where the driver does not tell
	Bytes    int64        // of the answer as received, protocol included; of its values where there is no wire; 0 where the driver does not tell
	Row      []expr.Value // the first row's columns as Statement.Reads wants them; empty if there was no row
}

// Reset prepares res for the next statement and keeps its memory.
func (res *Result) Reset() { *res = Result{Matched: -1, Row: res.Row[:0]} }
