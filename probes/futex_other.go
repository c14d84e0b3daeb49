//go:build !linux

package probes

import "sync"

// haveFutex tells that no way is known here for threads to wait in the kernel.
const haveFutex = false

// futex stands for the lock of Linux, which newLocks does not give here.
type futex struct{ sync.Mutex }

func yieldThread() {}
