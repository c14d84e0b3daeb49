package mysql

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/wire"
)

// link is the network connection of a session. It counts what arrives, and
// keeps the reason of a failure, for which the module has one word only
// ("invalid connection"), and the reply to the server's greeting, which says
// what packets will look like.
//
// It begins as a connection of Go's, and may take over that one's descriptor,
// to wait for it in another way (see descriptor).
type link struct {
	net.Conn
	reply    [wire.ReplySize]byte // the beginning of the first packet sent
	replied  int                  // bytes of it
	received int64                // bytes
	failed   error                // of the last Read or Write that failed

	taken *descriptor // in place of Conn, once it is
	mu    sync.Mutex  // of taken, of closing it, and of cut, which other goroutines call
}

// errHungUp is the end of a connection that nobody but the server has ended.
var errHungUp = errors.New("the server has closed the connection")

// Read implements net.Conn, and counts.
func (l *link) Read(b []byte) (n int, err error) {
	if l.taken != nil {
		n, err = l.taken.read(b)
	} else {
		n, err = l.Conn.Read(b)
	}
	l.received += int64(n)
	if err == io.EOF {
		err = errHungUp
	}
	if err != nil {
		l.failed = err
	}
	return n, err
}

// Write implements net.Conn, and keeps the beginning of the first packet.
func (l *link) Write(b []byte) (n int, err error) {
	l.replied += copy(l.reply[l.replied:], b)
	if l.taken != nil {
		n, err = l.taken.write(b)
	} else {
		n, err = l.Conn.Write(b)
	}
	if err != nil {
		l.failed = err
	}
	return n, err
}

// take has the link take over the descriptor, if the system lets it. Nothing
// may be on its way.
func (l *link) take() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken == nil {
		l.taken = takeOver(l.Conn)
	}
	return l.taken != nil
}

// attach has the link wait with p, or by itself if p is nil.
func (l *link) attach(p driver.Poller) bool {
	if !l.take() {
		return false
	}
	l.taken.lend(p)
	return true
}

// aside runs f, which may block on this link: on another goroutine if this one
// must not.
func (l *link) aside(f func()) {
	if l.taken == nil {
		f()
		return
	}
	l.taken.aside(f)
}

// retire has the link wait no more: the session is being closed, perhaps by a
// goroutine that its poller does not know.
func (l *link) retire() {
	if l.taken != nil {
		l.taken.retire()
	}
}

// Close is for the session's own goroutine, and may be called twice. It does
// not wait for what has been written.
func (l *link) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken != nil {
		return l.taken.close()
	}
	return l.Conn.Close()
}

// cut ends the connection from another goroutine, whose owner then fails to
// read and write.
func (l *link) cut() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken != nil {
		return l.taken.cut()
	}
	return l.Conn.Close()
}

// SetDeadline is for connections of Go's. One that was taken over has no
// deadlines: who wants to end a wait cuts it.
func (l *link) SetDeadline(t time.Time) error {
	if l.taken != nil {
		return os.ErrNoDeadline
	}
	return l.Conn.SetDeadline(t)
}

// SetReadDeadline is as SetDeadline.
func (l *link) SetReadDeadline(t time.Time) error {
	if l.taken != nil {
		return os.ErrNoDeadline
	}
	return l.Conn.SetReadDeadline(t)
}

// SetWriteDeadline is as SetDeadline.
func (l *link) SetWriteDeadline(t time.Time) error {
	if l.taken != nil {
		return os.ErrNoDeadline
	}
	return l.Conn.SetWriteDeadline(t)
}
