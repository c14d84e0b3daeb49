package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Mix is a set of weighted transactions.
type Mix struct {
	Named
	Description  hcl.Expression
	Schema       hcl.Expression // schema.NAME or module.M.schema.NAME
	Transactions []*Transaction
}

// mix claims names for transactions, which the archive tells apart by them.
func (d *decoder) mix(b *hclsyntax.Block) *Mix {
	c := d.block(b, &mixKind)
	m := &Mix{Named: c.Named, Description: c.expr("description"), Schema: c.expr("schema")}
	names := scope{}
	for _, b := range c.blocks {
		t := d.transaction(b)
		d.claim(names, "transaction", t.Name, t.NameRange)
		m.Transactions = append(m.Transactions, t)
	}
	return m
}

var mixKind = kind{
	name:  "mix",
	label: "the name it is referred to by, as `mix.NAME`",
	about: "What workers do: for each event one of the transactions is chosen at random by weight.",
	attrs: []attr{
		{name: "description", words: "text", about: "One sentence for plans and reports"},
		{name: "schema", words: "reference", def: "no tables",
			about: "The tables that must be there: `schema.NAME` or `module.M.schema.NAME`; only these may be written to and referred to as `table.NAME`"},
	},
	blocks: []nested{some("transaction")},
	example: `mix "lookups" {
  description = "Mostly reads by primary key."
  schema      = schema.shop

  transaction "read" {
    weight     = 9
    autocommit = true
    query "order" {
      sql  = "SELECT * FROM orders WHERE id = ?"
      args = [zipf(1, 10000)]
    }
  }
  transaction "touch" {
    query "order" {
      sql  = "UPDATE orders SET status = status + 1 WHERE id = ?"
      args = [uniform(1, 10000)]
    }
  }
}
`,
}
