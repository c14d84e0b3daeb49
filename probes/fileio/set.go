package fileio

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
)

// Set is the open files of a load, and what its workers share.
type Set struct {
	files
	schedule *schedule
	content  *content
	claims   *claims // nil unless data is checked
	workers  int
	now      func() int64
	denied   error // why there is no io_uring
	threads  int   // by which GOMAXPROCS is raised
}

// Open opens the files of a job for so many workers; now is their clock. The
// files of SequentialWrite are made anew, empty; those of other modes must be
// there in full length, as Prepare leaves them.
func Open(j *Job, workers int, now func() int64) (*Set, error) {
	s := &Set{files: files{job: j}, schedule: newSchedule(j), content: newContent(j), workers: workers, now: now}
	if j.Validate {
		blocks := ceil(j.FileSize(), j.Block) * j.Files
		s.claims = newClaims(blocks)
		if flight := int64(workers) * int64(j.depth()); flight >= s.schedule.perFile*j.Files {
			return nil, fmt.Errorf("%d operations at a time leave none of %d requests free, and checked data has one at a time: use fewer threads, or more or larger files", flight, s.schedule.perFile*j.Files)
		}
	}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.release())
	}
	s.threads = workers
	if j.Method == Async {
		s.tryRing()
		if s.denied != nil {
			s.threads *= j.Backlog
		}
	}
	raise(s.threads)
	return s, nil
}

func (s *Set) open() error {
	more := 0
	if s.job.Mode == SequentialWrite {
		more = create | truncate
	}
	for n := range s.job.Files {
		path := filepath.Join(s.job.Directory, Name(n))
		fd, err := openFile(s.job, path, more)
		if err != nil {
			return err
		}
		s.fds = append(s.fds, fd)
		if s.job.Method != Mapped {
			continue
		}
		if s.job.Mode == SequentialWrite {
			if err := resize(fd, s.job.FileSize()); err != nil {
				return fmt.Errorf("make %s as long as its map: %w", path, err)
			}
		}
		m, err := mapFile(fd, s.job.FileSize())
		if err != nil {
			return fmt.Errorf("map %s: %w", path, err)
		}
		s.maps = append(s.maps, m)
	}
	return nil
}

// tryRing finds out whether the kernel gives rings.
func (s *Set) tryRing() {
	q, err := newRing(&s.files, make([]slot, 1), s.now)
	if s.denied = err; err == nil {
		q.close()
	}
}

// newQueue makes the queue of a worker.
func (s *Set) newQueue(slots []slot) (queue, error) {
	switch {
	case s.job.Method != Async:
		return &immediate{files: &s.files, slots: slots, now: s.now}, nil
	case s.denied != nil:
		return newPool(&s.files, slots, s.now), nil
	}
	return newRing(&s.files, slots, s.now)
}

// Means is how operations reach the kernel: pread and pwrite, mmap, io_uring,
// or threads with the reason why it is not io_uring.
func (s *Set) Means() string {
	switch {
	case s.job.Method == Mapped:
		return "mmap"
	case s.job.Method == Synchronous:
		return "pread and pwrite"
	case s.denied != nil:
		return fmt.Sprintf("%d threads for each worker, since there is no io_uring (%v)", s.job.Backlog, s.denied)
	}
	return "io_uring"
}

// Passes is how often the requests so far have gone through all the files.
func (s *Set) Passes() int64 {
	t := s.schedule.next.Load()
	if s.schedule.every > 0 {
		r := s.schedule.round(t)
		t = s.schedule.begin(r) + min(t-s.schedule.begin(r)-r*s.job.Files, s.schedule.begin(r+1)-s.schedule.begin(r))
	}
	return t / (s.schedule.perFile * s.job.Files)
}

// Close closes the files. All workers must have been closed.
func (s *Set) Close() error {
	raise(-s.threads)
	return s.release()
}

func (s *Set) release() error {
	var all []error
	for _, m := range s.maps {
		all = append(all, unmap(m))
	}
	for _, fd := range s.fds {
		all = append(all, closeFile(fd))
	}
	return errors.Join(all...)
}

// processors guards GOMAXPROCS, which is one for the process.
var processors sync.Mutex

// raise gives the process more threads that may run Go code. A thread in a
// system call or a page fault otherwise keeps one of as many as there are
// processors, up to ten milliseconds in an idle program, from the goroutines
// that wait for it; and those of them that are in a fault, for its whole time.
func raise(by int) {
	processors.Lock()
	defer processors.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + by)
}
