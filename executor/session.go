package executor

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// session is one place in a driver and the connection that holds it now. Its
// worker is the only one to change conn; the lock is for the guard, which
// interrupts from outside, and is not taken to execute.
type session struct {
	driver driver.Driver
	target string        // its name, for messages
	number int           // of the session, kept by a new connection, so that the host stays
	hosts  []uint16      // the archive's codes of the driver's hosts
	names  []string      // of these
	down   []atomic.Bool // of these, those that no worker could get back to; shared
	host   uint16        // code of the connection's or, before it is made, of the host whose turn it is

	mu       sync.Mutex
	conn     driver.Conn // nil while there is none
	blocking bool        // conn blocks a goroutine though its worker has a seat
}

// open makes the connection.
func (s *session) open(ctx context.Context) error {
	conn, err := s.driver.Open(ctx, s.number)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.conn = conn
	s.mu.Unlock()
	s.host = s.hosts[conn.Host()]
	s.down[conn.Host()].Store(false)
	return nil
}

// turn is the index of the host that the session goes to: drivers take them
// in turn.
func (s *session) turn() int { return s.number % len(s.hosts) }

// openAnywhere makes the connection to the host whose turn it is or, if that
// is away, to any other: for work that is to be done once.
func (s *session) openAnywhere(ctx context.Context) error {
	var first error
	for range s.hosts {
		err := s.open(ctx)
		if e := asDriverError(err); e == nil || e.Class != driver.Lost {
			return err
		}
		first = firstOf(first, err)
		s.number++
	}
	return first
}

// spare tells whether a run can do without the session's host, to which no
// connection could be made for as long as the rules say: another host of the
// target is not known to be away.
func (s *session) spare() bool {
	s.down[s.turn()].Store(true)
	for i := range s.down {
		if !s.down[i].Load() {
			return true
		}
	}
	return false
}

// literals is how the connection writes values; nil if there is none, or it
// writes none. Any goroutine may ask, and write with it.
func (s *session) literals() driver.Literals {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, _ := s.conn.(driver.Literals)
	return l
}

// execute executes on the connection, if there is one.
func (s *session) execute(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	if s.conn == nil {
		res.Reset()
		return errNoConnection
	}
	return s.conn.Execute(st, args, res)
}

// errNoConnection is for a worker whose host is away.
var errNoConnection = &driver.Error{Class: driver.Lost, Code: driver.CodeGone, Message: "there is no connection"}

// interrupt ends what the session is executing, if anything. The lock is held
// meanwhile, so that the connection cannot be closed, and its number on the
// server belong to somebody else, before the server has been told.
func (s *session) interrupt(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		// A session that cannot be interrupted now is tried again soon.
		_ = s.conn.Interrupt(ctx)
	}
}

// close gives the connection up. What the server says to that changes nothing:
// the connection may be the broken one that is being replaced.
func (s *session) close() {
	s.mu.Lock()
	conn := s.conn
	s.conn = nil
	s.mu.Unlock()
	if conn != nil {
		_ = conn.Close()
	}
}
