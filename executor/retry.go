package executor

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// verdict is what a failed statement means for its event.
type verdict uint8

const (
	fatal   verdict = iota // the cell fails
	again                  // roll back, wait, run the event anew
	pass                   // roll back, count, go on with the next event
	replace                // find a new connection, then again
)

// policy is a load's rules for failed statements.
type policy struct{ *plan.Errors }

// everyCode in Errors.Ignore stands for all codes.
const everyCode = -1

// judge decides by the class of a failure first: whatever the rules say, a
// lost connection is replaced.
func (p policy) judge(e *driver.Error) verdict {
	switch {
	case e.Class == driver.Lost:
		return replace
	case e.Class == driver.Refused:
		return fatal
	case slices.Contains(p.Retry, e.Code):
		return again
	case slices.Contains(p.Ignore, e.Code) || slices.Contains(p.Ignore, everyCode):
		return pass
	}
	return fatal
}

// leastPause keeps a policy without a back-off from spinning on a server that
// is down.
const leastPause = int64(time.Millisecond)

// pause is how long to wait after failure number n, from 1, in nanoseconds:
// the back-off doubled with each, of which a random half is taken off so that
// workers that collided do not collide again.
func (p policy) pause(n int32, random *rand.Rand) int64 {
	wait := p.Backoff
	for ; n > 1 && wait < p.BackoffMax; n-- {
		wait *= 2
	}
	wait = min(wait, max(p.BackoffMax, p.Backoff))
	if wait <= 1 {
		return wait
	}
	return wait - random.Int64N(wait/2+1)
}
