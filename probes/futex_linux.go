package probes

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// haveFutex tells that threads can wait in the kernel here.
const haveFutex = true

// futex is a lock as pthread's normal mutex is one: the third lock of U.
// Drepper's "Futexes are tricky" (2011). Its word is 0 if it is free, 1 if it is
// taken, 2 if somebody may wait for it.
type futex struct{ word atomic.Uint32 }

// The operations of futex(2) for threads of one process.
const (
	futexWait = 0 | 128
	futexWake = 1 | 128
)

// Lock takes the lock with one instruction if it is free. A thread that waits
// is known to Go as one in a system call, so that the collector, which stops all
// others, does not wait for a lock whose owner it has stopped.
func (f *futex) Lock() {
	if f.word.CompareAndSwap(0, 1) {
		return
	}
	for f.word.Swap(2) != 0 {
		// Woken, interrupted, or the word had changed: look again.
		_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWait, 2, 0, 0, 0)
	}
}

// Unlock releases the lock and wakes one thread, if any may wait.
func (f *futex) Unlock() {
	if f.word.Swap(0) == 2 {
		_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWake, 1, 0, 0, 0)
	}
}

// yieldThread lets the kernel run another thread (sched_yield(2)), which comes
// back by itself.
func yieldThread() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
