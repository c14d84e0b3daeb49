// Package null is a database that answers every statement at once.
//
// A run against it is a dry run of a spec, and the honest measure of Assay's
// own cost: everything but the database happens. It understands no SQL and
// keeps no row, so it says nothing about any server and stands in for none in
// tests. One statement costs about ten nanoseconds and no allocation.
package null

import (
	"context"
	"slices"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Open makes the driver of target; it is a driver.Opener and cannot fail.
//
// What the sessions answer depends on a statement's first word alone: one row
// to SELECT and its like, one affected row to a statement that writes rows,
// nothing to others. The row holds zeros and empty texts, never NULL, so a
// transaction that reads values or has on_empty goes on. Only the questions
// that Assay asks about its own tables get no row: this database is empty,
// always.
func Open(_ context.Context, target *plan.Target, _ driver.Endpoint) (driver.Driver, error) {
	d := target.Dialect
	return &database{bookkeeping: []string{d.TableExists, d.ReadLedger, d.ListLedger, d.Claim}}, nil
}

type database struct {
	bookkeeping []string // statements that find nothing
}

func (db *database) Open(context.Context, int) (driver.Conn, error) {
	return &session{db: db}, nil
}

func (db *database) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "product", Value: "null"}}, nil
}

func (db *database) Close() error { return nil }

// answer is what a statement gets.
type answer uint8

const (
	unknown answer = iota
	nothing
	oneRow
	oneAffected
	emptySet
)

type session struct {
	db     *database
	known  []answer // by Statement.ID
	closed bool
}

func (s *session) Execute(st *driver.Statement, _ []expr.Value, res *driver.Result) error {
	res.Reset()
	if s.closed {
		return &driver.Error{Class: driver.Lost, Code: driver.CodeGone, Message: "the session is closed"}
	}
	switch s.answer(st) {
	case oneRow:
		res.HasRows, res.Rows = true, 1
		for _, kind := range st.Reads {
			res.Row = append(res.Row, expr.Value{Kind: kind})
		}
	case emptySet:
		res.HasRows = true
	case oneAffected:
		res.Affected = max(st.Rows, 1)
	}
	return nil
}

// answer looks at each statement's text once a session.
func (s *session) answer(st *driver.Statement) answer {
	if st.ID < 0 {
		return s.db.answer(st.SQL)
	}
	if st.ID >= len(s.known) {
		s.known = slices.Grow(s.known, st.ID+1-len(s.known))[:st.ID+1]
	}
	if s.known[st.ID] == unknown {
		s.known[st.ID] = s.db.answer(st.SQL)
	}
	return s.known[st.ID]
}

func (db *database) answer(sql string) answer {
	if slices.Contains(db.bookkeeping, sql) {
		return emptySet
	}
	switch driver.Verb(sql) {
	case "SELECT", "WITH", "VALUES", "TABLE", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "CALL", "PRAGMA", "ANALYZE":
		return oneRow
	case "INSERT", "REPLACE", "UPDATE", "DELETE":
		return oneAffected
	}
	return nothing
}

func (s *session) Interrupt(context.Context) error { return nil }

func (s *session) Host() int { return 0 }

func (s *session) Close() error {
	s.closed = true
	return nil
}

// AppendLiteral writes v as an SQL literal: a load's texts then have the size
// that they would have for a database.
func (s *session) AppendLiteral(dst []byte, v expr.Value) []byte {
	if v.Kind != expr.String && v.Kind != expr.Bytes && v.Kind != expr.Time {
		return v.Append(dst)
	}
	return append(v.Append(append(dst, '\'')), '\'')
}
