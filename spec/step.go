package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Step is one of query, group, rollback or think, in written order.
type Step struct {
	Query    *Query
	Group    *Group
	Rollback *Rollback
	Think    *Think
}

// Let is one name of a let block, drawn once for each pass of its block.
type Let struct {
	Name      string
	Value     hcl.Expression
	NameRange hcl.Range
}

// Group repeats its steps.
type Group struct {
	Named
	Count hcl.Expression
	When  hcl.Expression
	Lets  []*Let
	Steps []*Step
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

// steps decodes what transactions and groups have in common: lets, and steps
// in written order. Labels are unique in the whole transaction, so that
// query.NAME.value needs no path; names is the transaction's.
func (d *decoder) steps(c *contents, names scope) ([]*Let, []*Step) {
	var list []*Step
	for _, b := range c.blocks {
		s := &Step{}
		switch b.Type {
		case "let":
			continue // by d.lets, in one go
		case "query":
			s.Query = d.query(b)
			d.claim(names, "query", s.Query.Name, s.Query.NameRange)
		case "group":
			s.Group = d.group(b, names)
		case "rollback":
			rc := d.block(b, &rollbackKind)
			s.Rollback = &Rollback{When: rc.expr("when"), DeclRange: rc.DeclRange}
		case "think":
			tc := d.block(b, &thinkKind)
			s.Think = &Think{Time: tc.expr("time"), DeclRange: tc.DeclRange}
		}
		list = append(list, s)
	}
	if len(list) == 0 && !d.partial {
		d.add(noSteps(c))
	}
	return d.lets(c), list
}

// group shares the names of its transaction.
func (d *decoder) group(b *hclsyntax.Block, names scope) *Group {
	c := d.block(b, &groupKind)
	d.claim(names, "group", c.Name, c.NameRange)
	g := &Group{Named: c.Named, Count: c.expr("count"), When: c.expr("when")}
	g.Lets, g.Steps = d.steps(c, names)
	return g
}

// lets joins the let blocks of one body in written order.
func (d *decoder) lets(c *contents) []*Let {
	var lets []*Let
	names := scope{}
	for _, b := range c.blocks {
		if b.Type != "let" {
			continue
		}
		for _, a := range d.block(b, &letKind).rest {
			d.claim(names, "let", a.Name, a.NameRange)
			lets = append(lets, &Let{Name: a.Name, Value: a.Value, NameRange: a.NameRange})
		}
	}
	return lets
}

// steps are the blocks that may stand in transactions and groups.
var steps = []nested{many("let"), many("query"), many("group"), many("rollback"), many("think")}

var groupKind = kind{
	name:  "group",
	label: "its name in plans; unique in its transaction",
	about: "Repeats its steps. Its `let` names are drawn anew for each pass.",
	attrs: []attr{
		{name: "count", words: "number, may be drawn", def: "1", about: "How many passes; `count.index` is the pass, from 0"},
		{name: "when", words: "bool, may be drawn", def: "true", about: "False leaves the whole group out"},
	},
	blocks: steps,
	example: `mix "baskets" {
  schema = schema.shop

  transaction "basket" {
    group "lines" {
      count = uniform(5, 15)
      let { item = zipf(1, 100000) }
      query "price" {
        sql  = "SELECT price FROM items WHERE id = ?"
        args = [let.item]
      }
      query "line" {
        sql  = "INSERT INTO lines (item, line) VALUES (?, ?)"
        args = [let.item, count.index + 1]
      }
    }
  }
}
`,
}

var letKind = kind{
	name: "let",
	about: "Names for drawn values, referred to as `let.NAME`. A value is drawn once for each pass of the block that the `let` stands in: " +
		"each attempt of a transaction, each pass of a group, each execution of a query. A name may use those above it, of its own block and of the blocks around it. " +
		"Several `let` blocks in one body count as one. A list, as `[for i in range(3) : uniform(1, 9)]`, draws each element once: `let.NAME[0]` is its first, " +
		"and `args = let.NAME` passes them all.",
	open: "The expression that is drawn",
	example: `mix "ranges" {
  schema = schema.shop

  transaction "range" {
    query "sum" {
      let {
        lo = uniform(1, 9900)
        hi = let.lo + 99
      }
      sql  = "SELECT SUM(total) FROM orders WHERE id BETWEEN ? AND ?"
      args = [let.lo, let.hi]
    }
  }
}
`,
}

var rollbackKind = kind{
	name:  "rollback",
	about: "Ends the transaction with ROLLBACK and the outcome `rollback`, which is no error.",
	attrs: []attr{
		{name: "when", words: "bool, may be drawn", def: "true", about: "Roll back only if this holds"},
	},
	example: `mix "regrets" {
  schema = schema.shop

  transaction "regret" {
    query "order" {
      sql  = "INSERT INTO orders (total) VALUES (?)"
      args = [uniform(1, 100)]
    }
    rollback {
      when = chance(0.01)
    }
  }
}
`,
}

var thinkKind = kind{
	name:  "think",
	about: "Pauses inside a transaction, locks held, as a user or an application does.",
	attrs: []attr{
		{name: "time", words: "duration, or number of seconds, may be drawn", required: true, about: "How long: `\"5ms\"`, or an expression such as `uniform(0.001, 0.01)`"},
	},
	example: `mix "slow" {
  schema = schema.shop

  transaction "slow" {
    query "lock" {
      sql  = "SELECT * FROM orders WHERE id = ? FOR UPDATE"
      args = [uniform(1, 100)]
    }
    think { time = "5ms" }
  }
}
`,
}
