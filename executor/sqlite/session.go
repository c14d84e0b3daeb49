package sqlite

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/assay-bench/assay/executor/driver"
	"modernc.org/libc"
	_ "modernc.org/sqlite" // prepares the library in its init
	"modernc.org/sqlite/lib"
)

// session is one connection of the library.
type session struct {
	tls *libc.TLS
	db  uintptr // sqlite3*; 0 once closed

	cache   []prepared // by Statement.ID
	outputs memory     // pointers that the library returns
	sql     memory     // text being prepared
	bound   memory     // text and blobs bound to the statement that runs
	joined  []byte     // what goes into bound
	ends    []int      // where each argument ends in it
	text    []byte     // text of Result.Row

	closing     sync.Mutex   // keeps Close and Interrupt apart
	count       int64        // statements executed
	running     atomic.Int64 // the number of the one that runs, or 0
	interrupted atomic.Int64 // the number of the one that Interrupt is to end
	waiting     time.Time    // since when the running statement waits for a lock
}

// sessions finds a session by its sqlite3*, which is all that the library's
// callback can carry.
var sessions sync.Map

// patience is how long a statement waits for another session's lock.
const patience = 5 * time.Second

// connect opens path. The session is to be closed also after an error.
func connect(path string) (*session, *driver.Error) {
	s := &session{tls: libc.NewTLS()}
	s.sql.holdText(s.tls, path)
	s.outputs.hold(s.tls, 64)
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE | sqlite3.SQLITE_OPEN_NOMUTEX
	rc := sqlite3.Xsqlite3_open_v2(s.tls, s.sql.at, s.outputs.at, flags, 0)
	if s.db = s.outputs.pointer(0); rc != sqlite3.SQLITE_OK {
		return s, s.failure(rc)
	}
	sqlite3.Xsqlite3_extended_result_codes(s.tls, s.db, 1)
	sessions.Store(s.db, s)
	callback := waitForLock
	sqlite3.Xsqlite3_busy_handler(s.tls, s.db, *(*uintptr)(unsafe.Pointer(&callback)), s.db)
	return s, nil
}

// setUp runs statements without arguments.
func (s *session) setUp(texts []string) *driver.Error {
	var res driver.Result
	for _, sql := range texts {
		if err := s.execute(&driver.Statement{ID: -1, SQL: sql}, nil, &res); err != nil {
			return err
		}
	}
	return nil
}

// waitForLock is the library's busy handler: it waits a little longer each
// time, and gives up after patience or an interrupt. The library's own one
// (PRAGMA busy_timeout) would not notice the interrupt.
func waitForLock(_ *libc.TLS, db uintptr, tried int32) int32 {
	found, ok := sessions.Load(db)
	if !ok {
		return 0
	}
	s := found.(*session)
	if tried == 0 {
		s.waiting = time.Now()
	}
	if s.interrupted.Load() == s.count || time.Since(s.waiting) > patience {
		return 0
	}
	const shortest, longest = 100 * time.Microsecond, 20 * time.Millisecond
	time.Sleep(min(shortest<<min(tried, 10), longest))
	return 1
}

// Interrupt ends the running statement. SQLite forgets an interrupt that
// comes before the statement's first step, so it is repeated until the
// statement has ended, ctx is done, or two seconds have passed.
func (s *session) Interrupt(ctx context.Context) error {
	n := s.running.Load()
	if n == 0 {
		return nil
	}
	s.interrupted.Store(n)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	again := time.NewTicker(2 * time.Millisecond)
	defer again.Stop()
	for s.running.Load() == n {
		s.interrupt()
		select {
		case <-ctx.Done():
			return &driver.Error{Class: driver.Failed, Code: codeInterrupt, Message: "the statement did not end when interrupted"}
		case <-again.C:
		}
	}
	return nil
}

func (s *session) interrupt() {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.db == 0 {
		return
	}
	tls := libc.NewTLS() // one belongs to one goroutine
	defer tls.Close()
	sqlite3.Xsqlite3_interrupt(tls, s.db)
}

func (s *session) Host() int { return 0 }

// Close rolls back an open transaction and frees everything. It may be
// called twice.
func (s *session) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.tls == nil {
		return nil
	}
	for i := range s.cache {
		sqlite3.Xsqlite3_finalize(s.tls, s.cache[i].handle)
	}
	sessions.Delete(s.db)
	sqlite3.Xsqlite3_close_v2(s.tls, s.db)
	for _, m := range []*memory{&s.outputs, &s.sql, &s.bound} {
		m.free(s.tls)
	}
	s.tls.Close()
	s.tls, s.db, s.cache = nil, 0, nil
	return nil
}
