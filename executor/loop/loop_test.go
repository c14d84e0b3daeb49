//go:build linux

package loop

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// free is a thread without wishes.
var free = Thread{CPU: -1}

func newLoop(tb testing.TB, thread Thread) *Loop {
	tb.Helper()
	l, err := New(time.Now(), thread)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// run runs l to its end, or for a minute at most.
func run(tb testing.TB, l *Loop) {
	tb.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.Run()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		tb.Fatal("the loop does not end")
	}
}

// pair is two ends of a connection, of which the first does not block.
func pair(tb testing.TB) (near, far int) {
	tb.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		tb.Fatal(err)
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { unix.Close(fds[0]); unix.Close(fds[1]) })
	return fds[0], fds[1]
}

// echo answers each byte with itself until the connection ends.
func echo(fd int) {
	b := make([]byte, 1)
	for {
		n, err := unix.Read(fd, b)
		if err == unix.EINTR {
			continue
		}
		if n != 1 || err != nil {
			return
		}
		if _, err := unix.Write(fd, b); err != nil {
			return
		}
	}
}

// ask sends a byte and awaits the answer, as a session does.
func ask(tb testing.TB, p *port, fd int, b []byte) {
	want := b[0]
	if _, err := unix.Write(fd, b); err != nil {
		tb.Error(err)
	}
	b[0] = 0
	for {
		n, err := unix.Read(fd, b)
		if err == unix.EAGAIN {
			if err := p.Await(fd, false); err != nil {
				tb.Error(err)
				return
			}
			continue
		}
		if n != 1 || err != nil || b[0] != want {
			tb.Errorf("read %d bytes, %d, %v; want %d", n, b[0], err, want)
		}
		return
	}
}

// Many connections take turns, each gets all of its answers, and the waiting
// of answers for their task is counted.
func TestManyConnections(t *testing.T) {
	for name, thread := range map[string]Thread{
		"plain": free, "spinning": {Spin: 50 * time.Microsecond, CPU: -1}, "pinned batch": {Batch: true, CPU: CPUs()[0]},
	} {
		t.Run(name, func(t *testing.T) {
			const connections, rounds = 50, 200
			l := newLoop(t, thread)
			answered := 0
			for range connections {
				near, far := pair(t)
				go echo(far)
				task := l.Task()
				p := task.Poller().(*port)
				task.Do(func() {
					b := make([]byte, 1)
					for i := range rounds {
						b[0] = byte(i)
						ask(t, p, near, b)
						answered++ // tasks of a loop never run at once
					}
					if lag := task.Lag(); lag <= 0 || lag > int64(time.Minute) {
						t.Errorf("answers waited %d ns", lag)
					}
					unix.Shutdown(near, unix.SHUT_RDWR)
				})
			}
			run(t, l)
			if answered != connections*rounds {
				t.Errorf("%d answers, want %d", answered, connections*rounds)
			}
		})
	}
}

// An answer that comes while its task does something else is not lost.
func TestEdgesAreRemembered(t *testing.T) {
	l := newLoop(t, free)
	near, far := pair(t)
	task := l.Task()
	p := task.Poller().(*port)
	task.Do(func() {
		b := make([]byte, 2)
		if err := p.know(near); err != nil {
			t.Error(err)
		}
		if _, err := unix.Write(far, b[:1]); err != nil {
			t.Error(err)
		}
		task.Until(l.now()+int64(20*time.Millisecond), nil) // the loop sees the event meanwhile
		if err := p.Await(near, false); err != nil {
			t.Error(err)
		}
		if n, err := unix.Read(near, b); n != 1 || err != nil {
			t.Errorf("read %d bytes, %v", n, err)
		}
	})
	run(t, l)
}

// What does not fit into the connection is written when there is room.
func TestAwaitWriting(t *testing.T) {
	l := newLoop(t, free)
	near, far := pair(t)
	const size = 8 << 20
	var received atomic.Int64
	go func() {
		time.Sleep(20 * time.Millisecond)
		b := make([]byte, 64<<10)
		for received.Load() < size {
			n, err := unix.Read(far, b)
			if err != nil && err != unix.EINTR {
				return
			}
			received.Add(int64(max(n, 0)))
		}
		unix.Write(far, b[:1])
	}()
	task := l.Task()
	p := task.Poller().(*port)
	task.Do(func() {
		b, waits := make([]byte, size), 0
		for left := b; len(left) > 0; {
			n, err := unix.Write(near, left)
			switch {
			case err == unix.EAGAIN:
				waits++
				if err := p.Await(near, true); err != nil {
					t.Error(err)
				}
			case err != nil:
				t.Error(err)
				return
			}
			left = left[max(n, 0):]
		}
		if waits == 0 {
			t.Error("all was written at once")
		}
		for {
			if n, err := unix.Read(near, b); n == 1 {
				return
			} else if err != unix.EAGAIN {
				t.Error(n, err)
				return
			}
			if err := p.Await(near, false); err != nil {
				t.Error(err)
			}
		}
	})
	run(t, l)
	if n := received.Load(); n != size {
		t.Errorf("%d bytes arrived", n)
	}
}

