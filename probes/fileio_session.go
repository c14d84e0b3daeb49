package probes

import (
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/fileio"
)

// filesSession is one worker.
type filesSession struct {
	seat
	files  *filesystem
	worker *fileio.Worker
	done   fileio.Done // what has ended last
	failed bool        // an operation has: nothing else begins at the end
	closed bool
}

// Begin gives the session its share of the syncs at the end. The first of all
// sets the seed of the positions, which all share.
func (s *filesSession) Begin(at driver.Stint) {
	s.files.seeded.Do(func() { s.files.set.Seed(at.Common) })
	s.worker.Share(at.Worker, at.Workers)
}

// Operate fills the queue and gives the next operation that has ended. One
// that does not wait is a queue of one. At most left operations are begun, so
// that an exact number of events stays one; with 0 as many as fit.
//
// It waits only when nothing more is to be begun: while the queue fills, what has
// ended already is told first, since it is an event whose end is known.
func (s *filesSession) Operate(left int64, op *driver.Operation) error {
	called := s.now()
	for now := called; ; now = s.now() {
		busy := s.worker.Busy()
		fill := busy < s.worker.Depth() && (left == 0 || int64(busy) < left) && !s.stopped.Load()
		if fill {
			if err := s.worker.Begin(now); err != nil {
				return s.broken(err)
			}
			busy++
		} else if busy == 0 {
			return interrupted
		}
		ended, err := s.worker.End(!fill || busy == s.worker.Depth(), &s.done)
		if err != nil {
			return s.broken(err)
		}
		if ended {
			return s.tell(op, called)
		}
	}
}

// End gives what is in flight, then the syncs at the end.
func (s *filesSession) End(op *driver.Operation) (bool, error) {
	called := s.now()
	if s.worker.Busy() == 0 && !s.failed && !s.stopped.Load() {
		if _, err := s.worker.Last(s.now()); err != nil {
			return false, s.broken(err)
		}
	}
	ended, err := s.worker.End(true, &s.done)
	if err != nil {
		return false, s.broken(err)
	}
	if !ended {
		return false, nil
	}
	return true, s.tell(op, called)
}

// tell describes the operation that has ended, in a call made at the instant
// called. One that was begun in an earlier call took longer than this call, so
// its own time is told; of the others the executor knows it.
func (s *filesSession) tell(op *driver.Operation, called int64) error {
	op.Kind, op.Bytes = int(s.done.Operation), s.done.Bytes
	if s.done.Start < called {
		op.Took = s.done.End - s.done.Start
	}
	if s.done.Err == nil {
		return nil
	}
	s.failed = true
	return deviceError(s.done.Err)
}

// broken is the error of a queue that works no more.
func (s *filesSession) broken(err error) error {
	s.failed = true
	return deviceError(err)
}

func (s *filesSession) now() int64 { return int64(time.Since(s.files.start)) }

// Close may be called again.
func (s *filesSession) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	return s.files.leave(s)
}
