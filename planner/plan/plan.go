// Package plan is the plan of an experiment as plain data: what the planner
// makes, what people review, diff and hash, and all that the executor knows.
//
// It is not the language and runs nothing. It holds no map, function, time of
// day, secret or address, so equal plans encode to equal bytes on any machine.
// Ten thousand cells of one schema take a few MiB, since each schema, mix,
// load and target is stored once and a cell is a row of indexes.
package plan

import "github.com/assay-bench/assay/planner/expr"

// Format is the version of the plan's encoding. It changes whenever an older
// program could misread a plan, and it is part of the digest.
const Format = 1

// Plan is one experiment, all defaults filled in and all constants folded.
type Plan struct {
	Format     int      `json:"format"`
	Experiment string   `json:"experiment"`
	Seed       uint64   `json:"seed"`
	Repeat     int      `json:"repeat"`            // runs of each cell, at least 1
	Order      Order    `json:"order"`             // in which cells and repeats run
	Data       Data     `json:"data"`              // whether loaded tables may be used again
	OnFailure  string   `json:"on_failure"`        // "continue" or "stop"
	Factors    []Factor `json:"factors,omitempty"` // in written order; the last varies fastest
	Servers    []Server `json:"servers,omitempty"` // what Assay starts itself
	Targets    []Target `json:"targets"`           // where loads go
	Schemas    []Schema `json:"schemas,omitempty"` // what is created and loaded
	Mixes      []Mix    `json:"mixes,omitempty"`   // what workers do
	Loads      []Load   `json:"loads"`             // how hard they do it
	Cells      []Cell   `json:"cells"`             // what runs, by number
	Asserts    []Assert `json:"asserts,omitempty"` // what must hold afterwards
	Notes      Notes    `json:"notes"`             // outside the digest
}

// Order is the order of cells and repeats.
type Order string

// The orders: all repeats of cells that share server and data together; every
// cell once, then again; a permutation drawn from the seed.
const (
	Grouped     Order = "grouped"
	Interleaved Order = "interleaved"
	Shuffled    Order = "shuffled"
)

// Data is the policy for tables between cells.
type Data string

// The policies: load again only when schema, rows or server differ; or always.
const (
	Reuse Data = "reuse"
	Fresh Data = "fresh"
)

// Factor is one dimension of the matrix: a variable of the spec.
type Factor struct {
	Name string    `json:"name"`
	Kind expr.Kind `json:"kind"` // Int, Float, Bool or String
}

// Cell is one combination of factor values. Number counts all combinations
// before `where` left any out, so it never changes with the filter.
type Cell struct {
	Number int         `json:"cell"`
	Values []expr.Expr `json:"values,omitempty"` // one constant a factor
	Schema int         `json:"schema"`           // index into Plan.Schemas, -1 without tables
	Target int         `json:"target"`           // index into Plan.Targets: where the schema is made
	Loads  []int       `json:"loads"`            // indexes into Plan.Loads, side by side
}

// Assert is a condition over the results of each cell.
type Assert struct {
	Name      string    `json:"name"`
	Condition expr.Expr `json:"condition"` // OpResult leaves
	Message   string    `json:"message"`
}

// Notes is what does not shape the work: the digest leaves it out.
type Notes struct {
	Description string     `json:"description,omitempty"`
	Labels      []Label    `json:"labels,omitempty"`
	Archive     Levels     `json:"archive"`
	Positions   []Position `json:"positions,omitempty"`
}

// Label is one key and value that an author gave for finding runs again.
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Levels tells what is archived.
type Levels struct {
	Events     bool `json:"events"`
	Statements bool `json:"statements"`
	Samples    bool `json:"samples"`
}

// Position is where in the spec something was declared, for messages.
type Position struct {
	Object string `json:"object"` // "mix.oltp", "mix.oltp.transaction.t.query.point", "schema.s.table.t", …
	File   string `json:"file"`   // as given, with slashes
	Line   int    `json:"line"`
}
