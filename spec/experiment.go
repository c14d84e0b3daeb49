package spec

import "github.com/hashicorp/hcl/v2"

// Experiment is what runs: loads, over the cells of a matrix.
type Experiment struct {
	Named
	Description hcl.Expression
	Labels      hcl.Expression // object of strings
	Target      hcl.Expression // target.NAME; absent: the embedded database
	Seed        hcl.Expression
	Repeat      hcl.Expression
	Order       hcl.Expression // "grouped", "interleaved", "shuffled"
	Data        hcl.Expression // "reuse", "fresh"
	OnFailure   hcl.Expression // "continue", "stop"
	Where       hcl.Expression // over factors; false leaves a cell out
	Factors     []*Attribute   // of matrix, in written order
	MatrixRange hcl.Range
	Loads       []*Load
	Asserts     []*Assert
	Archive     *Archive // nil: all levels
}

// Load is one population of workers.
type Load struct {
	Named
	Mix      hcl.Expression // mix.NAME or module.M.mix.NAME
	Target   hcl.Expression // absent: the experiment's
	Threads  hcl.Expression
	Events   hcl.Expression
	Warmup   hcl.Expression
	Duration hcl.Expression
	Cooldown hcl.Expression
	Grace    hcl.Expression
	Think    hcl.Expression
	Errors   *Errors
}

// Errors is the policy for failed statements.
type Errors struct {
	Retry       hcl.Expression // list of codes
	Ignore      hcl.Expression // list of codes, or "all"
	MaxAttempts hcl.Expression
	Backoff     hcl.Expression
	BackoffMax  hcl.Expression
	Reconnect   hcl.Expression
	DeclRange   hcl.Range
}

// Assert is a condition over results.
type Assert struct {
	Named
	Condition    hcl.Expression
	ErrorMessage hcl.Expression
}

// Archive switches what is kept.
type Archive struct {
	Events     hcl.Expression
	Statements hcl.Expression
	Samples    hcl.Expression
	DeclRange  hcl.Range
}
