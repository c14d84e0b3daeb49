package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

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

// query reads nothing of the SQL; the planner counts its question marks and
// compares them with the arguments.
func (d *decoder) query(b *hclsyntax.Block) *Query {
	c := d.block(b, &queryKind)
	q := &Query{
		Named:   c.Named,
		SQL:     c.expr("sql"),
		Args:    c.expr("args"),
		Count:   c.expr("count"),
		When:    c.expr("when"),
		Prepare: c.expr("prepare"),
		Batch:   c.expr("batch"),
		Read:    c.expr("read"),
		OnEmpty: c.expr("on_empty"),
		OnNull:  c.expr("on_null"),
		Lets:    d.lets(c),
	}
	for _, b := range c.blocks {
		if b.Type == "expect" {
			q.Expect = d.expect(b)
		}
	}
	return q
}

// expect wants at least one expectation.
func (d *decoder) expect(b *hclsyntax.Block) *Expect {
	c := d.block(b, &expectKind)
	if len(c.attrs) == 0 && !d.partial {
		d.add(emptyExpect(c))
	}
	return &Expect{
		Rows:      c.expr("rows"),
		Affected:  c.expr("affected"),
		Error:     c.expr("error"),
		DeclRange: c.DeclRange,
	}
}

var queryKind = kind{
	name:  "query",
	label: "the name in the column `statement` of the archive; unique in its transaction",
	about: "One SQL statement. Values are arguments, one for each `?`. The text itself may only hold constants and tables, " +
		"`${table.T}` or `${let.t}`, since the statement is prepared once on each connection; anything else needs `prepare = false`. " +
		"Later steps of the same transaction use what was read as `query.NAME.VALUE`.",
	attrs: []attr{
		{name: "sql", words: "text", required: true, about: "The statement, with `?` for each argument"},
		{name: "args", words: "list, may be drawn", def: "`[]`", about: "The arguments; `for` over a constant range makes one for each element"},
		{name: "count", words: "number, may be drawn", def: "1", about: "How often to execute it; `count.index` is the execution, from 0"},
		{name: "when", words: "bool, may be drawn", def: "true", about: "False leaves the query out"},
		{name: "prepare", words: "bool", def: "true", about: "False sends plain text, with the arguments escaped into it"},
		{name: "batch", words: "size", def: "one row a statement", about: "Joins the executions of an INSERT that `count` asks for into statements of many rows, up to this size each"},
		{name: "read", words: "object of types", def: "`{}`",
			about: "Names for the values of the first row, by position: `int`, `float`, `decimal`, `bool`, `string`, `bytes` or `time`"},
		{name: "on_empty", words: "text", def: "`\"continue\"`", about: "If there is no row to read: `\"continue\"` with nulls, `\"rollback\"` or `\"error\"`"},
		{name: "on_null", words: "text", def: "`\"continue\"`", about: "If a value read is NULL: the same three"},
	},
	blocks: []nested{many("let"), one("expect")},
	example: `mix "reads" {
  schema = schema.sbtest

  transaction "read" {
    let { t = any(table.sbtest) }
    query "in" {
      count = 10
      sql   = "SELECT c FROM ${let.t} WHERE id IN (?, ?, ?)"
      args  = [for i in range(3) : zipf(1, 10000)]
    }
    query "newest" {
      sql     = "SELECT MAX(id) FROM ${let.t}"
      read    = { id = int }
      on_null = "rollback"
    }
    query "row" {
      sql  = "SELECT c FROM ${let.t} WHERE id = ?"
      args = [query.newest.id]
    }
  }
}
`,
}

var expectKind = kind{
	name: "expect",
	about: "What the author says of the answer. An answer that differs gives the event the outcome `unexpected`, which is counted and " +
		"does not stop the run. At least one of the attributes.",
	attrs: []attr{
		{name: "rows", words: "number", about: "How many rows are returned"},
		{name: "affected", words: "number", about: "How many rows are changed"},
		{name: "error", words: "number", about: "The error code that must come: that error is then a pass, and its absence unexpected"},
	},
	example: `mix "checks" {
  schema = schema.shop

  transaction "check" {
    query "one" {
      sql  = "SELECT * FROM orders WHERE id = ?"
      args = [uniform(1, 10000)]
      expect { rows = 1 }
    }
  }
}
`,
}