// A new connection may have the number of the one before.
func TestNumbersAreReused(t *testing.T) {
	l := newLoop(t, free)
	task := l.Task()
	task.Do(func() {
		seen := map[int]bool{}
		for range 20 {
			fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
			if err != nil {
				t.Error(err)
				return
			}
			seen[fds[0]] = true
			p := task.Poller().(*port)
			go func() {
				time.Sleep(time.Millisecond)
				unix.Write(fds[1], []byte{1})
			}()
			if err := p.Await(fds[0], false); err != nil {
				t.Error(err)
			}
			if n, err := unix.Read(fds[0], make([]byte, 1)); n != 1 {
				t.Error(n, err)
			}
			unix.Close(fds[0])
			unix.Close(fds[1])
		}
		if len(seen) == 20 {
			t.Error("no number came twice, so this tested nothing")
		}
	})
	run(t, l)
}

func TestAwaitOfNoDescriptor(t *testing.T) {
	l := newLoop(t, free)
	task := l.Task()
	p := task.Poller().(*port)
	task.Do(func() {
		if err := p.Await(1<<20, false); !errors.Is(err, unix.EBADF) {
			t.Errorf("error %v", err)
		}
	})
	run(t, l)
}

// A task that blocks does so aside, while the others go on; what it did there
// is done when it goes on.
func TestAside(t *testing.T) {
	l := newLoop(t, free)
	blocked, other := make(chan struct{}), false
	first, second := l.Task(), l.Task()
	first.Do(func() {
		done := 0
		for range 100 {
			first.Aside(func() { <-blocked; done++ })
		}
		if done != 100 || !other {
			t.Errorf("%d done; the other task ran: %v", done, other)
		}
	})
	second.Do(func() {
		second.Until(l.now()+int64(5*time.Millisecond), nil)
		other = true
		close(blocked)
	})
	run(t, l)
}

// The collector stops the world while a loop waits, spins and works.
func TestCollectionIsNotHeldUp(t *testing.T) {
	for _, thread := range []Thread{free, {Spin: time.Hour, CPU: -1}} {
		l := newLoop(t, thread)
		near, far := pair(t)
		task := l.Task()
		p := task.Poller().(*port)
		task.Do(func() { ask(t, p, near, []byte{7}) })
		var wg sync.WaitGroup
		wg.Go(l.Run)
		time.Sleep(10 * time.Millisecond)
		begin := time.Now()
		for range 10 {
			runtime.GC()
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("ten collections took %v", took)
		}
		b := make([]byte, 1)
		unix.Read(far, b)
		unix.Write(far, b)
		wg.Wait()
	}
}

// The order of service is that of the answers.
func TestInOrder(t *testing.T) {
	l := newLoop(t, free)
	var order []int
	var fars []int
	for i := range 20 {
		near, far := pair(t)
		fars = append(fars, far)
		task := l.Task()
		p := task.Poller().(*port)
		task.Do(func() {
			if err := p.Await(near, false); err != nil {
				t.Error(err)
			}
			order = append(order, i)
		})
	}
	last := l.Task()
	last.Do(func() { // runs when all others wait
		for i := range fars {
			unix.Write(fars[len(fars)-1-i], []byte{1})
		}
	})
	run(t, l)
	slices.Reverse(order)
	if !slices.IsSorted(order) || len(order) != 20 {
		t.Errorf("served in the order %v", order)
	}
}

// A panic comes out of Run with the stack of the task.
func TestPanicSurfaces(t *testing.T) {
	l := newLoop(t, free)
	l.Task().Do(func() { panic("broken") })
	var caught any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { caught = recover() }()
		l.Run()
	}()
	<-done
	p, ok := caught.(*Panic)
	if !ok || p.Value != "broken" || !strings.Contains(p.Error(), "TestPanicSurfaces") {
		t.Errorf("caught %v", caught)
	}
}

// A wait costs no allocation.
func TestWaitsDoNotAllocate(t *testing.T) {
	l := newLoop(t, free)
	near, far := pair(t)
	task := l.Task()
	p := task.Poller().(*port)
	stop := make(chan struct{})
	task.Do(func() {
		b := []byte{1}
		if n := testing.AllocsPerRun(1000, func() {
			unix.Write(far, b) // AllocsPerRun leaves one processor, which the loop keeps: nobody else could
			if err := p.Await(near, false); err != nil {
				t.Error(err)
			}
			if n, err := unix.Read(near, b); n != 1 {
				t.Error(n, err)
			}
			task.Until(l.now()+1000, stop)
		}); n != 0 {
			t.Errorf("a wait and a pause cost %v allocations", n)
		}
	})
	run(t, l)
}

// BenchmarkAnswer is a request and its answer by an echo on another thread.
func BenchmarkAnswer(b *testing.B) {
	l := newLoop(b, free)
	near, far := pair(b)
	go echo(far)
	task := l.Task()
	p := task.Poller().(*port)
	task.Do(func() {
		buffer := []byte{1}
		for b.Loop() {
			ask(b, p, near, buffer)
		}
		unix.Shutdown(near, unix.SHUT_RDWR)
	})
	b.ReportAllocs()
	run(b, l)
}
