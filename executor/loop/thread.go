package loop

import "time"

// Thread is how the thread of a loop is scheduled.
type Thread struct {
	Spin  time.Duration // ask for so long before sleeping; see Strategy
	Batch bool          // SCHED_BATCH: the thread does not push servers off a processor when it wakes
	CPU   int           // the processor that it stays on; -1: any
}
