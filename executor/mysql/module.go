package mysql

import (
	"io"
	"slices"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// statement is what the module's prepared statements offer.
type statement interface {
	NumInput() int
	Exec(args []sqldriver.Value) (sqldriver.Result, error)
	Query(args []sqldriver.Value) (sqldriver.Rows, error)
}

// queryModule executes a text through the module.
func (s *session) queryModule(silent bool, sql string, reads []expr.Kind, res *driver.Result) (err error) {
	s.link.aside(func() {
		if silent {
			done, failed := s.conn.Exec(sql, nil)
			err = affected(done, failed, res)
			return
		}
		rows, failed := s.conn.Query(sql, nil)
		err = s.answer(rows, failed, reads, res)
	})
	return err
}

// affected takes the answer to a statement without rows.
func affected(done sqldriver.Result, err error, res *driver.Result) error {
	if err != nil {
		return err
	}
	res.Affected, err = done.RowsAffected()
	return err
}

// answer takes the answer to a statement that may have rows; see silent.
func (s *session) answer(rows sqldriver.Rows, err error, reads []expr.Kind, res *driver.Result) error {
	if err != nil {
		return err
	}
	misfit, err := s.drain(rows.(sqldriver.RowsNextResultSet), reads, res)
	if err == nil && !res.HasRows {
		received := s.link.received // the second answer does not count
		err = s.ask("SELECT ROW_COUNT()", func(row []sqldriver.Value) {
			if n, ok := row[0].(int64); ok {
				res.Affected = max(n, 0) // -1: the statement counts none
			}
		})
		s.link.received = received
	}
	if err == nil && misfit != nil {
		return misfit
	}
	return err
}

// drain reads every row of every result set. A value that does not fit is
// returned apart, since the statement has been executed all the same and the
// rest of the answer must leave the connection.
func (s *session) drain(rows sqldriver.RowsNextResultSet, reads []expr.Kind, res *driver.Result) (misfit *driver.Error, err error) {
	defer rows.Close()
	for {
		// Without columns there was no result set, only a count.
		columns := len(rows.Columns())
		res.HasRows = res.HasRows || columns > 0
		s.dest = slices.Grow(s.dest[:0], columns)[:columns]
		for err = rows.Next(s.dest); err == nil; err = rows.Next(s.dest) {
			if res.Rows++; res.Rows == 1 && len(reads) > 0 {
				misfit = s.readRow(reads, res)
			}
		}
		if err != io.EOF {
			return misfit, err
		}
		if !rows.HasNextResultSet() {
			return misfit, nil
		}
		if err = rows.NextResultSet(); err == io.EOF {
			return misfit, nil
		} else if err != nil {
			return misfit, err
		}
	}
}
