package executor

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// How the end of a load is enforced.
const (
	abruptGrace   = 500 * time.Millisecond // for events in flight after an interrupt or a failure
	cutEvery      = 200 * time.Millisecond // between attempts to interrupt what still runs
	cutTimeout    = 2 * time.Second        // of one such attempt
	cutsAtTheSame = 32                     // connections interrupted in parallel
)

// brake is how the workers of a load are told to stop. Workers only read it,
// so it costs them nothing until it changes.
type brake struct {
	halted atomic.Bool   // start no event
	cut    atomic.Bool   // end the event at hand as cancelled
	wake   chan struct{} // closed when halted: ends the pauses between events
	broken chan struct{} // closed when cut: ends the pauses inside events
	ctx    context.Context
	cancel context.CancelFunc // of ctx, under which connections are made
}

// newBrake makes one that is loose.
func newBrake() *brake {
	b := &brake{wake: make(chan struct{}), broken: make(chan struct{})}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// halt lets no worker start another event.
func (b *brake) halt() {
	if b.halted.CompareAndSwap(false, true) {
		close(b.wake)
	}
}

// slam has every worker end its event at the next statement, at once if it
// pauses or connects; a statement that runs is for the guard to interrupt.
func (b *brake) slam() {
	b.halt()
	if b.cut.CompareAndSwap(false, true) {
		close(b.broken)
		b.cancel()
	}
}

// guard holds one load to its hard deadline.
type guard struct {
	brake    *brake
	sessions []*session
	deadline time.Time // zero: none but for ctx
	done     <-chan struct{}
}

// watch returns when the load's workers have ended (done). At the deadline, or
// shortly after ctx has ended, it cuts what is in flight: it cancels attempts
// to connect and interrupts statements, again and again, since a worker may
// have been between two statements the first time.
func (g *guard) watch(ctx context.Context) {
	defer g.brake.cancel()
	if g.await(ctx) {
		return
	}
	g.brake.slam()
	for {
		g.interrupt()
		select {
		case <-g.done:
			return
		case <-time.After(cutEvery):
		}
	}
}

// await waits for the end of the workers (true) or for their time to be up.
func (g *guard) await(ctx context.Context) bool {
	var up <-chan time.Time
	if !g.deadline.IsZero() {
		timer := time.NewTimer(time.Until(g.deadline))
		defer timer.Stop()
		up = timer.C
	}
	select {
	case <-g.done:
		return true
	case <-up:
		return false
	case <-ctx.Done():
	}
	g.brake.halt()
	soon := time.NewTimer(abruptGrace)
	defer soon.Stop()
	select {
	case <-g.done:
		return true
	case <-up:
	case <-soon.C:
	}
	return false
}

// interrupt tells every session once, many at the same time because each may
// need a connection of its own to do it.
func (g *guard) interrupt() {
	ctx, cancel := context.WithTimeout(context.Background(), cutTimeout)
	defer cancel()
	var wg sync.WaitGroup
	slots := make(chan struct{}, cutsAtTheSame)
	for _, s := range g.sessions {
		slots <- struct{}{}
		wg.Go(func() {
			s.interrupt(ctx)
			<-slots
		})
	}
	wg.Wait()
}
