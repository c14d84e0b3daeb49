// Package mysql is the driver of MySQL and MariaDB, on go-sql-driver/mysql,
// which it alone imports.
//
// The module connects and authenticates, at the level of database/sql/driver:
// one connection for each session, which a pool would choose for us. From then
// on a session has packets of its own (executor/wire) and its own way to wait,
// and a statement allocates nothing; see fast and descriptor. Where TLS or
// compression hides the packets, statements go through the module as well,
// which allocates (see the benchmark).
package mysql

import (
	"context"
	"crypto/tls"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// database is a target: what its sessions have in common.
type database struct {
	target *plan.Target
	at     driver.Endpoint
	secure *tls.Config // nil: plain connections

	// Statements, counted once a session, that were to be prepared and are
	// sent as text: since the server had no room for more (error 1461, or the
	// session's share was used up), or since it cannot prepare their kind (1295).
	noRoom, unsupported atomic.Int64

	fast, library atomic.Int64 // sessions opened, with the fast path and without
	alone         atomic.Int64 // sessions open that wait by themselves

	// Set by Preflight: how many statements a session may prepare, and
	// whether the server may ask for files of this machine.
	prepares   atomic.Int64
	localFiles atomic.Bool
}

// Open makes the driver of target; it is a driver.Opener. It does not connect
// yet, but reads the certificates. Hosts are "name:port", where the port may be
// left out, or the path of a Unix socket.
func Open(_ context.Context, target *plan.Target, at driver.Endpoint) (driver.Driver, error) {
	if len(at.Hosts) == 0 {
		return nil, &driver.Error{Class: driver.Refused, Code: driver.CodeConnect, Message: "the target has neither a host nor a socket"}
	}
	secure, err := secure(target, &at)
	if err != nil {
		return nil, err
	}
	db := &database{target: target, at: at, secure: secure}
	db.prepares.Store(math.MaxInt64)
	return db, nil
}

// Close has nothing to free: sessions are closed by who opened them.
func (db *database) Close() error { return nil }

// Open connects session n, to the host whose turn it is. The session settings
// are made with one SET, then the target's init statements run.
func (db *database) Open(ctx context.Context, n int) (driver.Conn, error) {
	host := n % len(db.at.Hosts)
	s, err := db.connect(ctx, host)
	if err != nil {
		return nil, db.openFailure(err, host)
	}
	if err := s.setUp(db.target); err != nil {
		s.Close()
		return nil, db.openFailure(err, host)
	}
	s.quicken()
	return s, nil
}

// Facts asks each host for its version and its global variables, and tells
// how many statements could not be prepared and which way sessions went. Beside
// the error of a host that is away it gives the facts of the others.
func (db *database) Facts(ctx context.Context) ([]driver.Fact, error) {
	var facts []driver.Fact
	var first error
	for host := range db.at.Hosts {
		of, err := db.hostFacts(ctx, host)
		if err != nil && first == nil {
			first = db.openFailure(err, host)
		}
		facts = append(facts, of...)
	}
	return append(facts,
		driver.Fact{Name: "client.unprepared_no_room", Value: strconv.FormatInt(db.noRoom.Load(), 10)},
		driver.Fact{Name: "client.unprepared_unsupported", Value: strconv.FormatInt(db.unsupported.Load(), 10)},
		driver.Fact{Name: "client.sessions_fast", Value: strconv.FormatInt(db.fast.Load(), 10)},
		driver.Fact{Name: "client.sessions_library", Value: strconv.FormatInt(db.library.Load(), 10)},
	), first
}

// hostFacts asks one host. It is MariaDB if its version, or the comment on that,
// says so.
func (db *database) hostFacts(ctx context.Context, host int) ([]driver.Fact, error) {
	s, err := db.connect(ctx, host)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	facts := []driver.Fact{{Host: host, Name: "product", Value: "mysql"}}
	err = s.ask("SELECT 'version', @@version UNION ALL SELECT 'version_comment', @@version_comment", func(row []sqldriver.Value) {
		facts = append(facts, driver.Fact{Host: host, Name: text(row[0]), Value: text(row[1])})
		if strings.Contains(text(row[1]), "MariaDB") {
			facts[0].Value = "mariadb"
		}
	})
	if err != nil {
		return nil, err
	}
	err = s.ask("SHOW GLOBAL VARIABLES", func(row []sqldriver.Value) {
		if name := text(row[0]); name != "version" && name != "version_comment" {
			facts = append(facts, driver.Fact{Host: host, Name: name, Value: text(row[1])})
		}
	})
	return facts, err
}

// ask runs a query of ours and gives each row to use.
func (s *session) ask(sql string, use func(row []sqldriver.Value)) error {
	rows, err := s.conn.Query(sql, nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	row := make([]sqldriver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(row); err {
		case nil:
			use(row)
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// text is a column of a text result whose type is known to be a string.
func text(v sqldriver.Value) string {
	b, _ := v.([]byte)
	return string(b)
}
