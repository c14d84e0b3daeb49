// Package sqlite is the embedded database: the target of a spec that names no
// other, and the quickest way to try one.
//
// It calls SQLite's own C interface, as modernc.org/sqlite has translated it
// to Go, instead of that module's database/sql driver: the driver hides the
// handle that an interrupt needs, does not tell a statement without rows from
// one whose result is empty, turns dates into time.Time, and allocates at
// every step. Here a statement in the cache runs without allocating. It is no
// server: all workers share this process's CPU with the database.
package sqlite

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// database is one file. keeper holds it open, so that the write-ahead log is
// not folded back and removed each time that the last worker leaves.
type database struct {
	target *plan.Target
	path   string
	own    *private // where the file is; nil for a user's file
	keeper *session
}

// Open makes the driver of target; it is a driver.Opener. With at.Path empty
// the database is a new file in a private directory (mode 0700) under the
// system's temporary directory, which Close removes; what a process left that
// was killed before, the next one removes.
//
// Unless the target's session settings say otherwise a session has
// journal_mode WAL, so that readers and the one writer work side by side, and
// synchronous NORMAL, with which a commit outlives the process but perhaps
// not a power cut. A statement that finds the database locked waits up to
// five seconds before it fails with code 5 (SQLITE_BUSY). Each setting of the
// target is run as PRAGMA name = value.
func Open(_ context.Context, target *plan.Target, at driver.Endpoint) (driver.Driver, error) {
	if strings.HasPrefix(at.Path, ":memory:") {
		return nil, &driver.Error{Class: driver.Refused, Code: codeCantOpen,
			Message: "a database in memory cannot be shared by several sessions; leave the file out for a private temporary one"}
	}
	db := &database{target: target, path: at.Path}
	if db.path == "" {
		own, err := newPrivate()
		if err != nil {
			return nil, &driver.Error{Class: driver.Refused, Code: codeCantOpen, Message: "cannot make a directory for the database: " + err.Error()}
		}
		db.own, db.path = own, filepath.Join(own.dir, "assay.db")
	}
	keeper, err := db.open("PRAGMA journal_mode = WAL")
	if err != nil {
		db.Close()
		return nil, err
	}
	db.keeper = keeper
	return db, nil
}

func (db *database) Open(context.Context, int) (driver.Conn, error) {
	s, err := db.open()
	if err != nil {
		return nil, err
	}
	return s, nil
}

// open makes a session, runs the statements given, then the target's own. But
// for a lock, what fails here is not cured by waiting.
func (db *database) open(first ...string) (*session, error) {
	s, err := connect(db.path)
	if err == nil {
		err = s.setUp(append(first, db.setup()...))
	}
	if err == nil {
		return s, nil
	}
	s.Close()
	err.Class = driver.Refused
	if err.Code == codeBusy {
		err.Class = driver.Lost
	}
	return nil, err
}

// setup lists the statements that make a session what the target wants.
func (db *database) setup() []string {
	texts := []string{"PRAGMA synchronous = NORMAL"}
	for _, set := range db.target.Session {
		texts = append(texts, "PRAGMA "+set.Name+" = "+set.Value)
	}
	return append(texts, db.target.Init...)
}

// Close ends the keeper and removes a private database with its directory.
func (db *database) Close() error {
	if db.keeper != nil {
		db.keeper.Close()
	}
	if db.own == nil {
		return nil
	}
	return db.own.remove()
}

// factPragmas are the settings that shape what a benchmark measures.
var factPragmas = []string{
	"auto_vacuum", "busy_timeout", "cache_size", "encoding", "foreign_keys", "journal_mode", "journal_size_limit",
	"locking_mode", "mmap_size", "page_size", "synchronous", "temp_store", "threads", "wal_autocheckpoint",
}

// Facts are the library's version and the pragmas of a new session.
func (db *database) Facts(context.Context) ([]driver.Fact, error) {
	s, err := db.open()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	facts := []driver.Fact{{Name: "product", Value: "sqlite"}}
	ask := func(name, sql string) error {
		var res driver.Result
		st := &driver.Statement{ID: -1, SQL: sql, Reads: []expr.Kind{expr.String}}
		if err := s.Execute(st, nil, &res); err != nil {
			return err
		}
		if len(res.Row) == 1 {
			facts = append(facts, driver.Fact{Name: name, Value: string(res.Row[0].Text)})
		}
		return nil
	}
	if err := ask("version", "SELECT sqlite_version()"); err != nil {
		return nil, err
	}
	for _, name := range factPragmas {
		if err := ask(name, "PRAGMA "+name); err != nil {
			return nil, err
		}
	}
	return facts, nil
}
