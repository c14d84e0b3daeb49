//go:build !linux

package probes

import "sync"

// haveFutex tells that no way is known here for threads to wait in the kernel.
const haveFutex = false

func newFutex() sync.Locker { return new(sync.Mutex) }

func yieldThread() {}
