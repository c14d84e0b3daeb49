package executor

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// ledgerName is the table that tells which tables Assay made.
const ledgerName = "assay_tables"

// The states of a table in the ledger. A table with indexes to be built is
// indexing meanwhile; if that is cut short, nobody can say which of them
// exist, and the table is made again.
const (
	stateLoading  = "loading"
	stateIndexing = "indexing"
	stateLoaded   = "loaded"
)

// entry is one table in the ledger.
type entry struct {
	digest string // of all that shapes the content, the seed too
	seed   uint64
	rows   int64
	state  string
	chunks string
}

// contentDigest is what an entry's digest must be for table t under a seed.
func contentDigest(t *plan.Table, seed uint64) string {
	sum := sha256.Sum256([]byte(t.Digest + " " + strconv.FormatUint(seed, 10)))
	return hex.EncodeToString(sum[:])
}

// args are the arguments of WriteLedger.
func (e *entry) args(name string) []expr.Value {
	return []expr.Value{
		text(name), text(e.digest), text(strconv.FormatUint(e.seed, 10)),
		expr.IntValue(e.rows), text(e.state), text(e.chunks),
	}
}

// text is a text as an argument of a statement.
func text(s string) expr.Value { return expr.TextValue([]byte(s)) }

// ledger is assay_tables in one database.
type ledger struct {
	*admin
	sql    *plan.Dialect
	exists bool // known to
	made   bool // by this use
}

// tableExists tells whether there is a table of that name, whoever made it.
func (l *ledger) tableExists(name string) (bool, error) {
	row, err := l.ask("look for table "+name, l.sql.TableExists, []expr.Kind{expr.Int}, text(name))
	return row != nil, err
}

// look finds out whether there is a ledger, and makes none.
func (l *ledger) look() (err error) {
	if !l.exists {
		l.exists, err = l.tableExists(ledgerName)
	}
	return err
}

// read gives the entry of a table; nil if it has none.
func (l *ledger) read(name string) (*entry, error) {
	if err := l.look(); err != nil || !l.exists {
		return nil, err
	}
	row, err := l.ask("read "+ledgerName, l.sql.ReadLedger, readLedger, text(name))
	if err != nil || row == nil {
		return nil, err
	}
	return readEntry(row), nil
}

// readLedger is the kinds of what Dialect.ReadLedger selects.
var readLedger = []expr.Kind{expr.String, expr.Int, expr.String, expr.String}

// readEntry takes a row of Dialect.ReadLedger, and copies what it borrows.
func readEntry(row []expr.Value) *entry {
	return &entry{digest: string(row[0].Text), rows: row[1].Int, state: string(row[2].Text), chunks: string(row[3].Text)}
}

// write enters or changes a table, and makes the ledger if there is none.
func (l *ledger) write(name string, e *entry) error {
	if err := l.look(); err != nil {
		return err
	}
	if !l.exists {
		if err := l.do("make "+ledgerName, l.sql.CreateLedger); err != nil {
			return err
		}
		l.exists, l.made = true, true
	}
	return l.do("write "+ledgerName, l.sql.WriteLedger, e.args(name)...)
}

// drop removes a table and then its entry.
func (l *ledger) drop(name string) error {
	if err := l.do("drop table "+name, "DROP TABLE IF EXISTS "+l.quote(name)); err != nil {
		return err
	}
	return l.forget(name)
}

// forget removes the entry of a table. A ledger that somebody has dropped has
// none.
func (l *ledger) forget(name string) error {
	err := l.do("write "+ledgerName, l.sql.ForgetLedger, text(name))
	if err == nil {
		return nil
	}
	l.exists = false
	if l.look() == nil && !l.exists {
		return nil
	}
	return err
}

// first is the name of some table in the ledger; empty if it has none.
func (l *ledger) first() (string, error) {
	if err := l.look(); err != nil || !l.exists {
		return "", err
	}
	row, err := l.ask("list "+ledgerName, l.sql.ListLedger, []expr.Kind{expr.String})
	if err != nil || row == nil {
		return "", err
	}
	return string(row[0].Text), nil
}

// removeIfEmpty drops the ledger itself once it names no table.
func (l *ledger) removeIfEmpty() error {
	name, err := l.first()
	if err != nil || name != "" || !l.exists {
		return err
	}
	l.exists = false
	return l.do("drop table "+ledgerName, "DROP TABLE "+l.quote(ledgerName))
}

// quote writes a name as the dialect does, whatever is in it.
func (l *ledger) quote(name string) string {
	q := l.sql.Quote
	return q + strings.ReplaceAll(name, q, q+q) + q
}

// ForeignTableError is a table that is in the way and that Assay did not make.
type ForeignTableError struct{ Target, Table string }

func (e *ForeignTableError) Error() string {
	return fmt.Sprintf("target %s has a table %q that Assay did not make, and leaves alone: rename or drop it, or use another database", e.Target, e.Table)
}

// DifferentTableError is a table that Assay made for other rows than the plan's.
type DifferentTableError struct{ Target, Table string }

func (e *DifferentTableError) Error() string {
	return fmt.Sprintf("target %s has a table %q that Assay made from another definition, size or seed: give --recreate to make it again, or remove it with assay cleanup", e.Target, e.Table)
}
