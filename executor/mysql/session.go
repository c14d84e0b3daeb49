package mysql

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
	library "github.com/go-sql-driver/mysql"
)

// connection is what the module's connections offer. Its methods without a
// context are used throughout: with one that can be cancelled, each call
// would wake a goroutine.
type connection interface {
	Prepare(query string) (sqldriver.Stmt, error)
	Exec(query string, args []sqldriver.Value) (sqldriver.Result, error)
	Query(query string, args []sqldriver.Value) (sqldriver.Rows, error)
	Close() error
}

// session is one connection to a server.
type session struct {
	db    *database
	host  int
	conn  connection
	link  *link
	fast  *fast  // nil: all statements go through the module
	id    uint64 // the server's connection number
	lexis lexis  // how this session's server reads texts
	most  int    // bytes of a statement that the server takes; 0: not known
	cache []cached

	prepared int64  // statements in the cache that are
	broken   bool   // lost: every further statement fails
	alone    bool   // one of those that wait by themselves
	dynamic  cached // of the running statement, if it has no number

	args []sqldriver.Value // of the running statement
	dest []sqldriver.Value // the columns of a row
	sent []byte            // text of the running statement, or of its instants
	text []byte            // of Result.Row

	count       int64        // statements executed
	running     atomic.Int64 // the number of the one that runs, or 0
	interrupted atomic.Int64 // the number of the one that Interrupt is to end
}

// Limits of waiting where the caller's context sets none.
const (
	connectTimeout = 10 * time.Second       // unless the endpoint sets one
	killTimeout    = time.Second            // to connect once more and send KILL
	dieTimeout     = 500 * time.Millisecond // for a statement to end once killed
)

// connect makes a session without settings. Errors are the module's.
func (db *database) connect(ctx context.Context, host int) (*session, error) {
	limit := db.at.Timeout
	if limit == 0 {
		limit = connectTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s := &session{db: db, host: host}
	config, err := db.config(host)
	if err != nil {
		return nil, err
	}
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		s.link = &link{Conn: conn}
		return s.link, nil
	}
	connector, err := library.NewConnector(config)
	if err != nil {
		return nil, err
	}
	conn, err := connector.Connect(ctx)
	if heard := config.Logger.(*overheard).err; heard != nil && (errors.Is(err, library.ErrInvalidConn) || errors.Is(err, sqldriver.ErrBadConn)) {
		err = heard
	}
	if err != nil {
		return nil, err
	}
	s.conn = conn.(connection)
	return s, nil
}

// dial connects. Where the queue of a Unix socket is full the system refuses
// at once (EAGAIN); over TCP it would wait, and so this does.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	var dialer net.Dialer
	for {
		conn, err := dialer.DialContext(ctx, network, address)
		if !errors.Is(err, syscall.EAGAIN) {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// setUp makes the session what the target wants, then asks the server what it
// has become: how to write literals depends on it.
func (s *session) setUp(target *plan.Target) error {
	var texts []string
	if target.Charset != "" {
		names := "SET NAMES " + target.Charset
		if target.Collation != "" {
			names += " COLLATE " + target.Collation
		}
		texts = append(texts, names)
	}
	if len(target.Session) > 0 {
		settings := make([]string, len(target.Session))
		for i, v := range target.Session {
			settings[i] = v.Name + " = " + v.Value
		}
		texts = append(texts, "SET "+strings.Join(settings, ", "))
	}
	for _, sql := range append(texts, target.Init...) {
		if err := s.run(&driver.Statement{ID: -1, SQL: sql}, nil, &driver.Result{}); err != nil {
			return err
		}
	}
	return s.ask("SELECT CAST(CONNECTION_ID() AS CHAR), @@SESSION.sql_mode, @@SESSION.character_set_client, CAST(@@SESSION.max_allowed_packet AS CHAR)", func(row []sqldriver.Value) {
		s.id, _ = strconv.ParseUint(text(row[0]), 10, 64)
		s.lexis = lexisOf(text(row[1]), text(row[2]))
		s.most, _ = strconv.Atoi(text(row[3]))
	})
}

// Host implements driver.Conn.
func (s *session) Host() int { return s.host }

// Close says goodbye to the server, unless the connection is lost. It may be
// called twice.
func (s *session) Close() error {
	s.broken = true
	if s.alone {
		s.alone = false
		s.db.alone.Add(-1)
	}
	s.link.retire()
	// What the server answers to that concerns nobody any more.
	s.conn.Close()
	return nil
}

// Interrupt has the server end the running statement by KILL QUERY over
// another connection. If that fails, or the statement goes on for half a
// second more, the session's own connection is cut: the worker is free then, but
// the server may go on with the statement.
func (s *session) Interrupt(ctx context.Context) error {
	n := s.running.Load()
	if n == 0 {
		return nil
	}
	s.interrupted.Store(n)
	if err := s.kill(ctx); err != nil {
		return s.link.cut()
	}
	time.AfterFunc(dieTimeout, func() {
		if s.running.Load() == n {
			s.link.cut()
		}
	})
	return nil
}

// kill sends KILL QUERY over a connection of its own, which has a second.
func (s *session) kill(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, killTimeout)
	defer cancel()
	other, err := s.db.connect(ctx, s.host)
	if err != nil {
		return err
	}
	defer other.Close()
	if deadline, ok := ctx.Deadline(); ok {
		other.link.SetDeadline(deadline)
	}
	_, err = other.conn.Exec("KILL QUERY "+strconv.FormatUint(s.id, 10), nil)
	return err
}
