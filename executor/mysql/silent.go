package mysql

import (
	"strings"

	"github.com/assay-bench/assay/executor/driver"
)

// The module gives either the rows of an answer (Query) or the number of
// affected rows (Exec, which throws rows away), and one must choose before the
// server has answered. Every statement must be counted rightly, so:
//
//   - a text that cannot answer with rows is executed;
//   - any other is asked for rows and, if it had none, followed by the
//     question SELECT ROW_COUNT().
//
// The second question is rare: CALL of a procedure without result sets,
// SELECT … INTO, ALTER, SET STATEMENT … FOR UPDATE. It is asked only where the
// packets are hidden by TLS or compression; the fast path sees what was
// answered. Considered and not done: reading the module's private fields.

// silent tells whether a text surely cannot answer with rows. Where it does not
// know it says no, which is always right and only costs the second question.
func silent(sql string) bool {
	switch driver.Verb(sql) {
	case "INSERT", "REPLACE", "UPDATE", "DELETE":
		// The word may stand in a string, too; then the answer is no in vain.
		return !contains(sql, "RETURNING")
	case "BEGIN": // NOT ATOMIC … END is a block of statements
		return !contains(sql, "ATOMIC")
	case "SET": // STATEMENT … FOR is followed by any statement
		return !contains(sql, "STATEMENT")
	case "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "CREATE", "DROP", "TRUNCATE", "USE", "DO", "LOCK", "UNLOCK":
		return true
	}
	return false
}

// contains looks for a word of upper case letters in any case.
func contains(sql, word string) bool {
	for i := 0; i+len(word) <= len(sql); i++ {
		if sql[i]|0x20 == word[0]|0x20 && strings.EqualFold(sql[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
