package probes

import (
	"errors"
	"syscall"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/fileio"
)

// interrupted is the error of an operation that Interrupt has ended.
var interrupted = &driver.Error{Class: driver.Interrupted, Message: "the operation was interrupted"}

// badData is the code of an event whose data was wrong: EBADMSG of Linux, which
// no read of a file gives by itself.
const badData = 74

// deviceError is err as drivers give it; nil stays nil. Its code is the
// system's number, so that a full disk and a broken one are told apart in the
// archive, or badData where the system saw nothing wrong.
func deviceError(err error) error {
	if err == nil {
		return nil
	}
	e := &driver.Error{Message: err.Error()}
	var number syscall.Errno
	var wrong *fileio.ContentError
	switch {
	case errors.As(err, &wrong):
		e.Code = badData
	case errors.As(err, &number):
		e.Code = int(number)
	}
	return e
}
