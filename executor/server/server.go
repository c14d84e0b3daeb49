// Package server starts and stops a private MariaDB or MySQL server in a
// directory of its own.
//
// It is for tests and for the server blocks of a spec. It never touches a
// server that it did not start: the directory is new or one that it made, the
// configuration files of the system are not read, and without Options.Port
// nothing listens but a Unix socket in that directory. Installing the data
// directory of MariaDB 10.11 takes about a second, starting about half one.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// Options say which server to start and how. The zero Options start the
// MariaDB or MySQL that is installed, with its own defaults.
type Options struct {
	Program   string        // path or name of the server's program; empty: the first of mariadbd and mysqld; names are searched in PATH, /usr/sbin, /usr/local/sbin, …
	Version   string        // constraint that the program must meet, as plan.Satisfies reads it; empty: any
	Settings  []string      // options as "name=value" or "name"; a later one wins
	Plugins   []string      // shared libraries to load, such as "ha_rocksdb"
	Databases []string      // made at the start if they do not exist
	Port      int           // on 127.0.0.1; 0: no TCP; AnyPort: one that is free
	Password  string        // of root; with a Port everybody on the machine could connect otherwise; empty: none
	Dir       string        // the data stays here and is used again; empty: a temporary directory that Stop removes
	User      string        // whom the server runs as when root starts it; empty: mysql, or else nobody
	Start     time.Duration // limit for starting; 0: one minute
	Stop      time.Duration // limit for shutting down before the process is killed; 0: one minute
}

// AnyPort as Options.Port asks for a free one.
const AnyPort = -1

// Server is a server that this process has started. Its user root may connect
// through the socket, and through the port if any, with Options.Password.
type Server struct {
	Socket string // path of the Unix socket, shorter than the system's limit of 107 bytes
	Port   int    // on 127.0.0.1, or 0
	Dir    string // holds data/, the log and the socket; mode 0700

	options Options
	program program
	account account
	process *process
	marker  *os.File // of a temporary Dir; nil for one of the caller's
	stopped bool     // the process was asked to end
}

// Start installs a data directory, unless Dir has one, starts the server and
// waits until it greets a client. An error after the server had begun to log
// ends with the last lines of its log.
func Start(ctx context.Context, options Options) (*Server, error) {
	s, err := begin(ctx, options)
	if err == nil || s == nil {
		return s, err
	}
	return nil, errors.Join(err, s.Stop())
}

// begin is Start, but a server that fails on the way is left for its log to be
// read and for Stop; nil if there is none yet.
func begin(ctx context.Context, options Options) (*Server, error) {
	options.Start = defaultTo(options.Start, time.Minute)
	options.Stop = defaultTo(options.Stop, time.Minute)
	found, err := find(ctx, options.Program, options.Version)
	if err != nil {
		return nil, err
	}
	s := &Server{options: options, program: found}
	if s.account, err = accountFor(options.User); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		return s, err
	}
	return s, s.Restart(ctx)
}

// defaultTo is d, or the default if it was left out.
func defaultTo(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

// prepare makes the directory and the data in it, and chooses the port.
func (s *Server) prepare(ctx context.Context) error {
	var err error
	if s.Dir, s.marker, err = makeDir(s.options.Dir, s.account); err != nil {
		return err
	}
	s.Socket = filepath.Join(s.Dir, socketName)
	if s.Port = s.options.Port; s.Port == AnyPort {
		if s.Port, err = freePort(); err != nil {
			return fmt.Errorf("cannot find a free port: %w", err)
		}
	}
	if err := s.writeInit(); err != nil {
		return err
	}
	data := filepath.Join(s.Dir, "data")
	if _, err := os.Stat(filepath.Join(data, "mysql")); err == nil {
		return nil
	}
	// A directory without system tables is the rest of an install that failed.
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.Start)
	defer cancel()
	return s.install(ctx, data)
}

// Restart starts the server again on its data, after Shutdown, Kill, a crash,
// or a shutdown from within. The port and the socket stay the same.
func (s *Server) Restart(ctx context.Context) error {
	if s.Running() {
		return errors.New("the server is running already")
	}
	started, err := launch(exec.Command(s.program.path, s.arguments()...), s.account, s.marker)
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", s.program.path, err)
	}
	s.process, s.stopped = started, false
	ctx, cancel := context.WithTimeout(ctx, s.options.Start)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		s.Kill()
		if errors.Is(ctx.Err(), context.Canceled) {
			return ctx.Err()
		}
		return fmt.Errorf("%s did not start: %w%s", s.program.path, err, s.logTail())
	}
	return nil
}

func (s *Server) logFile() string { return filepath.Join(s.Dir, "error.log") }

// Version is what the server program says of itself, for instance
// "10.11.6-MariaDB".
func (s *Server) Version() string { return s.program.version }

// Running tells whether the process is alive.
func (s *Server) Running() bool {
	if s.process == nil {
		return false
	}
	select {
	case <-s.process.ended:
		return false
	default:
		return true
	}
}

// Address is where clients connect: the port if there is one, else the socket.
func (s *Server) Address() string {
	if s.Port != 0 {
		return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port))
	}
	return s.Socket
}

// Ended is closed when the process that was last started has ended, for
// whatever reason.
func (s *Server) Ended() <-chan struct{} { return s.process.ended }

// Err says why a server that was not told to end has ended, with the last
// lines of its log; nil while it runs and after Shutdown.
func (s *Server) Err() error {
	if !s.crashed() {
		return nil
	}
	return fmt.Errorf("%s ended by itself (%v)%s", s.program.path, s.process.cmd.ProcessState, s.logTail())
}

// crashed tells whether the process ended unasked.
func (s *Server) crashed() bool { return !s.stopped && !s.Running() }

// Shutdown ends the server and keeps its directory for Restart. A server that
// takes longer than Options.Stop is killed, or than a few seconds once ctx has
// ended: somebody waits then, and will hardly want the data. It is recovered at
// the next start.
func (s *Server) Shutdown(ctx context.Context) error {
	if !s.Running() {
		return nil
	}
	s.stopped = true
	s.process.terminate()
	select {
	case <-s.process.ended:
		return nil
	case <-time.After(s.options.Stop):
	case <-ctx.Done():
		select {
		case <-s.process.ended:
			return nil
		case <-time.After(min(s.options.Stop, hasty)):
		}
	}
	s.process.kill()
	<-s.process.ended
	return nil
}

// hasty is how long an interrupted run waits for its servers.
const hasty = 3 * time.Second

// Stop shuts the server down and removes a temporary directory. Stopping twice
// is no error.
func (s *Server) Stop() error {
	err := s.Shutdown(context.Background())
	if s.marker == nil {
		return err
	}
	err = errors.Join(err, removeDir(s.Dir))
	s.marker.Close() // the lock ends with it, when there is nothing left to guard
	return err
}

// Kill ends the server at once, as a crash would, and waits for its end. The
// data stays for Restart, which then recovers it.
func (s *Server) Kill() {
	if s.Running() {
		s.process.kill()
		<-s.process.ended
	}
}

// freePort asks the system for a port that nobody listens on. Another process
// may take it before the server does; Start then fails.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
