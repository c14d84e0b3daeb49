package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Column declares a column and how its values are generated.
type Column struct {
	Named
	Type          hcl.Expression // SQL type as text
	Null          hcl.Expression // bool, default false
	Default       hcl.Expression // constant
	AutoIncrement hcl.Expression // bool
	Value         hcl.Expression // generator expression; absent: the row number for auto_increment, else the default
}

// column does not look at the type: what a type means is the dialect's.
func (d *decoder) column(b *hclsyntax.Block) *Column {
	c := d.block(b, &columnKind)
	return &Column{
		Named:         c.Named,
		Type:          c.expr("type"),
		Null:          c.expr("null"),
		Default:       c.expr("default"),
		AutoIncrement: c.expr("auto_increment"),
		Value:         c.expr("value"),
	}
}

var columnKind = kind{
	name:  "column",
	label: "the column's name in the database",
	about: "A column, and how its values are made. Its type is one of MySQL's and MariaDB's; sqlite gets its own that fits. In `value`, `self.row` is the row's number from 1, `self.rows` how many there are, " +
		"`self.copy` the number of the table's copy from 1 and `self.name` the table's name.",
	attrs: []attr{
		{name: "type", words: "text", required: true, about: "The SQL type, such as `\"varchar(60)\"`"},
		{name: "null", words: "bool", def: "false", about: "Whether NULL is allowed"},
		{name: "default", words: "constant", def: "none", about: "The column's DEFAULT"},
		{name: "auto_increment", words: "bool", def: "false", about: "The server numbers new rows, and loading writes 1, 2, 3 … itself; the column must come first in a key"},
		{name: "value", words: "any, may be drawn", def: "the row's number if auto_increment, else the default",
			about: "The value of each loaded row; a table with rows needs one in each column that has no default and is not `null`"},
	},
	example: `schema "people" {
  table "people" {
    rows = 1000

    column "id" {
      type  = "bigint"
      value = permute(1, self.rows)
    }
    column "phone" {
      type  = "char(12)"
      value = digits("###-###-####")
    }
    column "left_at" {
      type  = "datetime"
      null  = true
      value = chance(0.1) ? now() : null
    }
  }
}
`,
}
