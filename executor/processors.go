package executor

import (
	"runtime"
	"sync"
)

// processors are those of the Go runtime (GOMAXPROCS). A thread in an event
// loop, or of a probe, keeps one, so there must be as many more, or the
// collector of events would wait for the loops that feed it. It is a number of
// the whole process: crews that run side by side add theirs and take them away
// again.
type processors struct{ mu sync.Mutex }

// add changes the number by n, which is negative to take processors away.
func (p *processors) add(n int) {
	if n == 0 {
		return // a change stops the world
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n)
}
