package probes

import (
	"runtime"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
)

// locks are the locks of a probe and how its workers wait.
type locks struct {
	list   []paddedLock
	yield  func()
	system bool // workers are threads of the system
}

// Threads is how many threads a session keeps: itself, if it is one.
func (l *locks) Threads() int {
	if l.system {
		return 1
	}
	return 0
}

// settle makes the goroutine at hand a thread of the system, if that is asked
// for. The thread ends with it.
func (l *locks) settle() {
	if l.system {
		runtime.LockOSThread()
	}
}

// paddedLock has cache lines of its own, as sysbench's have.
type paddedLock struct {
	sync.Locker
	_ [256 - 16]byte
}

// newLocks makes n locks of a method: "system" or "go".
func newLocks(method string, n int64) (*locks, error) {
	l := &locks{list: make([]paddedLock, n), yield: runtime.Gosched}
	for i := range l.list {
		l.list[i].Locker = new(sync.Mutex)
	}
	if method == "go" {
		return l, nil
	}
	if !haveFutex {
		return nil, &driver.Error{Class: driver.Refused, Message: "there are no futexes on this system; choose the method \"go\""}
	}
	l.yield, l.system = yieldThread, true
	for i := range l.list {
		l.list[i].Locker = newFutex()
	}
	return l, nil
}
