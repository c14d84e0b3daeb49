package mysql

import (
	"io"
	"net"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/assay-bench/assay/executor/driver"
)

// descriptor is a socket that Go's network poller does not know. That poller
// asks for readiness to write too, and a Unix socket becomes ready to write
// when the server has read the request: a session would be woken twice for
// each statement. Here it is woken for the answer only.
//
// All calls on the socket return at once; waiting is the poller's.
type descriptor struct {
	fd      int
	poller  driver.Poller
	alone   blocking
	asked   bool // something was written, and nothing read since: there is no answer yet
	closing bool // what would wait fails
	closed  bool
}

// takeOver takes the descriptor of a connection, which is closed, but for the
// socket itself. Nil if it has none, as in tests.
func takeOver(conn net.Conn) *descriptor {
	sys, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := sys.SyscallConn()
	if err != nil {
		return nil
	}
	d := &descriptor{fd: -1}
	err = raw.Control(func(fd uintptr) {
		// The copy is the same socket, which stays in the mode of not blocking.
		if copied, err := unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0); err == nil {
			d.fd = copied
		}
	})
	if err != nil || d.fd < 0 {
		return nil
	}
	d.poller = &d.alone
	conn.Close()
	return d
}

// lend has the descriptor wait with p; nil is alone.
func (d *descriptor) lend(p driver.Poller) {
	if p == nil {
		p = &d.alone
	}
	d.poller = p
}

// aside runs f where the poller lets it block.
func (d *descriptor) aside(f func()) {
	lent := d.poller
	lent.Aside(func() {
		d.poller = &d.alone
		defer func() { d.poller = lent }()
		f()
	})
}

// read waits first for the answer to what was just written. To try would cost a
// call that nearly always fails, since the server has only begun.
func (d *descriptor) read(b []byte) (int, error) {
	if d.asked {
		d.asked = false
		if err := d.wait(unix.EAGAIN, false); err != nil {
			return 0, os.NewSyscallError("read", err)
		}
	}
	for {
		n, err := d.call(unix.SYS_READ, b)
		switch {
		case n > 0:
			return n, nil
		case err == 0 && len(b) > 0:
			return 0, io.EOF
		case err == 0:
			return 0, nil
		}
		if err := d.wait(err, false); err != nil {
			return 0, os.NewSyscallError("read", err)
		}
	}
}

// write writes all of b. It seldom waits: a request fits into the socket's
// buffer, unless rows are loaded.
func (d *descriptor) write(b []byte) (done int, err error) {
	d.asked = true
	for done < len(b) {
		n, errno := d.call(unix.SYS_WRITE, b[done:])
		if errno == 0 {
			done += n
			continue
		}
		if err := d.wait(errno, true); err != nil {
			return done, os.NewSyscallError("write", err)
		}
	}
	return done, nil
}

// call reads or writes. It does not block, so the runtime need not know of it:
// to tell it costs little, but a thread that is preempted there may lose its
// place, and an event loop has only one.
func (d *descriptor) call(number uintptr, b []byte) (int, syscall.Errno) {
	if d.closed {
		return 0, unix.EBADF
	}
	n, _, errno := syscall.RawSyscall(number, uintptr(d.fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// wait waits if that is what the last call failed for; else it gives the error
// back.
func (d *descriptor) wait(why syscall.Errno, write bool) error {
	switch {
	case why == unix.EINTR:
		return nil
	case why != unix.EAGAIN || d.closing:
		return why
	}
	return d.poller.Await(d.fd, write)
}

// retire has the descriptor wait no more.
func (d *descriptor) retire() { d.closing = true }

// close closes, which may be done twice. The number may be another's at once,
// so nothing is done by it any more.
func (d *descriptor) close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	return os.NewSyscallError("close", unix.Close(d.fd))
}

// cut ends the connection in both directions, which makes it readable. The
// descriptor stays, since its number could be somebody's at once.
func (d *descriptor) cut() error {
	if d.closed {
		return nil
	}
	if err := unix.Shutdown(d.fd, unix.SHUT_RDWR); err != unix.ENOTCONN {
		return os.NewSyscallError("shutdown", err)
	}
	return nil
}

// blocking waits in the kernel, for a session that has a goroutine to itself.
// The runtime knows of the call, so nobody waits for its end but the session.
type blocking struct{ fds [1]unix.PollFd }

// Await implements driver.Poller.
func (b *blocking) Await(fd int, write bool) error {
	b.fds[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	if write {
		b.fds[0].Events = unix.POLLOUT
	}
	if _, err := unix.Poll(b.fds[:], -1); err != unix.EINTR { // a signal: the caller tries again
		return err
	}
	return nil
}

// Aside implements driver.Poller.
func (b *blocking) Aside(f func()) { f() }
