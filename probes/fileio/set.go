package fileio

import (
	"errors"
	"fmt"
	"path/filepath"
)

// Set is the open files of a load, and what its workers share.
type Set struct {
	files
	schedule *schedule
	content  *content
	claims   *claims // nil unless data is checked
	now      func() int64
	denied   error // why there is no io_uring
}

// Open opens the files of a job; now is the clock of its workers. The
// files of SequentialWrite are made anew, empty; those of other modes must be
// there in full length, as Prepare leaves them.
func Open(j *Job, now func() int64) (*Set, error) {
	s := &Set{files: files{job: j}, schedule: newSchedule(j), content: newContent(j), now: now}
	if j.Validate {
		s.claims = newClaims(ceil(j.FileSize(), j.Block) * j.Files)
	}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if j.Method == Async {
		s.denied = rings()
	}
	return s, nil
}

// open opens the files one by one, and maps them if that is the method. What is
// open after an error, Close closes.
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

// Seed gives the positions and the data of the load another beginning. It is
// called before any operation, or never.
func (s *Set) Seed(seed uint64) { s.schedule.seed, s.content.seed = seed, seed }

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

// Passes is how often the requests so far have gone through all the files.
func (s *Set) Passes() int64 {
	t := s.schedule.next.Load()
	if s.schedule.every > 0 { // of the steps so far, those that are no syncs
		r := s.schedule.round(t)
		t = s.schedule.begin(r) + min(t-s.schedule.begin(r)-r*s.job.Files, s.schedule.begin(r+1)-s.schedule.begin(r))
	}
	return t / (s.schedule.perFile * s.job.Files)
}

// Close closes the files and their maps. All workers must have been closed:
// an operation in flight would go to a file that is another by then.
func (s *Set) Close() error {
	var all []error
	for _, m := range s.maps {
		all = append(all, unmap(m))
	}
	for _, fd := range s.fds {
		all = append(all, closeFile(fd))
	}
	return errors.Join(all...)
}
