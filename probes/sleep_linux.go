package probes

import (
	"syscall"
	"time"

	"github.com/assay-bench/assay/executor/driver"
)

// asleep sleeps by nanosleep(2), again for what is left if a signal wakes it.
func asleep(d time.Duration) error {
	left := syscall.NsecToTimespec(int64(d))
	for {
		asked := left
		switch err := syscall.Nanosleep(&asked, &left); err {
		case nil:
			return nil
		case syscall.EINTR:
		default:
			return &driver.Error{Message: "nanosleep: " + err.Error()}
		}
	}
}
