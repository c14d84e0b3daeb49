// Package pace tells when the arrivals of an open loop are due, and waits for an
// instant.
//
// It starts nothing and measures nothing: that is the executor's, which also
// knows when an event is due. Waiting allocates nothing after the first time
// and wakes within about 100 µs, where time.Sleep on Linux wakes about a
// millisecond late (measured: the runtime rounds what it asks of epoll to
// milliseconds).
//
// All instants are nanoseconds since the run's start, on the monotonic clock.
package pace

// Waiter is where a worker waits, besides its connection.
type Waiter interface {
	// Until returns true at the instant at, or at once if it has passed. It
	// returns false if stop is closed before, which it notices within about a
	// millisecond. One goroutine uses a Waiter.
	Until(at int64, stop <-chan struct{}) bool
}
