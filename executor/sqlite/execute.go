package sqlite

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"modernc.org/sqlite/lib"
)

// prepared is one compiled statement.
type prepared struct {
	handle  uintptr // sqlite3_stmt*; 0: none
	columns int     // of its result; 0 for a statement without rows
	params  int     // arguments that it takes
	matches bool    // an UPDATE or DELETE: SQLite counts each row that its WHERE matched
	undoes  bool    // a ROLLBACK of the whole transaction
}

// Execute runs the statement. One with Prepare is compiled on first use and
// kept; others, and texts of several statements, are compiled each time. There
// is no wire and so no text protocol: arguments are always bound.
func (s *session) Execute(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	if err := s.execute(st, args, res); err != nil {
		return err
	}
	return nil
}

// execute is Execute with an error of the type that it has.
func (s *session) execute(st *driver.Statement, args []expr.Value, res *driver.Result) *driver.Error {
	res.Reset()
	if s.db == 0 {
		return &driver.Error{Class: driver.Lost, Code: driver.CodeGone, Message: "the session is closed"}
	}
	s.text = s.text[:0]
	s.count++
	s.running.Store(s.count)
	err := s.runText(st, args, res)
	s.running.Store(0)
	if err != nil && s.interrupted.Load() == s.count {
		err.Class, err.Code = driver.Interrupted, codeInterrupt
	}
	return err
}

// runText runs all statements of a text in turn, each with its share of args.
func (s *session) runText(st *driver.Statement, args []expr.Value, res *driver.Result) *driver.Error {
	if st.Prepare && st.ID >= 0 && st.ID < len(s.cache) && s.cache[st.ID].handle != 0 {
		return s.run(&s.cache[st.ID], st.Reads, args, res)
	}
	rest := st.SQL
	for first := true; rest != ""; first = false {
		one, after, err := s.prepare(rest)
		if err != nil {
			return err
		}
		rest = strings.TrimLeft(after, " \t\r\n;")
		if one.handle == 0 { // white space or a comment
			continue
		}
		if first && rest == "" && st.Prepare && st.ID >= 0 {
			return s.run(s.keep(st.ID, one), st.Reads, args, res)
		}
		share := min(one.params, len(args))
		if rest == "" {
			share = len(args)
		}
		err = s.run(&one, st.Reads, args[:share], res)
		sqlite3.Xsqlite3_finalize(s.tls, one.handle)
		if err != nil {
			return err
		}
		args = args[share:]
	}
	return nil
}

// keep puts a compiled statement into the cache.
func (s *session) keep(id int, one prepared) *prepared {
	if id >= len(s.cache) {
		s.cache = slices.Grow(s.cache, id+1-len(s.cache))[:id+1]
	}
	s.cache[id] = one
	return &s.cache[id]
}

// prepare compiles the first statement of sql and gives the text after it.
func (s *session) prepare(sql string) (one prepared, rest string, err *driver.Error) {
	s.sql.holdText(s.tls, sql)
	second := s.outputs.at + unsafe.Sizeof(s.outputs.at)
	rc := sqlite3.Xsqlite3_prepare_v2(s.tls, s.db, s.sql.at, int32(len(sql)+1), s.outputs.at, second)
	if rc != sqlite3.SQLITE_OK {
		return prepared{}, "", s.failure(rc)
	}
	handle, tail := s.outputs.pointer(0), s.outputs.pointer(1)
	rest = sql[min(int(tail-s.sql.at), len(sql)):]
	if handle == 0 {
		return prepared{}, rest, nil
	}
	verb := driver.Verb(sql)
	return prepared{
		handle:  handle,
		columns: int(sqlite3.Xsqlite3_column_count(s.tls, handle)),
		params:  int(sqlite3.Xsqlite3_bind_parameter_count(s.tls, handle)),
		matches: verb == "UPDATE" || verb == "DELETE",
		undoes:  verb == "ROLLBACK" && !strings.Contains(strings.ToUpper(sql), " TO "),
	}, rest, nil
}

// run executes one statement and adds its answer to res.
func (s *session) run(one *prepared, reads []expr.Kind, args []expr.Value, res *driver.Result) *driver.Error {
	if len(args) != one.params {
		return driver.WrongArguments(one.params, len(args))
	}
	// After some errors SQLite has rolled back by itself. The ROLLBACK that
	// follows any error then succeeds, as it does on a server.
	if one.undoes && sqlite3.Xsqlite3_get_autocommit(s.tls, s.db) != 0 {
		return nil
	}
	if err := s.bind(one.handle, args); err != nil {
		return err
	}
	before := sqlite3.Xsqlite3_total_changes64(s.tls, s.db)
	err := s.drain(one, reads, res)
	// A reset repeats the error of the step that failed.
	sqlite3.Xsqlite3_reset(s.tls, one.handle)
	if err != nil || one.columns > 0 {
		return err
	}
	// The number of changes stays that of the last INSERT, UPDATE or DELETE
	// through BEGIN, COMMIT and DDL; the total tells whether it is ours.
	var changed int64
	if sqlite3.Xsqlite3_total_changes64(s.tls, s.db) != before {
		changed = sqlite3.Xsqlite3_changes64(s.tls, s.db)
	}
	res.Affected += changed
	if one.matches {
		res.Matched = max(res.Matched, 0) + changed
	}
	return nil
}

// drain steps to the end. A value that does not fit is reported after the
// last row, since the statement has been executed all the same.
func (s *session) drain(one *prepared, reads []expr.Kind, res *driver.Result) *driver.Error {
	// The column count of a compiled statement changes only when the library
	// compiles it anew after a change of the schema, in its first step.
	var misfit *driver.Error
	res.HasRows = res.HasRows || one.columns > 0
	for {
		switch rc := sqlite3.Xsqlite3_step(s.tls, one.handle); rc {
		case sqlite3.SQLITE_DONE:
			return misfit
		case sqlite3.SQLITE_ROW:
			if res.Rows++; res.Rows == 1 {
				one.columns = int(sqlite3.Xsqlite3_column_count(s.tls, one.handle))
				misfit = s.readRow(one, reads, res)
			}
			res.Bytes += s.rowBytes(one)
		default:
			return s.failure(rc)
		}
	}
}
