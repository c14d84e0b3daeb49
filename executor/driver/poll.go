package driver

// Poller is where a session waits that shares its goroutine's thread with
// others: in an event loop. It belongs to one Conn.
type Poller interface {
	// Await parks the caller until fd can be read (or, with write, written). It
	// may return too early, so the caller tries first, and again afterwards.
	Await(fd int, write bool) error
	// Aside runs f on a goroutine of its own, where it may block, and returns
	// when f has ended.
	Aside(f func())
}

// Pollable is what a Conn offers besides Conn if its waiting can be lent to a
// Poller.
type Pollable interface {
	// Attach has the session wait with p from now on. False, with nothing
	// changed, if it cannot (TLS, compression, a capability that is not
	// understood): the session then blocks a goroutine, as before.
	Attach(p Poller) bool
}
