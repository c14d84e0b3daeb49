package dialect

import "strings"

// Commit and Rollback end a transaction in every dialect.
const (
	Commit   = "COMMIT"
	Rollback = "ROLLBACK"
)

// Isolations are the isolation levels by the names of the language.
var Isolations = []string{"read-uncommitted", "read-committed", "repeatable-read", "serializable"}

// Begin gives the statements that open a transaction. An empty isolation is
// the session's own. With writes, SQLite takes its write lock at once: a lock
// taken later cannot wait and fails with SQLITE_BUSY in the midst of the work.
func (d *Dialect) Begin(isolation string, readOnly, writes bool) []string {
	if d.lite {
		if writes && !readOnly {
			return []string{"BEGIN IMMEDIATE"}
		}
		return []string{"BEGIN"}
	}
	var statements []string
	if isolation != "" {
		level := strings.ToUpper(strings.ReplaceAll(isolation, "-", " "))
		statements = append(statements, "SET TRANSACTION ISOLATION LEVEL "+level)
	}
	if readOnly {
		return append(statements, "START TRANSACTION READ ONLY")
	}
	return append(statements, "BEGIN")
}

// HasIsolation tells whether transactions of that level can be had. SQLite's
// are always serializable.
func (d *Dialect) HasIsolation(isolation string) bool {
	return !d.lite || isolation == "" || isolation == "serializable"
}

// HasEngines tells whether tables have engines, charsets and collations to choose.
func (d *Dialect) HasEngines() bool { return !d.lite }

// HasPrefixes tells whether an index can hold the beginning of a column.
func (d *Dialect) HasPrefixes() bool { return !d.lite }

// AutoIncrementAnywhere tells whether any indexed column may be
// auto_increment. SQLite has it for a lone integer primary key.
func (d *Dialect) AutoIncrementAnywhere() bool { return !d.lite }

// RetryCodes are the error codes of conflicts that go away: deadlock, lock
// wait timeout, record changed since last read; SQLITE_BUSY and SQLITE_LOCKED.
func (d *Dialect) RetryCodes() []int {
	if d.lite {
		return []int{5, 6}
	}
	return []int{1213, 1205, 1020}
}
