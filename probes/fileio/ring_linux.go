package fileio

import (
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The parts of io_uring's interface that are used here, as io_uring_setup(2)
// and io_uring_enter(2) have them. They are the kernel's layout, byte for byte,
// which x/sys/unix does not declare.
type (
	ringParams struct {
		entries, completions, flags, cpu, idle, features, queue uint32
		_                                                       [3]uint32
		sq                                                      struct {
			head, tail, mask, entries, flags, dropped, array, _ uint32
			_                                                   uint64
		}
		cq struct {
			head, tail, mask, entries, overflow, cqes, flags, _ uint32
			_                                                   uint64
		}
	}
	submission struct {
		opcode, flags uint8
		priority      uint16
		fd            int32
		offset        uint64
		address       uint64
		length        uint32
		opFlags       uint32
		user          uint64
		_             [3]uint64
	}
	completion struct {
		user   uint64
		result int32
		flags  uint32
	}
)

const (
	opFsync  = 3
	opRead   = 22 // with opWrite in Linux 5.6 and later
	opWrite  = 23
	dataSync = 1 // in submission.opFlags of opFsync
	wantOne  = 1 // IORING_ENTER_GETEVENTS

	offsetQueues      = 0          // of the map with both queues
	offsetSubmissions = 0x10000000 // of the map with the entries
	oneMap            = 1          // in ringParams.features: both queues are in one map
)

// ring is a queue on io_uring: the kernel works on all slots at a time, and a
// completion is seen as soon as it is there, without a call.
//
// Both queues are memory that the kernel reads and writes while we do. Of each
// one side moves the head and the other the tail: what is written before a
// pointer moves is there for whoever sees it moved, which Go's atomic operations
// give. One goroutine uses a ring.
type ring struct {
	files   *files
	slots   []slot
	now     func() int64
	fd      int
	memory  []byte // the two queues
	entries []byte

	submissions []submission
	completions []completion
	array       []uint32
	sqTail      *uint32
	cqHead      *uint32
	cqTail      *uint32
	sqMask      uint32
	cqMask      uint32
	pinned      bool
}

// newRing makes a ring of as many entries as there are slots. An error says
// why this kernel, or who guards it, gives none.
func newRing(f *files, slots []slot, now func() int64) (queue, error) {
	var p ringParams
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, uintptr(len(slots)), uintptr(unsafe.Pointer(&p)), 0)
	if errno != 0 {
		return nil, fmt.Errorf("io_uring_setup: %w", errno)
	}
	r := &ring{files: f, slots: slots, now: now, fd: int(fd)}
	if err := r.mapQueues(&p); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// mapQueues maps what the kernel has made and finds the parts at the offsets
// that it tells.
func (r *ring) mapQueues(p *ringParams) (err error) {
	if p.features&oneMap == 0 {
		return fmt.Errorf("io_uring of a kernel before 5.4: %w", unix.ENOSYS)
	}
	// The map is as long as the longer of the queues, both of which begin in it.
	size := max(p.sq.array+p.entries*4, p.cq.cqes+p.completions*uint32(unsafe.Sizeof(completion{})))
	if r.memory, err = unix.Mmap(r.fd, offsetQueues, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE); err != nil {
		return fmt.Errorf("map the queues of io_uring: %w", err)
	}
	size = p.entries * uint32(unsafe.Sizeof(submission{}))
	if r.entries, err = unix.Mmap(r.fd, offsetSubmissions, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE); err != nil {
		return fmt.Errorf("map the entries of io_uring: %w", err)
	}
	word := func(offset uint32) *uint32 { return (*uint32)(unsafe.Pointer(&r.memory[offset])) }
	r.sqTail, r.cqHead, r.cqTail = word(p.sq.tail), word(p.cq.head), word(p.cq.tail)
	r.sqMask, r.cqMask = *word(p.sq.mask), *word(p.cq.mask)
	r.array = unsafe.Slice(word(p.sq.array), p.entries)
	r.submissions = unsafe.Slice((*submission)(unsafe.Pointer(&r.entries[0])), p.entries)
	r.completions = unsafe.Slice((*completion)(unsafe.Pointer(&r.memory[p.cq.cqes])), p.completions)
	return nil
}

// submit begins the step of a slot. The kernel finishes some work in the
// thread that asked for it, so the worker keeps its thread from now on.
func (r *ring) submit(s int) error {
	if !r.pinned {
		runtime.LockOSThread()
		r.pinned = true
	}
	slot := &r.slots[s]
	slot.done = 0
	return r.push(s)
}

// push gives the kernel what is left of a slot's step. There is always room: the
// ring has an entry for each slot, and the kernel has taken those before.
func (r *ring) push(s int) error {
	slot, step := &r.slots[s], &r.slots[s].step
	tail := *r.sqTail // only we write it
	at := tail & r.sqMask
	e := &r.submissions[at] // of the last lap; the kernel has copied it
	*e = submission{fd: int32(r.files.fds[step.File]), user: uint64(s)}
	if step.Operation == Sync {
		e.opcode = opFsync
		if r.files.job.DataOnly {
			e.opFlags = dataSync
		}
	} else {
		e.opcode = opRead
		if step.Operation == Write {
			e.opcode = opWrite
		}
		e.offset = uint64(step.Offset + slot.done)
		e.address = uint64(uintptr(unsafe.Pointer(&slot.data[slot.done])))
		e.length = uint32(step.Length - slot.done)
	}
	r.array[at] = at
	atomic.StoreUint32(r.sqTail, tail+1)
	return r.enter(1, 0, 0)
}

// enter calls the kernel until it has taken what is submitted.
func (r *ring) enter(submit, wait, flags uintptr) error {
	for {
		_, _, errno := unix.Syscall6(unix.SYS_IO_URING_ENTER, uintptr(r.fd), submit, wait, flags, 0, 0)
		switch errno {
		case 0:
			return nil
		case unix.EINTR, unix.EAGAIN, unix.EBUSY: // again, when the kernel has memory or room
			continue
		}
		return fmt.Errorf("io_uring_enter: %w", errno)
	}
}

// collect gives a slot whose step has ended; -1 if none has and wait is false.
func (r *ring) collect(wait bool) (int, error) {
	for {
		head := *r.cqHead // only we write it
		if head == atomic.LoadUint32(r.cqTail) {
			if !wait {
				return -1, nil
			}
			if err := r.enter(0, 1, wantOne); err != nil {
				return -1, err
			}
			continue
		}
		c := r.completions[head&r.cqMask]
		atomic.StoreUint32(r.cqHead, head+1)
		over, err := r.complete(&r.slots[c.user], int64(c.result))
		if err != nil {
			return -1, err
		}
		if over {
			r.slots[c.user].end = r.now()
			return int(c.user), nil
		}
		if err := r.push(int(c.user)); err != nil {
			return -1, err
		}
	}
}

// complete takes the kernel's answer for a slot; over is false if the kernel
// did a part of the step only, and the rest is to be asked for.
func (r *ring) complete(s *slot, result int64) (over bool, err error) {
	switch {
	case result == -int64(unix.EINTR), result == -int64(unix.EAGAIN):
		return false, nil
	case result < 0:
		s.err = named(&s.step, unix.Errno(-result))
	case s.step.Operation == Sync:
	case result == 0:
		s.err = named(&s.step, io.ErrUnexpectedEOF)
	default:
		s.done += result
		return s.done == s.step.Length, nil
	}
	return true, nil
}

// close gives the ring up. With operations in flight the kernel ends them by
// itself, and may write to their buffers until then: see Worker.Close.
func (r *ring) close() {
	if r.pinned {
		runtime.UnlockOSThread()
	}
	for _, m := range [][]byte{r.entries, r.memory} {
		if m != nil {
			unix.Munmap(m) // of our own making
		}
	}
	unix.Close(r.fd)
}
