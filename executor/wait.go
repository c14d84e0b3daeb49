package executor

import "time"

// waiter is where a worker pauses, besides its connection.
type waiter struct {
	clock clock
	timer *time.Timer
}

// until returns at the instant at (true), or as soon as stop is closed (false).
func (w *waiter) until(at int64, stop <-chan struct{}) bool {
	pause := time.Duration(at - w.clock.now())
	if pause <= 0 {
		return true
	}
	if w.timer == nil {
		w.timer = time.NewTimer(pause)
	} else {
		w.timer.Reset(pause)
	}
	select {
	case <-w.timer.C:
		return true
	case <-stop:
		w.timer.Stop()
		return false
	}
}
