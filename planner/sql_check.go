package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// marks counts the placeholders: question marks that the server sees as such.
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

// checkSQL finds what is surely wrong with a statement. It parses no SQL; what it
// cannot tell from a few words is left to the server, which knows its grammar.
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
		return errorAt(st.at, "Not in this dialect", "The target's dialect is %s, which has no %s. %s A spec for several databases tells them apart: ${target.dialect == %q ? \"…\" : \"…\"}.",
			s.dialect.Name, words, l.remedy, s.dialect.Name)
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
