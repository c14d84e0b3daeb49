package executor

import (
	"context"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
)

// session is one place in a driver and the connection that holds it now. Its
// worker is the only one to change conn; the lock is for the guard, which
// interrupts from outside, and is not taken to execute.
type session struct {
	driver driver.Driver
	target string   // its name, for messages
	number int      // of the session, kept by a new connection, so that the host stays
	hosts  []uint16 // the archive's codes of the driver's hosts
	host   uint16   // code of the connection's

	mu   sync.Mutex
	conn driver.Conn // nil while there is none
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
	return nil
}

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
