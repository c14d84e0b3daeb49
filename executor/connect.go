package executor

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// together is how many connections are made at a time, so that no server's
// queue of new connections overflows.
const together = 16

// openAll opens sessions, within limit if it is not 0. The first failure ends
// it, since a run that cannot begin is to say so at once; those that are open
// stay so, for their owner to close.
func openAll(ctx context.Context, sessions []*session, limit time.Duration) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timed := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	late := make([]*driver.Error, len(sessions)) // why each is not open
	var wg sync.WaitGroup
	slots := make(chan struct{}, together)
	for i, s := range sessions {
		slots <- struct{}{}
		if timed.Err() != nil {
			<-slots
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			late[i] = asDriverError(s.open(timed))
			if late[i] != nil && timed.Err() == nil {
				stop(&ConnectError{Target: s.target, Err: late[i]})
			}
		})
	}
	wg.Wait()
	if ctx.Err() == nil && timed.Err() != nil {
		return tooLate(sessions, late, limit)
	}
	return context.Cause(ctx)
}

// ConnectError is a connection that a run needs and cannot have.
type ConnectError struct {
	Target string
	Err    *driver.Error
}

func (e *ConnectError) Error() string {
	if strings.HasPrefix(e.Target, plan.ProbeDriver+".") {
		return "open " + e.Target + ": " + e.Err.Error()
	}
	return "connect to target " + e.Target + ": " + e.Err.Error()
}

// Unwrap gives the driver's error.
func (e *ConnectError) Unwrap() error { return e.Err }

// LateError is workers that had not connected when their load's time to start
// was over.
type LateError struct {
	Target  string
	Workers int           // of the load
	Late    []int         // of these, counted from 0
	Hosts   []string      // whose turn the late ones were, each once
	Limit   time.Duration // that was set
	Last    *driver.Error // why the last of them was not connected; nil if none had its turn
}

// tooLate says who of sessions is not open.
func tooLate(sessions []*session, why []*driver.Error, limit time.Duration) error {
	e := &LateError{Workers: len(sessions), Limit: limit}
	seen := map[string]bool{}
	for i, s := range sessions {
		if s.conn != nil {
			continue
		}
		e.Target = s.target
		e.Late = append(e.Late, i)
		if host := s.names[s.turn()]; !seen[host] {
			seen[host] = true
			e.Hosts = append(e.Hosts, host)
		}
		if why[i] != nil {
			e.Last = why[i]
		}
	}
	if len(e.Late) == 0 {
		return nil // the last came in at the stroke
	}
	return e
}

func (e *LateError) Error() string {
	const most = 10 // numbers worth listing
	var numbers []string
	for _, n := range e.Late[:min(len(e.Late), most)] {
		numbers = append(numbers, fmt.Sprint(n))
	}
	if more := len(e.Late) - most; more > 0 {
		numbers = append(numbers, fmt.Sprintf("%d more", more))
	}
	text := fmt.Sprintf("connect to target %s: %d of %d workers had not connected after %v: number %s, at %s",
		e.Target, len(e.Late), e.Workers, e.Limit, strings.Join(numbers, ", "), strings.Join(e.Hosts, ", "))
	if e.Last != nil {
		text += "; the last error: " + e.Last.Error()
	}
	return text
}
