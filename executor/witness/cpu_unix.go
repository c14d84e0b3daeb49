//go:build unix

package witness

import (
	"syscall"
	"time"
)

// cpu is what the process has used so far (getrusage(2)).
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
