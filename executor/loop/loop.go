//go:build linux

// Package loop serves many connections by one thread: straight-line code in
// coroutines, which the loop resumes when what they wait for is there.
//
// It knows neither databases nor events; a task is a function that waits in a
// Poller (its connection) and a Waiter (the clock), and must block nowhere
// else, or it holds up all others. Waiting costs a share of one epoll call, two
// switches of about 60 ns, and no allocation. What makes it fast is that a
// thread which serves many connections is woken once for many answers.
package loop

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Loop is one thread and the tasks that it serves. All but Run is for the
// goroutine that sets it up, and for the tasks themselves once it runs.
type Loop struct {
	start  time.Time // the zero of all instants
	thread Thread
	poll   poll

	tasks   []*Task
	live    int    // tasks that have not ended
	waiting int    // of these, in Await
	ready   queue  // to be resumed, in the order noticed
	timers  timers // tasks that sleep
	stops   []<-chan struct{}
	noticed int64 // when the loop last looked at what is there

	inbox inbox
	ended chan struct{}
}

// inbox is how other goroutines tell a loop something: they leave it here and
// end the wait of the loop's thread.
type inbox struct {
	mu    sync.Mutex
	back  []*Task // whose Aside has ended
	taken []*Task // those before, whose memory is used again
}

// New makes a loop whose instants are counted from start, which has a
// monotonic reading. Close frees what it holds if it never runs.
func New(start time.Time, thread Thread) (*Loop, error) {
	l := &Loop{start: start, thread: thread, ended: make(chan struct{})}
	if err := l.poll.open(); err != nil {
		return nil, fmt.Errorf("make an event loop: %w", err)
	}
	return l, nil
}

// Close frees the descriptors of a loop that will not run.
func (l *Loop) Close() { l.poll.close() }

// now is nanoseconds since the start.
func (l *Loop) now() int64 { return int64(time.Since(l.start)) }

// Run serves the tasks until all have ended. It wants a goroutine of its own,
// which ends afterwards: the goroutine keeps its thread, and with the goroutine
// ends the thread, whose scheduling nobody else is to inherit.
//
// The thread keeps a processor of the Go runtime all the while, which the caller
// has added to GOMAXPROCS: what the tasks have done Aside runs on others.
//
// A task that panics takes the loop with it, as a goroutine takes the process.
func (l *Loop) Run() {
	runtime.LockOSThread()
	l.thread.enter()
	defer l.finish()
	for _, t := range l.tasks {
		if t.body != nil {
			t.start()
			l.live++
			l.ready.push(t)
		}
	}
	for {
		for t := l.next(); t != nil; t = l.next() {
			t.resume()
		}
		if l.live == 0 {
			return
		}
		l.gather()
	}
}

// finish waits for nobody: an Aside that is still on its way belongs to a task
// that has ended by a panic.
func (l *Loop) finish() {
	close(l.ended)
	l.inbox.mu.Lock()
	defer l.inbox.mu.Unlock()
	l.poll.close()
}

// next is the task to resume. Those whose instant has come go first, since
// they are the ones that a late start would falsify; the others follow in the
// order in which the kernel told of them, so that none is passed over.
func (l *Loop) next() *Task {
	if len(l.timers) > 0 && l.timers[0].at <= l.now() {
		return l.timers.pop()
	}
	return l.ready.pop()
}

// gather waits until something is there and makes ready whom it concerns.
func (l *Loop) gather() {
	n := l.wait()
	l.noticed = l.now()
	for i := range n {
		e := &l.poll.events[i]
		if e.Fd == nudged {
			l.poll.quiet()
			l.collect()
			continue
		}
		l.tasks[e.Fd].notice(int(e.Pad), e.Events)
	}
}

// wait waits for events until the next instant that a task sleeps for. At
// first it asks without waiting, for as long as the thread is to spin.
func (l *Loop) wait() int {
	for until := l.spinUntil(); until > 0; {
		if n := l.poll.look(); n > 0 {
			return n
		}
		if l.now() >= until {
			break
		}
	}
	left := int64(forever)
	if len(l.timers) > 0 {
		left = closer(max(l.timers[0].at-l.now(), 0))
	}
	if l.waiting > 0 || left >= 0 && left <= short {
		return l.poll.wait(left)
	}
	return l.poll.rest(left)
}

// spinUntil is when to stop asking without waiting; 0 to wait at once. There is
// nothing to ask for while no task waits for its connection.
func (l *Loop) spinUntil() int64 {
	if l.thread.Spin <= 0 || l.waiting == 0 {
		return 0
	}
	until := l.now() + int64(l.thread.Spin)
	if len(l.timers) > 0 {
		until = min(until, l.timers[0].at)
	}
	return until
}

// short is a wait that the kernel lets be late by 2 µs, which is less than
// waking takes.
const short = int64(2 * time.Millisecond)

// closer is how long to wait if so much is left. The kernel lets a wait of
// epoll be late by a thousandth of its length (select_estimate_accuracy in its
// fs/select.c), so a long one is cut short, and what remains is waited for anew.
func closer(left int64) int64 {
	if left <= short {
		return left
	}
	return left - max(left/256, short/2)
}

// post makes a task ready whose Aside has ended. Called by its goroutine.
func (l *Loop) post(t *Task) {
	l.inbox.mu.Lock()
	defer l.inbox.mu.Unlock()
	l.inbox.back = append(l.inbox.back, t)
	l.nudge()
}

// nudge ends the wait at hand. The inbox is locked, so that the descriptor is
// still the loop's own.
func (l *Loop) nudge() {
	if !closed(l.ended) {
		l.poll.nudge()
	}
}

// collect takes what other goroutines have left: tasks that go on, and stops.
func (l *Loop) collect() {
	l.inbox.mu.Lock()
	l.inbox.back, l.inbox.taken = l.inbox.taken[:0], l.inbox.back
	l.inbox.mu.Unlock()
	for _, t := range l.inbox.taken {
		l.ready.push(t)
	}
	for i := len(l.timers) - 1; i >= 0; i-- {
		if t := l.timers[i]; closed(t.stop) {
			t.stopped = true
			l.ready.push(t)
		}
	}
	l.timers.drop(func(t *Task) bool { return t.stopped })
}

// watch has the loop woken when stop is closed. A channel cannot be waited for
// by epoll, and a run has a few that all workers share, so each has a goroutine
// that does.
func (l *Loop) watch(stop <-chan struct{}) {
	if stop == nil || slices.Contains(l.stops, stop) {
		return
	}
	l.stops = append(l.stops, stop)
	go func() {
		select {
		case <-stop:
			l.inbox.mu.Lock()
			defer l.inbox.mu.Unlock()
			l.nudge()
		case <-l.ended:
		}
	}()
}

// closed tells whether a channel that carries nothing is closed; nil never is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// readable is what the kernel reports of a descriptor that a read would not
// block on, be it for data or for the end of the connection.
const readable = unix.EPOLLIN | unix.EPOLLHUP | unix.EPOLLERR | unix.EPOLLRDHUP
