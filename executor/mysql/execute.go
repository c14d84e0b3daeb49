package mysql

import (
	"slices"
	"strings"
	"unsafe"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/wire"
	"github.com/assay-bench/assay/planner/expr"
)

// cached is what a session knows of a statement.
type cached struct {
	known    bool
	silent   bool            // cannot answer with rows
	file     bool            // may send a file of this machine, which the module does
	asText   bool            // prepared is wanted, but the server cannot
	prepared statement       // by the module; nil: not yet, or sent as text
	ready    *wire.Statement // the same, by the fast path
	pieces   []string        // of the text, between the placeholders
}

// Execute runs the statement; one with Prepare is prepared on first use,
// which is part of that execution. What a server cannot prepare is sent as
// text, for the rest of the session.
func (s *session) Execute(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	res.Reset()
	if s.broken {
		return gone()
	}
	s.text = s.text[:0]
	s.link.received = 0
	s.count++
	s.running.Store(s.count)
	err := s.run(st, args, res)
	s.running.Store(0)
	res.Bytes = s.link.received
	if err != nil {
		return s.failure(err)
	}
	return nil
}

// run executes st the way that it goes: as a stream, prepared, or as text.
func (s *session) run(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	if st.Data != nil {
		return s.load(st, res)
	}
	// Literals, of which alone joined texts consist, name their own charset.
	if st.Rows == 0 && s.lexis.foreignTo(unsafe.Slice(unsafe.StringData(st.SQL), len(st.SQL))) {
		return foreignText()
	}
	c := s.lookUp(st)
	if st.Prepare && st.ID >= 0 && !c.isPrepared() && !c.asText {
		if err := s.prepare(c, st.SQL); err != nil {
			return err
		}
	}
	if c.isPrepared() && !s.lexis.anyForeign(args) {
		return s.runPrepared(c, st.Reads, args, res)
	}
	err := s.runText(c, st, args, res)
	if err == nil && st.Rows > 0 && s.lexis.lenient && (s.fast == nil || s.fast.answer.Warnings() > 0) {
		return s.changed()
	}
	return err
}

// isPrepared tells whether the server has the statement.
func (c *cached) isPrepared() bool { return c.prepared != nil || c.ready != nil }

// changed is an error if the rows just inserted are not what was sent: without
// a strict sql_mode a server stores '?' for characters that a column cannot
// hold, and only warns.
func (s *session) changed() (err error) {
	s.link.aside(func() { err = s.findChanged() })
	return err
}

// findChanged looks among the last statement's warnings.
func (s *session) findChanged() error {
	var found error
	err := s.ask("SHOW WARNINGS", func(row []sqldriver.Value) {
		n, _ := row[1].(int64)
		if found == nil && (n == errWrongValue || n == errWrongString) {
			found = &driver.Error{Code: int(n), Message: "rows were stored with other characters than they have, since the session's sql_mode is not strict: " + text(row[2])}
		}
	})
	if err != nil {
		return err
	}
	return found
}

// lookUp gives the session's knowledge of st; of dynamic text it has none.
func (s *session) lookUp(st *driver.Statement) *cached {
	if st.ID < 0 {
		s.dynamic = cached{}
		return s.learn(&s.dynamic, st.SQL)
	}
	if st.ID >= len(s.cache) {
		s.cache = slices.Grow(s.cache, st.ID+1-len(s.cache))[:st.ID+1]
	}
	c := &s.cache[st.ID]
	if !c.known {
		s.learn(c, st.SQL)
	}
	return c
}

// learn finds out what the text says of itself.
func (s *session) learn(c *cached, sql string) *cached {
	c.known, c.silent = true, silent(sql)
	c.file = s.db.localFiles.Load() && driver.Verb(sql) == "LOAD"
	return c
}

// prepare prepares a statement, or notes that it goes as text from now on: the
// preflight's share is used up, or the server has no room or cannot.
func (s *session) prepare(c *cached, sql string) error {
	if s.prepared >= s.db.prepares.Load() {
		s.db.noRoom.Add(1)
		c.asText = true
		return nil
	}
	err := s.prepareOn(c, sql)
	switch code(err) {
	case 0: // no error, or one of the connection
		if err == nil {
			s.prepared++
		}
		return err
	case errPrepareUnsupported:
		s.db.unsupported.Add(1)
	case errPrepareNoRoom:
		s.db.noRoom.Add(1)
	default:
		return err
	}
	c.asText = true
	return nil
}

// prepareOn prepares by the fast path, or else by the module.
func (s *session) prepareOn(c *cached, sql string) (err error) {
	if s.fast != nil {
		c.ready, err = s.fast.prepare(sql)
		return err
	}
	prepared, err := s.conn.Prepare(sql)
	if err == nil {
		c.prepared = prepared.(statement)
	}
	return err
}

// params is how many arguments a prepared statement takes.
func (c *cached) params() int {
	if c.ready != nil {
		return c.ready.Params()
	}
	return c.prepared.NumInput()
}

// runPrepared executes a statement that the server has. One that is too large is
// refused here, as the server would hang up without a word.
func (s *session) runPrepared(c *cached, reads []expr.Kind, args []expr.Value, res *driver.Result) error {
	if want := c.params(); want != len(args) {
		return driver.WrongArguments(want, len(args))
	}
	if size := wire.ExecuteSize(args); s.most > 0 && size >= s.most {
		return s.tooLarge(size)
	}
	if c.ready != nil {
		return s.fast.execute(c.ready, args, reads, res)
	}
	s.bind(args)
	if c.silent {
		done, err := c.prepared.Exec(s.args)
		return affected(done, err, res)
	}
	rows, err := c.prepared.Query(s.args)
	return s.answer(rows, err, reads, res)
}

// runText executes a statement as text, with its arguments as literals in it.
func (s *session) runText(c *cached, st *driver.Statement, args []expr.Value, res *driver.Result) error {
	sql := st.SQL
	if len(args) > 0 || strings.IndexByte(sql, '?') >= 0 {
		if c.pieces == nil { // they are the same each time
			c.pieces = s.lexis.split(sql)
		}
		if want := len(c.pieces) - 1; want != len(args) {
			return driver.WrongArguments(want, len(args))
		}
		s.sent = s.lexis.join(s.sent[:0], c.pieces, args)
		// The text is copied into a packet before anything else happens to it.
		sql = unsafe.String(unsafe.SliceData(s.sent), len(s.sent))
	}
	if s.most > 0 && len(sql) >= s.most {
		return s.tooLarge(len(sql))
	}
	if s.fast != nil && !c.file {
		return s.fast.query(sql, st.Reads, res)
	}
	return s.queryModule(c.silent, sql, st.Reads, res)
}
