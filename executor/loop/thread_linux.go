package loop

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// enter makes the calling thread what t says. What the system refuses (a
// container may forbid changes of scheduling) costs speed alone, and the
// strategy printed says what was asked for.
func (t *Thread) enter() {
	// Waits end at their instant, not up to 50 µs later, as is usual.
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	if t.Batch {
		if attr, err := unix.SchedGetAttr(0, 0); err == nil && attr.Policy == unix.SCHED_NORMAL {
			attr.Policy = unix.SCHED_BATCH
			_ = unix.SchedSetAttr(0, attr, 0)
		}
	}
	if t.CPU >= 0 {
		var set unix.CPUSet
		set.Set(t.CPU)
		_ = unix.SchedSetaffinity(0, &set)
	}
}

// CPUs are the numbers of the processors that this process may use; nil if the
// system does not tell.
func CPUs() (allowed []int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	for i := range len(set) * 8 * int(unsafe.Sizeof(set[0])) {
		if set.IsSet(i) {
			allowed = append(allowed, i)
		}
	}
	return allowed
}
