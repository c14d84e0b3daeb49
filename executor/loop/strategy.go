package loop

import (
	"fmt"
	"strings"
	"time"

	"github.com/assay-bench/assay/executor/driver"
)

// Setting is what a strategy is chosen by.
type Setting struct {
	Connections int  // of one load, that can be lent to a loop
	Beside      int  // those of other loads that run at the same time
	CPUs        int  // that this process may use
	Share       bool // these are a share of the time of more, by a quota or GOMAXPROCS
	Transport   driver.Transport
	Paced       bool // workers pause between events: they think, or a rate is kept
}

// Strategy is how connections are served. Without loops each has a goroutine
// that blocks.
type Strategy struct {
	Loops int           // threads that connections are divided among
	Spin  time.Duration // how long a thread asks before it sleeps
	Batch bool          // threads run as SCHED_BATCH
	Pin   bool          // each thread stays on a processor of its own
}

// Bounds of a strategy.
const (
	spin = 50 * time.Microsecond // twice what a point query took where this was measured
	few  = 2                     // connections that a loop is worth having for
)

// Choose is the strategy for a setting. It depends on nothing else, so that
// two runs of one plan on one machine are served alike. The reasons of its
// switch points were measured with MariaDB 10.11 on two processors; see
// docs/performance.md.
//
//   - Up to half of the processors: a thread for each connection, which spins.
//     The other half is the server's, and an idle processor takes longer to
//     wake than a point query takes to run: spinning doubles throughput of one
//     worker. A server on another machine is too far away to be spun for.
//   - Up to as many as there are processors: a thread for each connection,
//     which sleeps. Nobody waits for another's turn.
//   - More: a loop for each processor, with two connections at least; as
//     SCHED_BATCH, so that it wakes when a server thread has given the processor
//     up, and finds many answers; and pinned if there is one for each processor,
//     since two loops on one leave the other to one half of the connections. One
//     loop for all is up to a fifth faster and serves some connections twice as
//     often as others, so it was not chosen.
//
// Workers that pause are woken by the clock. As SCHED_BATCH they would start late
// by as long as a server thread keeps the processor, and pinned by as long as
// anything does: they do without both. A share of many processors, as a
// container may have, names none that a thread could stay on.
func Choose(s Setting) Strategy {
	local := s.Transport != driver.Remote
	switch {
	case s.Connections < 1 || s.CPUs < 1: // the system does not tell
		return Strategy{}
	case local && s.Connections+s.Beside <= s.CPUs/2:
		return Strategy{Loops: s.Connections, Spin: spin}
	case s.Connections <= s.CPUs:
		return Strategy{Loops: s.Connections}
	}
	loops := min(s.CPUs, max(s.Connections/few, 1))
	throughput := local && !s.Paced
	return Strategy{Loops: loops, Batch: throughput, Pin: throughput && loops == s.CPUs && !s.Share}
}

// String is the strategy in words, as runs print it.
func (s Strategy) String() string {
	if s.Loops == 0 {
		return "a goroutine for each connection"
	}
	words := []string{"1 event loop"}
	if s.Loops > 1 {
		words[0] = fmt.Sprintf("%d event loops", s.Loops)
	}
	if s.Spin > 0 {
		words = append(words, fmt.Sprintf("spinning for %v", s.Spin))
	}
	if s.Pin {
		words = append(words, "pinned")
	}
	if s.Batch {
		words = append(words, "SCHED_BATCH")
	}
	return strings.Join(words, ", ")
}

// Thread is how loop i of the strategy is scheduled, on the processors given.
func (s Strategy) Thread(i int, cpus []int) Thread {
	t := Thread{Spin: s.Spin, Batch: s.Batch, CPU: -1}
	if s.Pin {
		t.CPU = cpus[i%len(cpus)]
	}
	return t
}
