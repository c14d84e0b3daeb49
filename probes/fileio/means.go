package fileio

import (
	"errors"
	"fmt"
)

// Means is how operations of a job reach the kernel: pread and pwrite, mmap,
// io_uring, or threads with the reason why it is not io_uring.
func Means(j *Job) string {
	switch denied := rings(); {
	case j.Method == Mapped:
		return "mmap"
	case j.Method == Synchronous:
		return "pread and pwrite"
	case denied != nil:
		return fmt.Sprintf("%d threads for each worker, since there is no io_uring (%v)", j.Backlog, denied)
	}
	return "io_uring"
}

// Threads is how many threads a worker keeps in the kernel at most.
func Threads(j *Job) int {
	if j.Method == Async && rings() != nil {
		return j.Backlog
	}
	return 1
}

// rings tells why there is no io_uring; nil if there is.
func rings() error {
	q, err := newRing(&files{}, make([]slot, 1), nil)
	if err == nil {
		q.close()
	}
	return err
}

// Flight is how many operations so many workers have in flight, and how many
// there may be: no block of checked data has two at a time, so each needs a
// request of its own. Without a check there may be any number (-1).
func Flight(j *Job, workers int) (flight, most int64) {
	flight = int64(workers) * int64(j.depth())
	if !j.Validate {
		return flight, -1
	}
	return flight, newSchedule(j).perFile * j.Files
}

var errNoneFree = errors.New("checked data has one operation at a time for each request, and none is free")
