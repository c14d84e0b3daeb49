package spec

import "github.com/hashicorp/hcl/v2/hclsyntax"

// Schema is a set of tables as data.
type Schema struct {
	Named
	Tables []*Table
}

// schema claims names for tables. Copies may still collide with another table,
// which shows only when their number is known.
func (d *decoder) schema(b *hclsyntax.Block) *Schema {
	c := d.block(b, &schemaKind)
	s := &Schema{Named: c.Named}
	names := scope{}
	for _, b := range c.blocks {
		t := d.table(b)
		d.claim(names, "table", t.Name, t.NameRange)
		s.Tables = append(s.Tables, t)
	}
	return s
}

var schemaKind = kind{
	name:   "schema",
	label:  "the name it is referred to by, as `schema.NAME`",
	about:  "A set of tables, declared as data: Assay writes the DDL for the target's dialect, creates the tables and loads them.",
	blocks: []nested{some("table")},
	example: `schema "shop" {
  table "orders" {
    rows        = 10000
    primary_key = ["id"]

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "total" {
      type  = "decimal(8,2)"
      value = uniform(1, 10000) / 100
    }
  }
}
`,
}
