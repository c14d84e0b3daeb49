package spec

import "github.com/hashicorp/hcl/v2"

// Schema is a set of tables as data.
type Schema struct {
	Named
	Tables []*Table
}

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

// Column declares a column and how its values are generated.
type Column struct {
	Named
	Type          hcl.Expression // SQL type as text
	Null          hcl.Expression // bool, default false
	Default       hcl.Expression // constant
	AutoIncrement hcl.Expression // bool
	Value         hcl.Expression // generator expression; absent: the row number for auto_increment, else the default
}

// Index declares a secondary index.
type Index struct {
	Named
	Columns hcl.Expression // list of names, each perhaps with " DESC" or a prefix "c(10)"
	Unique  hcl.Expression // bool
	Build   hcl.Expression // "with_table" (default) or "after_load"
	When    hcl.Expression // false: no such index
}
