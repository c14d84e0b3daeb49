package planner

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
)

// written refuses statements that write into tables of others: a benchmark
// must touch nothing that its spec does not declare.
func (w *work) written(st *statement) hcl.Diagnostics {
	s, i := w.s, st.target()
	if i < 0 || i >= len(st.tokens) {
		return nil
	}
	for st.word(i+1, ".") && i+2 < len(st.tokens) { // database.table
		i += 2
	}
	t := st.tokens[i]
	switch {
	case t.kind != wordToken && t.kind != quotedToken || w.temporary[strings.ToLower(t.text)]:
		return nil
	case strings.IndexByte(t.text, hole) >= 0 || s.declares(t.text): // what is interpolated is a table, or not known yet
		return w.readOnlyFault(st)
	case st.wholeDatabase():
		return errorAt(st.at, "Statement about a whole database", "A benchmark makes and drops tables only. Make the database before and name it in the target.")
	case s.schema == nil:
		return errorAt(st.at, "Write without schema", "This writes into %q, and the mix names no schema. Declare the table and add schema = schema.NAME to the mix.", t.text)
	}
	names := s.copyNames()
	return errorAt(st.at, "Write into an undeclared table", "This writes into %q, and schema %q declares no such table. It has %s.%s",
		t.text, s.schema.Name, listed(names), didYouMean(t.text, names))
}

// readOnlyFault refuses a write in a transaction that begins READ ONLY.
func (w *work) readOnlyFault(st *statement) hcl.Diagnostics {
	if !w.readOnly || w.autocommit {
		return nil
	}
	return errorAt(st.at, "Write in a read-only transaction", "The transaction has read_only = true, so the server would refuse this statement.")
}

// target is the index of the table that the statement writes into, or -1.
func (st *statement) target() int {
	switch i := st.skip(1, "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE"); {
	case st.word(0, "INSERT"), st.word(0, "REPLACE"), st.word(0, "UPDATE"):
		if st.word(i, "OR") {
			i += 2 // INSERT OR REPLACE
		}
		return st.skip(i, "INTO")
	case st.word(0, "DELETE") && st.word(i, "FROM"):
		return i + 1
	case st.word(0, "TRUNCATE"):
		return st.skip(1, "TABLE")
	case st.word(0, "RENAME") && st.word(1, "TABLE"):
		return 2
	case st.word(0, "LOAD"):
		return st.after("TABLE")
	case st.word(0, "DROP"), st.word(0, "ALTER"), st.word(0, "CREATE"):
		return st.defined()
	}
	return -1
}

// after is the index of the token after the first of that word, or -1.
func (st *statement) after(word string) int {
	for i := range st.tokens {
		if st.tokens[i].is(word) {
			return i + 1
		}
	}
	return -1
}

// wholeDatabase tells whether a DDL statement is about a database.
func (st *statement) wholeDatabase() bool {
	ddl := st.word(0, "DROP") || st.word(0, "ALTER") || st.word(0, "CREATE")
	return ddl && (st.word(1, "DATABASE") || st.word(1, "SCHEMA"))
}

// defined is the index of the table that a DDL statement is about, or -1.
func (st *statement) defined() int {
	i := st.skip(1, "OR", "REPLACE", "UNIQUE", "ONLINE", "IGNORE")
	switch {
	case st.word(i, "TABLE"):
		return st.skip(i+1, "IF", "NOT", "EXISTS")
	case st.word(i, "INDEX"):
		return st.after("ON")
	case st.wholeDatabase():
		return 2
	}
	return -1 // TEMPORARY tables, views and routines are no tables of others
}

// declares tells whether name is that of a table of the schema, or of a copy.
func (s *scope) declares(name string) bool {
	if s.schema == nil {
		return false
	}
	for i := range s.schema.Tables {
		if t := &s.schema.Tables[i]; t.Copies == 0 && strings.EqualFold(name, t.Name) || copied(t, name) {
			return true
		}
	}
	return false
}

// copied tells whether name is that of one of the copies of t.
func copied(t *plan.Table, name string) bool {
	if len(name) <= len(t.Name) || !strings.EqualFold(name[:len(t.Name)], t.Name) {
		return false
	}
	var number int64
	if _, err := fmt.Sscanf(name[len(t.Name):], "%d", &number); err != nil {
		return false
	}
	return number >= 1 && number <= t.Copies && strings.EqualFold(name, t.CopyName(number-1))
}

// copyNames are the tables' names as a statement would write them.
func (s *scope) copyNames() (names []string) {
	for i := range s.schema.Tables {
		t := &s.schema.Tables[i]
		names = append(names, t.CopyName(0))
		if t.Copies > 1 {
			names = append(names, "… "+t.CopyName(t.Copies-1))
		}
	}
	return names
}

// reads tells whether a statement only reads, as far as its words show: a
// write that is taken for a read would only take SQLite's lock later.
func (st *statement) reads() bool {
	for _, word := range []string{"SELECT", "WITH", "VALUES", "EXPLAIN", "SHOW", "PRAGMA", "TABLE", "DESCRIBE", "SET"} {
		if st.word(0, word) {
			return !st.has([]string{"INSERT"}, false) && !st.has([]string{"UPDATE"}, false) && !st.has([]string{"DELETE"}, false)
		}
	}
	return false
}

// temporaryTable is the name of the table that CREATE TEMPORARY TABLE makes,
// in lower case, or "".
func (st *statement) temporaryTable() string {
	if !st.word(0, "CREATE") || !st.word(1, "TEMPORARY") && !st.word(1, "TEMP") || !st.word(2, "TABLE") {
		return ""
	}
	i := st.skip(3, "IF", "NOT", "EXISTS")
	if i >= len(st.tokens) {
		return ""
	}
	return strings.ToLower(st.tokens[i].text)
}
