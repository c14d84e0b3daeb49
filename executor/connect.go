package executor

import (
	"context"
	"slices"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
)

// together is how many connections are made at a time, so that no server's
// queue of new connections overflows.
const together = 16

// openAll opens sessions. The first failure is returned after all have been
// tried; those that are open stay so, for their owner to close.
func openAll(ctx context.Context, sessions []*session) error {
	errs := make([]error, len(sessions))
	var wg sync.WaitGroup
	slots := make(chan struct{}, together)
	for i, s := range sessions {
		slots <- struct{}{}
		if ctx.Err() != nil {
			<-slots
			break
		}
		wg.Go(func() {
			errs[i] = s.open(ctx)
			<-slots
		})
	}
	wg.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 && ctx.Err() == nil {
		return &ConnectError{Target: sessions[i].target, Err: asDriverError(errs[i])}
	}
	return context.Cause(ctx)
}

// ConnectError is a connection that a run needs and cannot have.
type ConnectError struct {
	Target string
	Err    *driver.Error
}

func (e *ConnectError) Error() string { return "connect to target " + e.Target + ": " + e.Err.Error() }

// Unwrap gives the driver's error.
func (e *ConnectError) Unwrap() error { return e.Err }
