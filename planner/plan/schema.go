package plan

import (
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// Schema is a set of tables.
type Schema struct {
	Name   string  `json:"name"`
	Tables []Table `json:"tables"`
}

// Table is one table or a family of equal ones. Its templates are evaluated
// with the copy in the Env, and their holes refer to the schema's tables.
type Table struct {
	Name    string     `json:"name"`             // of the block; a copy's number follows it
	Copies  int64      `json:"copies,omitempty"` // 0: one table with the block's own name
	Rows    int64      `json:"rows"`             // of each copy
	Quote   string     `json:"quote"`            // the dialect's, for names
	Digest  string     `json:"digest"`           // of all that shapes this table's content
	Create  Template   `json:"create"`           // CREATE TABLE
	After   []Template `json:"after,omitempty"`  // index creation once the rows are in
	Analyze Template   `json:"analyze"`          // refreshes statistics
	Insert  Template   `json:"insert"`           // "INSERT INTO t (c, …) VALUES ", rows to be appended
	Columns []Column   `json:"columns"`          // the columns that loading fills, in Insert's order
	RowSize int64      `json:"row_size"`         // estimated bytes of a row, keys included
}

// Column is a column that loading fills.
type Column struct {
	Name  string    `json:"name"`
	Value expr.Expr `json:"value"` // drawn from (seed, table, column, row)
}

// Count is the number of tables of this declaration.
func (t *Table) Count() int64 { return max(t.Copies, 1) }

// CopyName is the unquoted name of copy i, from 0.
func (t *Table) CopyName(i int64) string {
	if t.Copies == 0 {
		return t.Name
	}
	return t.Name + strconv.FormatInt(i+1, 10)
}

// AppendName writes the name of copy i, from 0, as SQL. It stands in quotes
// unless it surely needs none: then statements read as people write them, and
// are the same, byte for byte, as those of other tools.
func (t *Table) AppendName(dst []byte, i int64) []byte {
	if t.plain() {
		return strconv.AppendInt(append(dst, t.Name...), i+1, 10)
	}
	dst = append(dst, t.Quote...)
	for j := range len(t.Name) {
		if t.Name[j] == t.Quote[0] {
			dst = append(dst, t.Quote...)
		}
		dst = append(dst, t.Name[j])
	}
	if t.Copies > 0 {
		dst = strconv.AppendInt(dst, i+1, 10)
	}
	return append(dst, t.Quote...)
}

// plain tells whether the copies' names are words without a meaning in SQL.
// Of all reserved words only INT1 … INT8 and FLOAT4, FLOAT8 end in a number.
func (t *Table) plain() bool {
	if t.Copies == 0 || strings.EqualFold(t.Name, "int") || strings.EqualFold(t.Name, "float") {
		return false
	}
	for i := range len(t.Name) {
		c := t.Name[i] | 0x20 // lower case
		if (c < 'a' || c > 'z') && (i == 0 || t.Name[i] != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}
