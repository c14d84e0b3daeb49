//go:build !linux

package pace

import "time"

// kernelSleep is the runtime's own sleep where that is exact enough.
func kernelSleep(d time.Duration) { time.Sleep(d) }
