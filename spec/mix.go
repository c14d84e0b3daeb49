package spec

import "github.com/hashicorp/hcl/v2"

// Mix is a set of weighted transactions.
type Mix struct {
	Named
	Description  hcl.Expression
	Schema       hcl.Expression // schema.NAME or module.M.schema.NAME
	Transactions []*Transaction
}

// Transaction is the work of one event.
type Transaction struct {
	Named
	Weight     hcl.Expression // number, default 1; 0 leaves it out
	Autocommit hcl.Expression // bool
	Isolation  hcl.Expression // "read-uncommitted", "read-committed", "repeatable-read", "serializable"
	ReadOnly   hcl.Expression // bool
	Lets       []*Let
	Steps      []*Step
}

// Let is one name of a let block, drawn once for each pass of its block.
type Let struct {
	Name      string
	Value     hcl.Expression
	NameRange hcl.Range
}

// Step is one of query, group, rollback or think, in written order.
type Step struct {
	Query    *Query
	Group    *Group
	Rollback *Rollback
	Think    *Think
}

// Group repeats its steps.
type Group struct {
	Named
	Count hcl.Expression
	When  hcl.Expression
	Lets  []*Let
	Steps []*Step
}

// Query is one statement.
type Query struct {
	Named
	SQL     hcl.Expression
	Args    hcl.Expression // tuple; kept whole, its elements are expressions
	Count   hcl.Expression
	When    hcl.Expression
	Prepare hcl.Expression // bool, default true
	Batch   hcl.Expression // size
	Read    hcl.Expression // object of name = type keyword (int, float, decimal, bool, string, bytes, time)
	OnEmpty hcl.Expression // "continue" (default), "rollback", "error"
	OnNull  hcl.Expression // the same
	Lets    []*Let
	Expect  *Expect
}

// Expect is what the author says of an answer.
type Expect struct {
	Rows      hcl.Expression
	Affected  hcl.Expression
	Error     hcl.Expression
	DeclRange hcl.Range
}

// Rollback ends the transaction when its condition holds.
type Rollback struct {
	When      hcl.Expression // absent: always
	DeclRange hcl.Range
}

// Think pauses inside a transaction.
type Think struct {
	Time      hcl.Expression // duration text, or a drawn number of seconds
	DeclRange hcl.Range
}
