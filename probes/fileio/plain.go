package fileio

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
)

// files are the open files of a load, which its workers share.
type files struct {
	job  *Job
	fds  []int
	maps [][]byte // with Method Mapped
}

// do carries out a step and waits for it.
func (f *files) do(step *Step, b []byte) error {
	switch {
	case f.maps != nil:
		return f.mapped(step, b)
	case step.Operation == Sync:
		return named(step, flush(f.fds[step.File], f.job.DataOnly))
	}
	call := pread
	if step.Operation == Write {
		call = pwrite
	}
	for done := int64(0); done < step.Length; {
		n, err := call(f.fds[step.File], b[done:step.Length], step.Offset+done)
		switch {
		case err != nil && interrupted(err):
		case err != nil:
			return named(step, err)
		case n == 0:
			return named(step, io.ErrUnexpectedEOF)
		default:
			done += int64(n)
		}
	}
	return nil
}

// mapped carries out a step on a memory map. A page that cannot be had, since
// somebody has truncated the file or the disk is full, is a signal that would
// end the process; here it is an error of the step.
func (f *files) mapped(step *Step, b []byte) (err error) {
	if step.Operation == Sync {
		return named(step, flushMap(f.maps[step.File]))
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // what SetPanicOnFault makes of the signal
			err = named(step, errFault)
		default:
			panic(fault)
		}
	}()
	page := f.maps[step.File][step.Offset : step.Offset+step.Length]
	if step.Operation == Write {
		copy(page, b)
	} else {
		copy(b, page)
	}
	return nil
}

var errFault = errors.New("a page of its map cannot be had, as of a file that was truncated or on a disk that is full")

// StepError is an operation that failed.
type StepError struct {
	Operation Operation
	File      string
	Offset    int64
	Err       error
}

func (e *StepError) Error() string {
	text := fmt.Sprintf("%s of %s at byte %d: %v", e.Operation, e.File, e.Offset, e.Err)
	if e.Full() {
		text += "; make room, or use a smaller file_total_size"
	}
	return text
}

// Unwrap gives the system's error.
func (e *StepError) Unwrap() error { return e.Err }

// Full tells whether the disk had no room: no later write will fare better.
func (e *StepError) Full() bool { return full(e.Err) }

// named is err with the step that met it; nil if there is none.
func named(step *Step, err error) error {
	if err == nil {
		return nil
	}
	return &StepError{step.Operation, Name(step.File), step.Offset, err}
}
