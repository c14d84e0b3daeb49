package pace

import (
	"syscall"
	"time"
)

// prSetTimerslack is Linux's PR_SET_TIMERSLACK (prctl(2)).
const prSetTimerslack = 29

// kernelSleep sleeps for d, or less if a signal comes. The thread asks for
// exact timers first, since the kernel otherwise wakes it up to 50 µs late to
// save power. That costs a tenth of a microsecond, and harms none that the
// runtime uses the thread for later.
func kernelSleep(d time.Duration) {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetTimerslack, 1, 0)
	t := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&t, nil) // the caller looks at the clock anyway
}
