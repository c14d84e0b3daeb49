package executor

import "github.com/assay-bench/assay/archive/event"

// A batch changes hands when it is full or old: large enough that the channel
// costs a few nanoseconds an event, young enough that the death of the process
// loses no more than the last second.
const (
	batchEvents     = 256
	batchStatements = 2048
	batchAge        = 500e6 // ns
)

// A pool holds two batches for each holder, so that all may hand over at once,
// as they do when they have started together, and go on. Its memory is bounded
// by making the batches smaller where holders are many: a thousand have
// batches of 65 events and 520 statements, 90 MB of records in all at the very
// worst.
const (
	spareBatches  = 64
	eventsInHand  = 64 << 10 // over all holders
	leastOfABatch = 16
)

// pool moves batches from the workers to the collector and back. Both ways
// are channels of the pool's full size: giving never blocks, and a taker waits
// only when the Sink is slower than all workers together.
type pool struct {
	free       chan *event.Batch
	full       chan *event.Batch
	events     int // how many make a batch full
	statements int
}

// newPool makes the pool of so many holders: workers, and loaders, who all hold
// one batch from the beginning. With fewer batches the last would wait for ever.
func newPool(holders int) *pool {
	size := holders + max(holders, spareBatches)
	p := &pool{free: make(chan *event.Batch, size), full: make(chan *event.Batch, size)}
	p.events = min(max(eventsInHand/max(holders, 1), leastOfABatch), batchEvents)
	p.statements = p.events * (batchStatements / batchEvents)
	for range size {
		p.free <- new(event.Batch)
	}
	return p
}

// take gives an empty batch, and waits for one.
func (p *pool) take() *event.Batch { return <-p.free }

// tryTake gives an empty batch; nil if there is none.
func (p *pool) tryTake() *event.Batch {
	select {
	case b := <-p.free:
		return b
	default:
		return nil
	}
}

// giveBack empties b for the next taker.
func (p *pool) giveBack(b *event.Batch) {
	b.Events, b.Statements, b.Arrivals = b.Events[:0], b.Statements[:0], b.Arrivals[:0]
	p.free <- b
}
