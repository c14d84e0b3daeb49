package probes

import (
	"runtime"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
)

// locks are the locks of a probe and how its workers wait.
type locks struct {
	list   []sync.Locker
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

// newLocks makes n locks of a method: "system" or "go".
func newLocks(method string, n int64) (*locks, error) {
	if method == "go" {
		return &locks{list: apart[sync.Mutex](n), yield: runtime.Gosched}, nil
	}
	if !haveFutex {
		return nil, &driver.Error{Class: driver.Refused, Message: "there are no futexes on this system; choose the method \"go\""}
	}
	return &locks{list: apart[futex](n), yield: yieldThread, system: true}, nil
}

// lockSpace is how far apart two locks are at least, in bytes. Threads at work
// on different locks must not share a cache line, nor the pair of lines that
// some processors fetch together.
const lockSpace = 256

// apart makes n locks that are so far apart, in one piece of memory: locks
// allocated one by one are packed, up to sixteen to a cache line.
func apart[L any, P interface {
	*L
	sync.Locker
}](n int64) []sync.Locker {
	type place struct {
		lock L
		_    [lockSpace]byte
	}
	places, list := make([]place, n), make([]sync.Locker, n)
	for i := range places {
		list[i] = P(&places[i].lock)
	}
	return list
}
