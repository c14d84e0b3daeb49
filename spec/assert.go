package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Assert is a condition over results.
type Assert struct {
	Named
	Condition    hcl.Expression // bool over result.*; true if all is well
	ErrorMessage hcl.Expression // text, shown if it is false
}

// Archive switches what is kept. Each is a bool, true if absent: what was not
// archived cannot be asked for later, so silence keeps everything.
type Archive struct {
	Events     hcl.Expression // one row for each event
	Statements hcl.Expression // one row for each statement
	Samples    hcl.Expression // readings of host and server over time
	DeclRange  hcl.Range
}

// assert keeps the condition as it was written, so that a report can quote it.
func (d *decoder) assert(b *hclsyntax.Block) *Assert {
	c := d.block(b, &assertKind)
	return &Assert{Named: c.Named, Condition: c.expr("condition"), ErrorMessage: c.expr("error_message")}
}

// archive leaves what is absent to the planner, to which it is true.
func (d *decoder) archive(b *hclsyntax.Block) *Archive {
	c := d.block(b, &archiveKind)
	return &Archive{
		Events:     c.expr("events"),
		Statements: c.expr("statements"),
		Samples:    c.expr("samples"),
		DeclRange:  c.DeclRange,
	}
}

var assertKind = kind{
	name:  "assert",
	label: "its name in reports",
	about: "A condition over the results of a cell, checked when it has run. One that does not hold is reported, and the command ends with exit code 3.",
	attrs: []attr{
		{name: "condition", words: "bool", required: true, about: "What must hold, over `result`"},
		{name: "error_message", words: "text", required: true, about: "A full sentence that says what is wrong if it does not"},
	},
	example: `experiment "gate" {
  load "oltp" {
    mix = mix.read_write
  }
  assert "p99" {
    condition     = percentile(result.response, 99) < duration("20ms")
    error_message = "The 99th percentile of response time passed 20 ms."
  }
}
`,
}

var archiveKind = kind{
	name:  "archive",
	about: "Switches what is kept. By default everything is; reports say which of their questions cannot be answered without it.",
	attrs: []attr{
		{name: "events", words: "bool", def: "true", about: "One row for each event"},
		{name: "statements", words: "bool", def: "true", about: "One row for each statement"},
		{name: "samples", words: "bool", def: "true", about: "Readings of host and server while it runs; none are taken yet"},
	},
	example: `experiment "long" {
  load "oltp" {
    mix      = mix.read_write
    duration = "24h"
  }
  archive {
    statements = false
  }
}
`,
}
