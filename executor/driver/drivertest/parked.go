//go:build unix

package drivertest

import (
	"context"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// Parked is a driver whose sessions wait for a socket, as those of a server do:
// for tests of who waits, and how. What the other end says is the test's.
type Parked struct {
	// Answer fills the result of a statement of session n. It runs on the
	// server's side, so it may take its time.
	Answer func(n int, sql string, res *driver.Result) error
	// Opening is asked about each connection that is to be made; nil: all are.
	Opening func(ctx context.Context, n int) error
	// Lend is whether session n lends its waiting to a Poller when it was open
	// so many times before; nil: all do.
	Lend func(n, before int) bool

	live  atomic.Int64
	mu    sync.Mutex
	opens map[int]int // of each session
}

// Live is how many sessions are open.
func (d *Parked) Live() int64 { return d.live.Load() }

// Facts tells what any database does.
func (d *Parked) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "product", Value: "parked"}, {Name: "version", Value: "1"}}, nil
}

// Close frees nothing.
func (d *Parked) Close() error { return nil }

// Transport is the one that has loops spin, batch and pin.
func (d *Parked) Transport() driver.Transport { return driver.Socket }

// Open makes session n, and the goroutine that answers it.
func (d *Parked) Open(ctx context.Context, n int) (driver.Conn, error) {
	if d.Opening != nil {
		if err := d.Opening(ctx, n); err != nil {
			return nil, err
		}
	}
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		err = syscall.SetNonblock(fds[1], true)
	}
	if err != nil {
		return nil, &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: err.Error()}
	}
	s := &parked{driver: d, number: n, before: d.count(n), fd: fds[0], asked: make(chan question, 1), answered: make(chan error, 1)}
	go s.serve(os.NewFile(uintptr(fds[1]), "far end"))
	d.live.Add(1)
	return s, nil
}

// count is how often session n was opened before.
func (d *Parked) count(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opens == nil {
		d.opens = map[int]int{}
	}
	d.opens[n]++
	return d.opens[n] - 1
}

// parked is one session. The bytes that pass its socket say only that there is
// something: what it is goes through memory.
type parked struct {
	driver   *Parked
	number   int
	before   int // how often it was open
	fd       int
	poller   driver.Poller // nil: reading blocks
	asked    chan question
	answered chan error

	interrupted atomic.Bool
	closed      bool
}

type question struct {
	sql string
	res *driver.Result
}

// serve is the server: it answers until the connection ends.
func (s *parked) serve(far *os.File) {
	defer far.Close()
	b := make([]byte, 1)
	for {
		if _, err := far.Read(b); err != nil {
			return
		}
		q := <-s.asked
		s.answered <- s.driver.Answer(s.number, q.sql, q.res)
		if _, err := far.Write(b); err != nil {
			return
		}
	}
}

// Attach implements driver.Pollable.
func (s *parked) Attach(p driver.Poller) bool {
	if s.driver.Lend != nil && !s.driver.Lend(s.number, s.before) {
		return false
	}
	s.poller = p
	return syscall.SetNonblock(s.fd, true) == nil
}

// Execute sends the statement, and waits for its answer where it is to.
func (s *parked) Execute(st *driver.Statement, _ []expr.Value, res *driver.Result) error {
	res.Reset()
	if s.closed || s.interrupted.Load() {
		return &driver.Error{Class: driver.Lost, Code: driver.CodeGone, Message: "the session is gone"}
	}
	answer := new(driver.Result) // the server's own until it has answered
	answer.Reset()
	s.asked <- question{strings.Clone(st.SQL), answer}
	b := []byte{1}
	if _, err := syscall.Write(s.fd, b); err != nil {
		return lost(err)
	}
	for {
		n, err := syscall.Read(s.fd, b)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN && s.poller != nil:
			if err := s.poller.Await(s.fd, false); err != nil {
				return lost(err)
			}
		case n == 1:
			*res = *answer
			for _, kind := range st.Reads {
				res.Row = append(res.Row, expr.Value{Kind: kind})
			}
			return <-s.answered
		case s.interrupted.Load():
			return &driver.Error{Class: driver.Interrupted, Code: 1317, Message: "Query execution was interrupted"}
		default:
			return lost(err)
		}
	}
}

func lost(err error) error {
	message := "the connection ended"
	if err != nil {
		message = err.Error()
	}
	return &driver.Error{Class: driver.Lost, Code: driver.CodeLost, Message: message}
}

// Interrupt ends the connection, which ends the wait for it wherever that is.
func (s *parked) Interrupt(context.Context) error {
	s.interrupted.Store(true)
	return syscall.Shutdown(s.fd, syscall.SHUT_RDWR)
}

// Host is the only one.
func (s *parked) Host() int { return 0 }

// Close ends the connection; the other end then ends by itself.
func (s *parked) Close() error {
	s.closed = true
	s.driver.live.Add(-1)
	return syscall.Close(s.fd)
}
