package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Index declares a secondary index.
type Index struct {
	Named
	Columns hcl.Expression // list of names, each perhaps with " DESC" or a prefix "c(10)"
	Unique  hcl.Expression // bool
	Build   hcl.Expression // "with_table" (default) or "after_load"
	When    hcl.Expression // false: no such index
	Called  hcl.Expression // string; its name in the database as it is
}

// index does not compare columns with the table's: they may be computed.
func (d *decoder) index(b *hclsyntax.Block) *Index {
	c := d.block(b, &indexKind)
	return &Index{
		Named:   c.Named,
		Columns: c.expr("columns"),
		Unique:  c.expr("unique"),
		Build:   c.expr("build"),
		When:    c.expr("when"),
		Called:  c.expr("name"),
	}
}

var indexKind = kind{
	name:  "index",
	label: "the index's name; the copies of a table append `_1`, `_2` … to it, unless `name` says otherwise",
	about: "A secondary index.",
	attrs: []attr{
		{name: "columns", words: "list of texts", required: true, about: "Column names, each perhaps with a prefix length as in `\"c(10)\"` or followed by `DESC`"},
		{name: "unique", words: "bool", def: "false", about: "A unique index"},
		{name: "build", words: "text", def: "`\"with_table\"`", about: "`\"with_table\"` creates it with the table, `\"after_load\"` when the rows are in"},
		{name: "when", words: "bool", def: "true", about: "False leaves the index out"},
		{name: "name", words: "text", def: "the label and the copy's number", about: "The name in the database, the same in all copies; on sqlite, where no two indexes share a name, without effect"},
	},
	example: `schema "log" {
  table "log" {
    rows = 1000

    column "at" {
      type  = "datetime"
      value = now()
    }
    column "line" {
      type  = "text"
      value = text(20, 200)
    }
    index "newest" {
      columns = ["at DESC", "line(20)"]
      build   = "after_load"
    }
  }
}
`,
}
