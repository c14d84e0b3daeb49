package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

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

// transaction opens a new scope of names for the queries and groups in it.
func (d *decoder) transaction(b *hclsyntax.Block) *Transaction {
	c := d.block(b, &transactionKind)
	t := &Transaction{
		Named:      c.Named,
		Weight:     c.expr("weight"),
		Autocommit: c.expr("autocommit"),
		Isolation:  c.expr("isolation"),
		ReadOnly:   c.expr("read_only"),
	}
	t.Lets, t.Steps = d.steps(c, scope{})
	return t
}

var transactionKind = kind{
	name:  "transaction",
	label: "the name in the column `transaction` of the archive",
	about: "The work of one event: its steps are taken in written order, between BEGIN and COMMIT unless `autocommit` is set. " +
		"A transaction that fails with an error to retry is rolled back and attempted anew, with new draws; its time runs from the first attempt.",
	attrs: []attr{
		{name: "weight", words: "number", def: "1", about: "How often it is chosen, relative to the others of its mix; 0 leaves it out"},
		{name: "autocommit", words: "bool", def: "false", about: "True leaves BEGIN and COMMIT away: each statement commits by itself"},
		{name: "isolation", words: "text", def: "the session's",
			about: "`\"read-uncommitted\"`, `\"read-committed\"`, `\"repeatable-read\"` or `\"serializable\"`"},
		{name: "read_only", words: "bool", def: "false", about: "Begin with READ ONLY"},
	},
	blocks: steps,
	example: `mix "transfers" {
  schema = schema.bank

  transaction "transfer" {
    isolation = "repeatable-read"
    let {
      from = uniform(1, 1000)
      to   = uniform(1, 1000)
    }
    query "balance" {
      sql  = "SELECT balance FROM accounts WHERE id = ? FOR UPDATE"
      args = [let.from]
      read = { now = decimal }
    }
    rollback {
      when = query.balance.now < 10
    }
    query "take" {
      sql  = "UPDATE accounts SET balance = balance - 10 WHERE id = ?"
      args = [let.from]
    }
    query "give" {
      sql  = "UPDATE accounts SET balance = balance + 10 WHERE id = ?"
      args = [let.to]
    }
  }
}
`,
}
