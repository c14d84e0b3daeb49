package executor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// Server is a server that Options.Launch has started.
type Server interface {
	Ended() <-chan struct{} // closed when its process has ended, for whatever reason
	Err() error             // why it ended without being shut down; nil if it was, and while it runs
	Warnings() []string     // what it has warned of at its start

	// Shutdown ends it and waits for that, but not for long once ctx has ended.
	// Its data stays for the next start.
	Shutdown(ctx context.Context) error
}

// servers are the servers of a plan that run.
type servers struct {
	plan    *plan.Plan
	start   func(ctx context.Context, server int) (Server, error)
	running map[int]Server // by index into Plan.Servers
}

// newServers is for the servers of p, none of which runs.
func newServers(p *plan.Plan, o *Options) *servers {
	return &servers{plan: p, start: o.Launch, running: map[int]Server{}}
}

// serve sees to it that exactly the servers that a cell needs are running: two
// at a time would share the machine's memory. What the run knows of a server
// that goes away is put aside.
func (r *runner) serve(ctx context.Context, s *trial) error {
	r.places.cell, r.places.repeat = s.cell.Number, s.repeat
	needs := r.plan.Needs(s.cell)
	for _, i := range r.servers.indexes() {
		died := r.servers.running[i].Err() != nil
		if !died && slices.Contains(needs, i) {
			continue
		}
		if err := r.part(ctx, i); err != nil {
			return err
		}
		if died {
			r.catalog.lose(i)
		}
	}
	for _, i := range needs {
		if r.servers.running[i] != nil {
			continue
		}
		if err := r.servers.begin(ctx, i); err != nil {
			return err
		}
		r.notes = append(r.notes, r.warnings(s, i)...)
	}
	return nil
}

// indexes are the servers that run, in order.
func (s *servers) indexes() []int { return slices.Sorted(maps.Keys(s.running)) }

// begin starts server i.
func (s *servers) begin(ctx context.Context, i int) error {
	if s.start == nil {
		return fmt.Errorf("server %s: nothing here can start a server", s.plan.ServerLabel(i))
	}
	started, err := s.start(ctx, i)
	if err != nil {
		return fmt.Errorf("start server %s: %w", s.plan.ServerLabel(i), err)
	}
	s.running[i] = started
	return nil
}

// part leaves the targets on server i and shuts it down.
func (r *runner) part(ctx context.Context, i int) error {
	err := r.places.leave(ctx, i)
	server := r.servers.running[i]
	delete(r.servers.running, i)
	if failure := server.Shutdown(ctx); failure != nil && err == nil {
		err = fmt.Errorf("shut down server %s: %w", r.plan.ServerLabel(i), failure)
	}
	return err
}

// partAll ends all servers. The context may have ended; servers end all the same.
func (r *runner) partAll(ctx context.Context) (err error) {
	for _, i := range r.servers.indexes() {
		err = firstOf(err, r.part(ctx, i))
	}
	return err
}

// watch fails the cell when a server ends under it, which tells more, and
// sooner, than sessions that cannot reconnect. It returns a function that ends
// the watching and waits for that.
func (s *servers) watch(fail func(error)) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i, server := range s.running {
		wg.Go(func() {
			select {
			case <-server.Ended():
				fail(s.ended(i))
			case <-done:
			}
		})
	}
	return func() { close(done); wg.Wait() }
}

// ended is the error for a server that ended by itself.
func (s *servers) ended(i int) error {
	return fmt.Errorf("server %s: %w", s.plan.ServerLabel(i), s.running[i].Err())
}

// blame gives the end of a server as the reason instead of err, which is then
// only what followed from it. A connection breaks a moment before the process
// has ended.
func (s *servers) blame(err error) error {
	const moment = 200 * time.Millisecond
	for i, server := range s.running {
		select {
		case <-server.Ended():
			return s.ended(i)
		case <-time.After(moment):
		}
	}
	return err
}

// warnings are what server i said at its start, as facts.
func (r *runner) warnings(s *trial, i int) (facts []event.Fact) {
	for n, text := range r.servers.running[i].Warnings() {
		facts = append(facts, event.Fact{
			Cell: s.cell.Number, Repeat: s.repeat, When: before, Host: r.plan.ServerLabel(i), Source: "server",
			Name: "warning." + strconv.Itoa(n+1), Value: text,
		})
	}
	return facts
}
