package plan

import "github.com/assay-bench/assay/planner/expr"

// Mix is a weighted set of transactions over the tables of one schema.
type Mix struct {
	Name         string        `json:"name"`
	Schema       int           `json:"schema"` // index into Plan.Schemas, -1 without tables
	Transactions []Transaction `json:"transactions"`
	Queries      []string      `json:"queries"` // label of each query by Query.Index; unique in its transaction
	Sites        int           `json:"sites"`   // number of draw sites that keep state
}

// Transaction is one event's work. Its frame holds Frame slots, shared by all
// lets, reads and count.index of its blocks.
type Transaction struct {
	Name     string   `json:"name"`
	Weight   float64  `json:"weight"`
	Begin    []string `json:"begin,omitempty"`    // before each attempt; none with autocommit
	Commit   string   `json:"commit,omitempty"`   // none with autocommit
	Rollback string   `json:"rollback,omitempty"` // none with autocommit
	Frame    int      `json:"frame"`
	Body     Block    `json:"body"`
}

// Block is a pass: its lets are drawn in order, then its steps run in order.
type Block struct {
	Lets  []Let  `json:"lets,omitempty"`
	Steps []Step `json:"steps,omitempty"`
}

// Let draws one value into a slot.
type Let struct {
	Name  string    `json:"name"`
	Slot  int       `json:"slot"`
	Value expr.Expr `json:"value,omitzero"`
}

// Step is one of a query, a group, a rollback or a pause; exactly one is set.
type Step struct {
	Query    *Query    `json:"query,omitempty"`
	Group    *Group    `json:"group,omitempty"`
	Rollback *Rollback `json:"rollback,omitempty"`
	Think    *Think    `json:"think,omitempty"`
}

// Repetition says whether and how often a group or query runs. When is
// evaluated once, before Count; Index is the slot of count.index, or -1.
type Repetition struct {
	When  expr.Expr `json:"when,omitzero"`
	Count Number    `json:"count,omitzero"`
	Index int       `json:"count_index"` // not "index": a query has one of its own
}

// Group repeats a block.
type Group struct {
	Name string `json:"name"`
	Repetition
	Body Block `json:"body"`
}

// Rollback ends the transaction with outcome rollback if When holds.
type Rollback struct {
	When expr.Expr `json:"when,omitzero"`
}

// Think pauses for Micros microseconds, which count in the event's service time.
type Think struct {
	Micros expr.Expr `json:"micros"`
}

// Query is one statement, executed Count times.
type Query struct {
	Name  string `json:"name"`
	Index int    `json:"index"` // into Mix.Queries; the archive's dictionary
	Repetition
	Lets    []Let       `json:"lets,omitempty"` // drawn for each execution
	SQL     Template    `json:"sql"`
	Prepare bool        `json:"prepare"`         // else sent as text with the arguments written in
	Batch   int64       `json:"batch,omitempty"` // bytes; joins executions into multi-row INSERTs
	Args    []expr.Expr `json:"args,omitempty"`
	Read    []Read      `json:"read,omitempty"`
	OnEmpty string      `json:"on_empty,omitempty"` // no row where Read wants one: "", "rollback" or "error"
	OnNull  string      `json:"on_null,omitempty"`  // NULL in a column of Read: "", "rollback" or "error"
	Expect  Expect      `json:"expect,omitzero"`
}

// Read puts a column of the first row, by position, into a slot.
type Read struct {
	Name string    `json:"name"`
	Slot int       `json:"slot"`
	Kind expr.Kind `json:"kind"`
}

// Expect is what the author says of an answer; otherwise the event's outcome
// is unexpected. -1 means no expectation.
type Expect struct {
	Rows     int64 `json:"rows"`
	Affected int64 `json:"affected"`
	Error    int   `json:"error"` // this error code is a pass, anything else is not; -1
}
