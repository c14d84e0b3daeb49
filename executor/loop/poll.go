//go:build linux

package loop

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// batch is how many events one call takes at most; the kernel goes on with the
// others at the next.
const batch = 256

// nudged stands in an event for the loop's own descriptor, by which other
// goroutines end a wait.
const nudged = -1

// forever is a wait without end.
const forever = -1

// poll is the kernel's part: an epoll set, and an eventfd in it.
type poll struct {
	set, event int
	events     [batch]unix.EpollEvent
	limit      timespec // of the wait at hand
}

// timespec is the kernel's own, of 64 bits on every machine.
type timespec struct{ sec, nsec int64 }

// open makes the set and the eventfd, and finds out whether the kernel has what
// wait needs.
func (p *poll) open() (err error) {
	if p.set, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return os.NewSyscallError("epoll_create1", err)
	}
	if p.event, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		unix.Close(p.set)
		return os.NewSyscallError("eventfd", err)
	}
	if err = p.control(unix.EPOLL_CTL_ADD, p.event, nudged, unix.EPOLLIN); err == nil {
		err = p.probe()
	}
	if err != nil {
		p.close()
	}
	return err
}

// probe finds out whether the kernel has epoll_pwait2 (5.11 of 2021), which
// takes nanoseconds.
func (p *poll) probe() error {
	if _, errno := p.call(unix.RawSyscall6, 0); errno != 0 {
		return os.NewSyscallError("epoll_pwait2", errno)
	}
	return nil
}

func (p *poll) close() {
	unix.Close(p.event)
	unix.Close(p.set)
}

// control adds fd to the set or changes what is asked of it. An event says
// whose it is and of which descriptor.
func (p *poll) control(op, fd, whose int, events uint32) error {
	e := unix.EpollEvent{Events: events, Fd: int32(whose), Pad: int32(fd)}
	return os.NewSyscallError("epoll_ctl", unix.EpollCtl(p.set, op, fd, &e))
}

// wait waits for events for so many nanoseconds, and tells how many there are:
// none also after a signal.
//
// The thread keeps its processor of the Go runtime, which does not know that it
// waits: to give it back and to get it again took 4 µs of processor time for
// each wait, a third of what a point query costs (measured with four
// connections). Nobody waits for the end of the call all the same. When the
// garbage collector wants the thread to stop, or another goroutine its
// processor, the runtime sends a signal, which ends a wait of epoll always
// (signal(7)), and the thread stops in the next function that it enters.
func (p *poll) wait(ns int64) int { return p.got(p.call(unix.RawSyscall6, ns)) }

// rest is wait for so long that the processor is given back: the runtime would
// otherwise send a signal each 10 ms.
func (p *poll) rest(ns int64) int { return p.got(p.call(unix.Syscall6, ns)) }

// look takes the events that are there.
func (p *poll) look() int { return p.wait(0) }

// got is how many events a call has brought.
func (p *poll) got(n uintptr, errno unix.Errno) int {
	switch errno {
	case 0:
		return int(n)
	case unix.EINTR:
		return 0
	}
	panic(os.NewSyscallError("epoll_pwait2", errno)) // a descriptor of ours was closed by a stranger
}

// syscall is one of the two ways into the kernel, of which the raw one keeps the
// thread's processor.
type syscall func(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err unix.Errno)

// call is epoll_pwait2, which may wait for ns nanoseconds.
func (p *poll) call(how syscall, ns int64) (uintptr, unix.Errno) {
	var limit uintptr
	if ns != forever {
		p.limit = timespec{ns / 1e9, ns % 1e9}
		limit = uintptr(unsafe.Pointer(&p.limit))
	}
	n, _, errno := how(unix.SYS_EPOLL_PWAIT2, uintptr(p.set), uintptr(unsafe.Pointer(&p.events[0])), batch, limit, 0, 0)
	runtime.KeepAlive(p)
	return n, errno
}

// nudge ends the wait at hand, or the next one.
func (p *poll) nudge() {
	one := [8]byte{1} // a count in the machine's own order: not zero in either
	_, _ = unix.Write(p.event, one[:])
}

// quiet takes the nudges that have come.
func (p *poll) quiet() {
	var count [8]byte
	_, _ = unix.Read(p.event, count[:])
}
