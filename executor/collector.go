package executor

import "fmt"

// collector is the one goroutine that hands a repeat's batches to its Sink.
// After a failed Write it goes on emptying the pool, so that no worker waits
// for ever; what comes then is lost, and the cell has failed.
type collector struct {
	pool *pool
	sink Sink
	fail func(error) // told the first failure, at once
	done chan struct{}

	events     int64 // written; read after done
	statements int64
	err        error
}

// collect starts a collector between p and sink.
func collect(p *pool, sink Sink, fail func(error)) *collector {
	c := &collector{pool: p, sink: sink, fail: fail, done: make(chan struct{})}
	go c.run()
	return c
}

// run hands batches over until finish closes the pool. A failed Write ends the
// cell at once, not at the end of an hour of events that nobody keeps.
func (c *collector) run() {
	defer close(c.done)
	for batch := range c.pool.full {
		if c.err == nil {
			if err := c.sink.Write(batch); err != nil {
				c.err = fmt.Errorf("writing the archive: %w", err)
				c.fail(c.err)
			} else {
				c.events += int64(len(batch.Events))
				c.statements += int64(len(batch.Statements))
			}
		}
		c.pool.giveBack(batch)
	}
}

// finish waits for the last batch and closes the Sink. No worker may hold the
// pool any more.
func (c *collector) finish() error {
	close(c.pool.full)
	<-c.done
	if err := c.sink.Close(); err != nil && c.err == nil {
		c.err = fmt.Errorf("closing the archive: %w", err)
	}
	return c.err
}
