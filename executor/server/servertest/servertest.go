// Package servertest gives tests a private MariaDB.
//
// One server is shared by all tests of a test binary, as long as they want
// the same options; each test gets a database of its own. A missing MariaDB
// fails a test: one that skips itself proves nothing.
package servertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/assay-bench/assay/executor/server"
)

// small are settings for a server that starts quickly and is thrown away.
var small = []string{
	"innodb_buffer_pool_size=64M", "innodb_log_file_size=32M", "innodb_flush_log_at_trx_commit=0",
	"innodb_buffer_pool_dump_at_shutdown=OFF", "innodb_fast_shutdown=2", "sync_binlog=0", "performance_schema=OFF", "max_connections=1100",
}

// Option changes the server that a test wants.
type Option func(*server.Options)

// Setting adds an option of the server, as "name=value".
func Setting(setting string) Option {
	return func(o *server.Options) { o.Settings = append(o.Settings, setting) }
}

// Plugin has the server load a plugin, such as "ha_rocksdb".
func Plugin(name string) Option {
	return func(o *server.Options) { o.Plugins = append(o.Plugins, name) }
}

// TCP has the server listen on a free port of 127.0.0.1 too.
func TCP() Option {
	return func(o *server.Options) { o.Port = server.AnyPort }
}

var (
	shared     = map[string]*server.Server{} // by options
	sharedLock sync.Mutex
)

// Run is to be called by a package's TestMain, and its result passed to
// os.Exit: it runs the tests, then stops the servers that they shared.
func Run(m *testing.M) int {
	code := m.Run()
	sharedLock.Lock()
	defer sharedLock.Unlock()
	for _, s := range shared {
		if err := s.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "stopping the shared server:", err)
			code = max(code, 1)
		}
	}
	return code
}

// MariaDB gives the server that the tests of this binary share. The package
// needs a TestMain with Run.
func MariaDB(t testing.TB, options ...Option) *server.Server {
	t.Helper()
	o := with(options)
	sharedLock.Lock()
	defer sharedLock.Unlock()
	key := fmt.Sprintf("%+v", o)
	if s := shared[key]; s != nil && s.Running() {
		return s
	}
	shared[key] = start(t, o)
	return shared[key]
}

// Own gives a server that t alone uses and may kill; it stops with t.
func Own(t testing.TB, options ...Option) *server.Server {
	t.Helper()
	s := start(t, with(options))
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Errorf("stopping the server: %v", err)
		}
	})
	return s
}

func with(options []Option) server.Options {
	o := server.Options{Settings: small[:len(small):len(small)]}
	for _, option := range options {
		option(&o)
	}
	return o
}

func start(t testing.TB, o server.Options) *server.Server {
	t.Helper()
	s, err := server.Start(context.Background(), o)
	if err != nil {
		t.Fatalf("this test needs MariaDB (make packages installs it): %v", err)
	}
	return s
}

var databases atomic.Int64

// Database makes a database that no other test of this binary has, drops it
// at the end of t, and returns its name.
func Database(t testing.TB, s *server.Server) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", databases.Add(1))
	SQL(t, s, "CREATE DATABASE "+name+" CHARACTER SET utf8mb4")
	t.Cleanup(func() {
		if s.Running() {
			SQL(t, s, "DROP DATABASE IF EXISTS "+name)
		}
	})
	return name
}

// SQL runs statements as root with MariaDB's own client, which shares no code
// with what is being tested, and returns the output: rows as lines, columns
// separated by tabs, no headings.
func SQL(t testing.TB, s *server.Server, statements string) string {
	t.Helper()
	client := exec.Command("mariadb", "--no-defaults", "--user=root", "--socket="+s.Socket, "--batch", "--skip-column-names", "--execute", statements)
	out, err := client.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", statements, err, out)
	}
	return strings.TrimSpace(string(out))
}
