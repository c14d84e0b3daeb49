package driver

import "github.com/assay-bench/assay/planner/expr"

// Bulk is what sessions offer besides Conn if their database takes rows as one
// stream, faster than as the text of statements.
type Bulk interface {
	// Stream tells how rows with values for these columns go into a table. It
	// is nil, and why says the reason, if only INSERTs are sure to store what
	// they are meant to.
	Stream(table string, columns []Column) (s Stream, why string, err error)
}

// Column is a column that a stream fills, and the kind of its values.
type Column struct {
	Name string
	Kind expr.Kind
}

// Stream is how rows go into the copies of one table. It keeps nothing, so all
// sessions of the target may share it.
//
// The statement stores all rows exactly as an INSERT would, or fails: as far
// as the database can tell, there is no third way. After a failure rows of it
// may be there, until the transaction is rolled back.
type Stream interface {
	// Name is what the database calls it, such as "LOAD DATA LOCAL INFILE".
	Name() string
	// Statement stores n rows, as AppendRow wrote them, in one copy of the
	// table. It borrows rows.
	Statement(table string, rows []byte, n int64) Statement
	// AppendRow writes a row with a value for each column; false if only an
	// INSERT is sure to store it.
	AppendRow(dst []byte, row []expr.Value) ([]byte, bool)
}
