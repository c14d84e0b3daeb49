package fileio

import (
	"fmt"
	"slices"
)

// Worker is one thread of a load. Only its own goroutine uses it, and while
// steps are in flight it stays on one thread of the system.
type Worker struct {
	set   *Set
	slots []slot
	idle  []int // slots without a step
	owed  []int64
	last  int64 // the next file to sync at the end
	every int64 // and how many after it is the one after that
	queue queue
	data  []byte // of all slots
}

// Done is what came of an operation.
type Done struct {
	Operation  Operation
	Bytes      int64 // moved; 0 for a sync and for an operation that failed
	Start, End int64 // by the clock that Open was given
	Err        error // *StepError or *ContentError
}

// Worker makes worker n of those that have the set, from 0. How many there are
// is told by Share, before its first operation.
func (s *Set) Worker(n int) (*Worker, error) {
	depth, size := s.job.depth(), s.job.request()
	size = ceil(size, chunk) * chunk // each buffer begins a page
	data, err := pages(size * int64(depth))
	if err != nil {
		return nil, err
	}
	w := &Worker{set: s, slots: make([]slot, depth), data: data}
	for i := range w.slots {
		w.slots[i].data = data[int64(i)*size:][:size]
		s.content.fill(w.slots[i].data, uint64(n*depth+i))
		w.idle = append(w.idle, i)
	}
	w.owed = make([]int64, 0, depth)
	if w.queue, err = s.newQueue(w.slots); err != nil {
		unmap(data) // of our own making
		return nil, err
	}
	return w, nil
}

// Share gives the worker its share of what a load does once: worker n of so
// many.
func (w *Worker) Share(n, workers int) { w.last, w.every = int64(n), int64(workers) }

// Depth is how many operations may be in flight at a time.
func (w *Worker) Depth() int { return len(w.slots) }

// Busy is how many are.
func (w *Worker) Busy() int { return len(w.slots) - len(w.idle) }

// Do carries out the next operation and waits for it; start is when.
func (w *Worker) Do(start int64, d *Done) error {
	if err := w.Begin(start); err != nil {
		return err
	}
	_, err := w.End(true, d)
	return err
}

// Begin begins the next operation at the instant start. There must be less
// than Depth in flight. An error means that no further operation is possible.
func (w *Worker) Begin(start int64) error {
	step, err := w.set.next(&w.owed)
	if err != nil {
		return err
	}
	return w.begin(step, start)
}

// Last begins the next sync of those with which a load ends, if the job wants
// them: each file has its turn at one of the workers. It tells whether there
// was one.
func (w *Worker) Last(start int64) (bool, error) {
	j := w.set.job
	if !j.SyncEnd || !j.Mode.Writes() || w.every == 0 || w.last >= j.Files {
		return false, nil
	}
	step := Step{Operation: Sync, File: w.last}
	w.last += w.every
	return true, w.begin(step, start)
}

// begin puts a step into an idle slot and hands it over. Making its data fresh is
// in the operation's time: a few bytes of each sector, and checksums if asked for.
func (w *Worker) begin(step Step, start int64) error {
	n := len(w.idle) - 1
	s := &w.slots[w.idle[n]]
	s.step, s.start, s.err = step, start, nil
	if step.Operation == Write {
		w.set.content.freshen(s.data[:step.Length], &s.step)
	}
	id := w.idle[n]
	w.idle = w.idle[:n]
	return w.queue.submit(id)
}

// End fills d with an operation that has ended; with wait it waits for one.
// It tells whether there was one.
func (w *Worker) End(wait bool, d *Done) (bool, error) {
	if w.Busy() == 0 {
		return false, nil
	}
	id, err := w.queue.collect(wait)
	if err != nil || id < 0 {
		return false, err
	}
	s := &w.slots[id]
	*d = Done{Operation: s.step.Operation, Start: s.start, End: s.end, Err: s.err}
	if s.err == nil {
		d.Bytes = s.step.Length
		d.Err = w.set.check(s)
	}
	if w.set.claims != nil && s.step.Operation != Sync {
		w.set.claims.free(s.step.block, s.step.count)
	}
	if w.set.job.SyncEach && s.step.Operation == Write {
		w.owed = append(w.owed, s.step.File)
	}
	w.idle = append(w.idle, id)
	return true, nil
}

// Close waits for what is in flight, whose outcome nobody wants any more, and
// gives up what the worker holds.
func (w *Worker) Close() error {
	var err error
	for err == nil && w.Busy() > 0 {
		var d Done
		_, err = w.End(true, &d)
	}
	w.queue.close()
	if err != nil {
		return fmt.Errorf("%d operations are still in flight: %w", w.Busy(), err) // and may yet fill the buffers
	}
	return unmap(w.data)
}

// next is the next step for a worker that owes syncs.
func (s *Set) next(owed *[]int64) (Step, error) {
	if len(*owed) > 0 {
		file := (*owed)[0]
		*owed = slices.Delete(*owed, 0, 1)
		return Step{Operation: Sync, File: file}, nil
	}
	step := s.schedule.take()
	if s.claims == nil || step.Operation == Sync {
		return step, nil
	}
	requests := s.schedule.perFile * s.job.Files
	at := step.File*s.schedule.perFile + step.Offset/s.job.request()
	for range requests {
		if s.claims.take(step.block, step.count) {
			return step, nil
		}
		at = (at + 1) % requests // another is at work there: the next that is free
		s.schedule.place(&step, at)
	}
	return step, errNoneFree
}

// check verifies what a read has found, if it is to be.
func (s *Set) check(slot *slot) error {
	if !s.job.Validate || slot.step.Operation != Read {
		return nil
	}
	return s.content.verify(slot.data[:slot.step.Length], &slot.step)
}
