package pace

import (
	"syscall"
	"time"
)

// kernelSleep sleeps for d, or less if a signal comes.
func kernelSleep(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&t, nil) // the caller looks at the clock anyway
}
