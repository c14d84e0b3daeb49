package probes

import (
	"context"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// threads is the driver of the probe threads.
type threads struct {
	*locks
	method string
	yields int64
	events atomic.Uint64 // begun, by all workers
}

// newThreads makes the locks, which all sessions share.
func newThreads(v probe.Values, _ driver.Endpoint) (driver.Driver, error) {
	method := v.Text("thread_method")
	l, err := newLocks(method, v.Int("thread_locks"))
	return &threads{locks: l, method: method, yields: v.Int("thread_yields")}, err
}

// Facts are the version of the loop. Figures of different versions do not compare.
func (t *threads) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "kernel", Value: "threads/" + t.method + "/1"}}, nil
}

// Open makes a session, which has nothing of its own.
func (t *threads) Open(context.Context, int) (driver.Conn, error) {
	return &threadsSession{threads: t}, nil
}

func (t *threads) Close() error { return nil }

type threadsSession struct {
	seat
	threads *threads
}

// Begin makes the worker a thread, if it is to be one.
func (s *threadsSession) Begin(driver.Stint) { s.threads.settle() }

// Operate takes one lock and yields, again and again. The lock goes by the
// number of the event over all workers: that counter is the only thing that
// they share besides the locks, as in sysbench.
func (s *threadsSession) Operate(int64, *driver.Operation) error {
	t := s.threads
	lock := t.list[(t.events.Add(1)-1)%uint64(len(t.list))]
	for range t.yields {
		if s.stopped.Load() {
			return interrupted
		}
		lock.Lock()
		t.yield()
		lock.Unlock()
	}
	return nil
}
