package fileio

// slot is one operation in flight: its step, its buffer and, in the end, what
// came of it.
type slot struct {
	step  Step
	data  []byte
	start int64 // when it was begun, by the caller's clock
	end   int64
	done  int64 // bytes that the kernel has moved so far
	err   error
}

// queue carries out the steps of one worker's slots.
type queue interface {
	// submit begins the step of a slot. An error means that the queue itself
	// is broken; that of a step is in its slot.
	submit(slot int) error
	// collect gives a slot whose step has ended, with its end and err set;
	// with wait it waits for one, else it gives -1 if there is none.
	collect(wait bool) (slot int, err error)
	close()
}

// immediate is the queue of one slot whose step has ended when submit returns.
type immediate struct {
	files *files
	slots []slot
	now   func() int64
	ended bool
}

func (q *immediate) submit(s int) error {
	slot := &q.slots[s]
	slot.err = q.files.do(&slot.step, slot.data)
	slot.end = q.now()
	q.ended = true
	return nil
}

func (q *immediate) collect(bool) (int, error) {
	if !q.ended {
		return -1, nil
	}
	q.ended = false
	return 0, nil
}

func (q *immediate) close() {}

// pool is the queue where there is no io_uring: a goroutine for each slot,
// which blocks in the kernel as a thread would. Handing a step over costs some
// microseconds more than io_uring does, so results say which was used.
type pool struct {
	files *files
	slots []slot
	now   func() int64
	todo  chan int
	ended chan int
}

// newPool starts a goroutine for each slot.
func newPool(f *files, slots []slot, now func() int64) *pool {
	p := &pool{f, slots, now, make(chan int, len(slots)), make(chan int, len(slots))}
	for range slots {
		go p.work()
	}
	return p
}

// work carries out steps until the pool is closed.
func (p *pool) work() {
	for s := range p.todo {
		slot := &p.slots[s]
		slot.err = p.files.do(&slot.step, slot.data)
		slot.end = p.now()
		p.ended <- s
	}
}

func (p *pool) submit(s int) error {
	p.todo <- s // there is room for all
	return nil
}

func (p *pool) collect(wait bool) (int, error) {
	if wait {
		return <-p.ended, nil
	}
	select {
	case s := <-p.ended:
		return s, nil
	default:
		return -1, nil
	}
}

func (p *pool) close() { close(p.todo) }
