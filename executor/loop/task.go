//go:build linux

package loop

import (
	"fmt"
	"iter"
	"runtime/debug"

	"golang.org/x/sys/unix"

	"github.com/assay-bench/assay/executor/driver"
)

// Task is straight-line code that a loop serves. It runs as a coroutine: where
// it waits the loop goes on with others.
//
// A Task is a pace.Waiter. Its methods are for its own code, but for Do and
// Poller, which are also for whoever sets the loop up.
type Task struct {
	loop  *Loop
	index int // in Loop.tasks
	body  func()
	next  func() (struct{}, bool)
	yield func(struct{}) bool

	port *port // of its connection
	wait wait
	lag  int64 // how long answers have waited for the task, ns

	at      int64           // when it wants to be woken
	stop    <-chan struct{} // or before, if this is closed
	stopped bool            // it was
}

// wait is what a task is doing.
type wait uint8

const (
	busy  wait = iota // runs, or is ready to; or sleeps, or is aside
	read              // awaits that its connection can be read
	write             // or written
)

// Task makes a task, which takes part once it has been told what to Do.
func (l *Loop) Task() *Task {
	t := &Task{loop: l, index: len(l.tasks)}
	l.tasks = append(l.tasks, t)
	return t
}

// Do says what the task does when the loop runs.
func (t *Task) Do(body func()) { t.body = body }

// start makes the coroutine, on the loop's thread, as the runtime wants it.
func (t *Task) start() {
	t.next, _ = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		defer surface()
		t.body()
	})
}

// resume lets the task run to its next wait, or to its end.
func (t *Task) resume() {
	if _, more := t.next(); !more {
		t.loop.live--
	}
}

// park gives the thread back to the loop until the task is resumed.
func (t *Task) park() { t.yield(struct{}{}) }

// Until implements pace.Waiter: it wakes within about 50 µs of the instant if
// the processor is free, and other tasks give up theirs.
func (t *Task) Until(at int64, stop <-chan struct{}) bool {
	if at <= t.loop.now() {
		return true
	}
	if closed(stop) {
		return false
	}
	t.loop.watch(stop)
	t.at, t.stop, t.stopped = at, stop, false
	t.loop.timers.push(t)
	t.park()
	return !t.stopped
}

// Aside runs f on a goroutine of its own, where it may block, and returns when
// f has ended.
func (t *Task) Aside(f func()) {
	go func() {
		defer t.loop.post(t)
		f()
	}()
	t.park()
}

// Lag is how long, in all, answers have waited between the loop's noticing them
// and the task's going on, in nanoseconds.
func (t *Task) Lag() int64 { return t.lag }

// Panic is what a task panicked with, and where: the loop, whose stack the
// runtime shows, does not know.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// surface keeps the stack of a panic.
func surface() {
	if v := recover(); v != nil {
		panic(&Panic{v, debug.Stack()})
	}
}

// port is a task's Poller for one connection.
type port struct {
	*Task
	fd      int  // that the loop knows of; -1: none yet
	pending bool // it became readable while the task was doing something else
}

// Poller is for the next connection of the task, in place of the one before,
// which has been closed or will be: what the kernel knew of it ends with it.
func (t *Task) Poller() driver.Poller {
	t.port = &port{Task: t, fd: -1}
	return t.port
}

// Await implements driver.Poller. It may return too early, so its caller tries
// again and awaits once more. Events are told once, when something changes
// (edge-triggered): what changed while the task was elsewhere is remembered.
func (p *port) Await(fd int, forWriting bool) error {
	if err := p.know(fd); err != nil {
		return err
	}
	if forWriting {
		return p.awaitWrite(fd)
	}
	if p.pending {
		p.pending = false
		return nil
	}
	p.hold(read)
	p.lag += p.loop.now() - p.loop.noticed
	return nil
}

// know adds a descriptor to the set when it is first awaited. That it can be
// read is all the kernel is to tell: a connection that is also asked whether it
// can be written wakes the loop when the server has read a request.
func (p *port) know(fd int) error {
	if p.fd == fd {
		return nil
	}
	if err := p.loop.poll.control(unix.EPOLL_CTL_ADD, fd, p.index, unix.EPOLLIN|unix.EPOLLET); err != nil {
		return fmt.Errorf("await a connection: %w", err)
	}
	p.fd = fd
	return nil
}

// awaitWrite asks for writing as long as it lasts. Changing what is asked has
// the kernel tell anew what is there, so nothing is lost in between.
func (p *port) awaitWrite(fd int) error {
	poll, index := &p.loop.poll, p.index
	if err := poll.control(unix.EPOLL_CTL_MOD, fd, index, unix.EPOLLIN|unix.EPOLLOUT|unix.EPOLLET); err != nil {
		return fmt.Errorf("await a connection: %w", err)
	}
	p.hold(write)
	if err := poll.control(unix.EPOLL_CTL_MOD, fd, index, unix.EPOLLIN|unix.EPOLLET); err != nil {
		return fmt.Errorf("await a connection: %w", err)
	}
	return nil
}

// hold parks the task until an event comes.
func (t *Task) hold(w wait) {
	t.wait = w
	t.loop.waiting++
	t.park()
}

// notice takes an event of the task's descriptor fd. One that comes late, of a
// connection that was replaced, is nobody's.
func (t *Task) notice(fd int, events uint32) {
	if t.port == nil || t.port.fd != fd {
		return
	}
	if t.wait != read && events&readable != 0 {
		t.port.pending = true
	}
	if t.wait != busy {
		t.wait = busy
		t.loop.waiting--
		t.loop.ready.push(t)
	}
}
