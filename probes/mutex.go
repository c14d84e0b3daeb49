package probes

import (
	"context"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// mutex is the driver of the probe mutex.
type mutex struct {
	*locks
	method string
	takes  int64
	loops  int64
	shared atomic.Uint64 // what each adds one to under its lock
}

// newMutex makes the locks, which all sessions share.
func newMutex(v probe.Values, _ driver.Endpoint) (driver.Driver, error) {
	method := v.Text("mutex_method")
	l, err := newLocks(method, v.Int("mutex_num"))
	return &mutex{locks: l, method: method, takes: v.Int("mutex_locks"), loops: v.Int("mutex_loops")}, err
}

// Facts are the version of the loop. Figures of different versions do not compare.
func (m *mutex) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "kernel", Value: "mutex/" + m.method + "/1"}}, nil
}

// Open makes a session, which has nothing of its own but its random numbers.
func (m *mutex) Open(context.Context, int) (driver.Conn, error) {
	return &mutexSession{mutex: m}, nil
}

func (m *mutex) Close() error { return nil }

type mutexSession struct {
	seat
	mutex  *mutex
	random uint64
}

// Begin makes the worker a thread, if it is to be one.
func (s *mutexSession) Begin(at driver.Stint) {
	s.mutex.settle()
	s.random = at.Seed
}

// Operate takes locks by chance, and counts before each. The number that all
// share is added to atomically, since different locks guard it.
func (s *mutexSession) Operate(int64, *driver.Operation) error {
	m := s.mutex
	for range m.takes {
		var at uint64
		at, s.random = place(s.random, uint64(len(m.list)))
		spin(m.loops)
		if s.stopped.Load() {
			return interrupted
		}
		m.list[at].Lock()
		m.shared.Add(1)
		m.list[at].Unlock()
	}
	return nil
}

// spin counts to n; Go leaves empty rounds in.
//
//go:noinline
func spin(n int64) {
	for range n {
	}
}
