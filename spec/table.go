package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Table declares one table, or Copies equal ones.
type Table struct {
	Named
	Copies     hcl.Expression
	Rows       hcl.Expression
	Engine     hcl.Expression
	Charset    hcl.Expression
	Collation  hcl.Expression
	Options    hcl.Expression // text appended to CREATE TABLE
	PrimaryKey hcl.Expression // list of column names
	When       hcl.Expression // false: the table does not exist
	Columns    []*Column
	Indexes    []*Index
}

// table claims names for columns and indexes apart, as databases do.
func (d *decoder) table(b *hclsyntax.Block) *Table {
	c := d.block(b, &tableKind)
	t := &Table{
		Named:      c.Named,
		Copies:     c.expr("copies"),
		Rows:       c.expr("rows"),
		Engine:     c.expr("engine"),
		Charset:    c.expr("charset"),
		Collation:  c.expr("collation"),
		Options:    c.expr("options"),
		PrimaryKey: c.expr("primary_key"),
		When:       c.expr("when"),
	}
	names := scope{}
	for _, b := range c.blocks {
		switch b.Type {
		case "column":
			col := d.column(b)
			d.claim(names, "column", col.Name, col.NameRange)
			t.Columns = append(t.Columns, col)
		case "index":
			ix := d.index(b)
			d.claim(names, "index", ix.Name, ix.NameRange)
			t.Indexes = append(t.Indexes, ix)
		}
	}
	return t
}

var tableKind = kind{
	name:  "table",
	label: "the table's name in the database; it is referred to as `table.NAME`",
	about: "One table, or several equal ones. Row *i* depends on the seed, the table, the column and *i* alone, so that the content is the same " +
		"however many workers load it.",
	attrs: []attr{
		{name: "copies", words: "number", def: "one table of the plain name",
			about: "Makes the tables NAME1 … NAMEn; `any(table.NAME)` is one of them at random, `table.NAME[i]` the one with index i from 0"},
		{name: "rows", words: "number", def: "0", about: "How many rows to load"},
		{name: "engine", words: "text", def: "the server's", about: "The storage engine; sqlite has none and warns"},
		{name: "charset", words: "text", def: "the database's", about: "The character set"},
		{name: "collation", words: "text", def: "the database's", about: "The collation"},
		{name: "options", words: "text", about: "Put at the end of CREATE TABLE as it is"},
		{name: "primary_key", words: "list of texts", def: "none", about: "The names of the key's columns"},
		{name: "when", words: "bool", def: "true", about: "False leaves the table out, so that a factor can switch it"},
	},
	blocks: []nested{some("column"), many("index")},
	example: `schema "sbtest" {
  table "sbtest" {
    copies      = 4
    rows        = 100000
    engine      = "InnoDB"
    primary_key = ["id"]

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = special(1, self.rows)
    }
    index "k" {
      columns = ["k"]
    }
  }
}
`,
}
