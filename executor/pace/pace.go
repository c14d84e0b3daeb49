// Package pace says when the next event of a stream is due, and waits for an
// instant.
//
// It starts nothing and measures nothing: that is the executor's. Waiting
// allocates nothing after the first time and wakes within about 100 µs, where
// time.Sleep on Linux wakes about a millisecond late (measured: the runtime
// rounds what it asks of epoll to milliseconds).
//
// All instants are nanoseconds since the run's start, on the monotonic clock.
package pace

// Pacer says when the events of one stream are due. It is pure: it reads no
// clock, so that a schedule can be tested, and told again from its seed.
type Pacer interface {
	// Due is the instant at which event n of the stream, from 0, is due, if
	// the one before it ended at the instant ended (for the first: the start
	// of the stream).
	Due(n, ended int64) int64
}

// Closed is the closed loop: each event is due when the one before it has
// ended and its worker has thought for so many nanoseconds. A slow server thus
// slows the stream itself, which is why its response times say nothing of
// what users of an open system would see.
type Closed struct{ Think int64 }

// Due implements Pacer. The number of the event does not matter.
func (c Closed) Due(_, ended int64) int64 { return ended + max(c.Think, 0) }

// Waiter is where a worker waits, besides its connection.
type Waiter interface {
	// Until returns true at the instant at, or at once if it has passed. It
	// returns false if stop is closed before, which it notices within about a
	// millisecond. One goroutine uses a Waiter.
	Until(at int64, stop <-chan struct{}) bool
}
