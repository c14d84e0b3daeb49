package driver

// Poller is where a session waits that shares its goroutine's thread with
// others: in an event loop. It belongs to one Conn, and its methods are for
// the goroutine that uses that.
type Poller interface {
	// Await parks the caller until fd can be read or, with write, written, or
	// its connection has ended. It may return before: whoever awaits tries
	// without blocking, and awaits once more if that is what it failed for.
	Await(fd int, write bool) error
	// Aside runs f on a goroutine of its own, where it may block, and returns
	// when f has ended.
	Aside(f func())
}

// Pollable is what a Conn offers besides Conn if its waiting can be lent to a
// Poller.
type Pollable interface {
	// Attach has the session wait with p from now on; with nil, by itself
	// again. False, with nothing changed, if it cannot: the session then
	// blocks its goroutine, as before. It is for the goroutine that uses the
	// session.
	Attach(p Poller) bool
}
