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

// spareBatches is how far the workers may run ahead of the Sink. Every worker
// holds one batch besides, so the pool bounds the memory of a cell.
const spareBatches = 64

// pool moves batches from the workers to the collector and back. Both ways
// are channels of the pool's full size: giving never blocks, and a taker waits
// only when the Sink is slower than all workers together.
type pool struct {
	free chan *event.Batch
	full chan *event.Batch
}

func newPool(workers int) *pool {
	size := workers + spareBatches
	p := &pool{free: make(chan *event.Batch, size), full: make(chan *event.Batch, size)}
	for range size {
		p.free <- new(event.Batch)
	}
	return p
}

// take gives an empty batch, and tells whether it had to be waited for.
func (p *pool) take() (b *event.Batch, waited bool) {
	select {
	case b = <-p.free:
		return b, false
	default:
		return <-p.free, true
	}
}

// giveBack empties b for the next taker.
func (p *pool) giveBack(b *event.Batch) {
	b.Events, b.Statements = b.Events[:0], b.Statements[:0]
	p.free <- b
}
