package planner

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
)

// marks counts the placeholders.
func (st *statement) marks() (count int) {
	for _, t := range st.tokens {
		if t.kind == markToken {
			count++
		}
	}
	return count
}

// word tells whether token i is that keyword.
func (st *statement) word(i int, word string) bool {
	return i < len(st.tokens) && st.tokens[i].is(word)
}

// skip is the first index from i on whose token is none of words.
func (st *statement) skip(i int, words ...string) int {
	for i < len(st.tokens) {
		found := false
		for _, w := range words {
			found = found || st.tokens[i].is(w)
		}
		if !found {
			break
		}
		i++
	}
	return i
}

// checkSQL finds what is surely wrong with a statement.
func (w *work) checkSQL(st *statement) hcl.Diagnostics {
	if len(st.tokens) == 0 {
		return errorAt(st.at, "Empty SQL", "A query needs a statement to execute.")
	}
	for _, t := range st.tokens {
		if t.is(";") {
			return errorAt(st.at, "Several statements", "One query is one statement, and this SQL has a semicolon in it. Write a query for each.")
		}
	}
	if diags := transactional(st, w.autocommit); diags.HasErrors() {
		return diags
	}
	if diags := w.s.lacking(st); diags.HasErrors() {
		return diags
	}
	return w.written(st)
}

// transactional keeps queries from ending the transaction that Assay began.
func transactional(st *statement, autocommit bool) hcl.Diagnostics {
	if autocommit {
		return nil
	}
	ends := st.word(0, "BEGIN") || st.word(0, "COMMIT") || st.word(0, "END") ||
		st.word(0, "START") && st.word(1, "TRANSACTION") ||
		st.word(0, "ROLLBACK") && !st.word(st.skip(1, "WORK", "TRANSACTION"), "TO")
	if !ends {
		return nil
	}
	return errorAt(st.at, "Transaction within a transaction",
		"Assay begins and commits around the queries of a transaction. Leave %s out, use a rollback block, or set autocommit = true to do it by hand.", strings.ToUpper(st.tokens[0].text))
}

// lack is a form of SQL that some dialects do not have.
type lack struct {
	words    string // one after the other; a leading ^ means at the beginning only
	dialects string // that lack it
	remedy   string
}

// lacks are the forms that authors carry from one database to another, as
// far as words alone tell them with certainty.
var lacks = []lack{
	{"FOR UPDATE", "sqlite", "SQLite locks the whole database when a transaction writes; leave it out."},
	{"FOR SHARE", "sqlite mariadb", "Leave it out on SQLite; MariaDB has LOCK IN SHARE MODE."},
	{"LOCK IN SHARE MODE", "sqlite", "SQLite locks the whole database; leave it out."},
	{"ON DUPLICATE KEY", "sqlite", "SQLite has ON CONFLICT … DO UPDATE."},
	{"ON CONFLICT", "mysql mariadb", "MySQL and MariaDB have ON DUPLICATE KEY UPDATE."},
	{"^INSERT IGNORE", "sqlite", "SQLite has INSERT OR IGNORE."},
	{"^INSERT OR", "mysql mariadb", "MySQL and MariaDB have INSERT IGNORE and REPLACE."},
	{"^UPDATE OR", "mysql mariadb", "MySQL and MariaDB have UPDATE IGNORE."},
	{"^TRUNCATE", "sqlite", "SQLite has DELETE FROM without WHERE."},
	{"^CALL", "sqlite", "SQLite has no procedures."},
	{"^LOAD DATA", "sqlite", "Declare the rows in the schema."},
	{"^LOCK TABLES", "sqlite", "SQLite locks the whole database when a transaction writes."},
	{"^SET", "sqlite", "SQLite has PRAGMA; put it into the target's init."},
	{"^SHOW", "sqlite", "SQLite has PRAGMA and the table sqlite_master."},
	{"^PRAGMA", "mysql mariadb", "MySQL and MariaDB have SET; put it into the target's session."},
	{"^VACUUM", "mysql mariadb", "MySQL and MariaDB have OPTIMIZE TABLE."},
}

// lacking finds forms that the target's dialect does not have.
func (s *scope) lacking(st *statement) hcl.Diagnostics {
	for _, l := range lacks {
		words, first := strings.CutPrefix(l.words, "^")
		if !strings.Contains(" "+l.dialects+" ", " "+s.dialect.Name+" ") || !st.has(strings.Fields(words), first) {
			continue
		}
		return errorAt(st.at, "Not in this dialect", "The target's dialect is %s, which has no %s. %s", s.dialect.Name, words, l.remedy)
	}
	return nil
}

// has tells whether words stand in a row, at the beginning or anywhere.
func (st *statement) has(words []string, first bool) bool {
	for i := range st.tokens {
		if i > 0 && first {
			return false
		}
		match := true
		for j, w := range words {
			match = match && st.word(i+j, w)
		}
		if match {
			return true
		}
	}
	return false
}

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
	if t.kind != wordToken && t.kind != quotedToken || strings.IndexByte(t.text, hole) >= 0 || w.temporary[strings.ToLower(t.text)] {
		return nil
	}
	if s.declares(t.text) {
		return w.readOnlyFault(st)
	}
	if s.schema == nil {
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
	case st.word(0, "DROP"), st.word(0, "ALTER"), st.word(0, "CREATE"):
		return st.defined()
	}
	return -1
}

// defined is the index of the table that a DDL statement is about, or -1.
func (st *statement) defined() int {
	i := st.skip(1, "OR", "REPLACE", "UNIQUE", "ONLINE", "IGNORE")
	switch {
	case st.word(i, "TABLE"):
		return st.skip(i+1, "IF", "NOT", "EXISTS")
	case st.word(i, "INDEX"):
		for ; i < len(st.tokens); i++ {
			if st.tokens[i].is("ON") {
				return i + 1
			}
		}
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

// batchable tells whether rows can be appended to the statement: an INSERT
// that ends with VALUES and one row.
func (st *statement) batchable() bool {
	if !st.word(0, "INSERT") && !st.word(0, "REPLACE") {
		return false
	}
	i := 1
	for i < len(st.tokens) && !st.tokens[i].is("VALUES") && !st.tokens[i].is("VALUE") {
		i++
	}
	depth := 0
	for i++; i < len(st.tokens); i++ {
		switch t := st.tokens[i]; {
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth == 0 {
				return i == len(st.tokens)-1
			}
		case depth == 0:
			return false
		}
	}
	return false
}
