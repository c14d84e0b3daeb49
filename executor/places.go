package executor

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// place is a target of the plan with its driver.
type place struct {
	target *plan.Target
	driver driver.Driver
	hosts  []string      // their names, at least one
	facts  []driver.Fact // what the server said of itself; nil until it was asked

	claim *driver.Claim // holds the database against other runs; nil if none does

	cell, repeat int // which its server was started for; -1 if Assay does not start it
}

// places opens the targets of a plan when a cell first needs them.
type places struct {
	plan    *plan.Plan
	options *Options
	opened  []*place // by index into Plan.Targets; nil until opened

	cell, repeat int          // at hand
	left         []event.Fact // of places that were left before the end of the run
}

// newPlaces makes the places of p, none of them open.
func newPlaces(p *plan.Plan, o *Options) *places {
	return &places{plan: p, options: o, opened: make([]*place, len(p.Targets))}
}

// at is target i, opened, its server's facts known. A server that did not
// answer is asked again by the next cell; it may have come back.
func (p *places) at(ctx context.Context, i int) (*place, error) {
	at := p.opened[i]
	if at == nil {
		target := &p.plan.Targets[i]
		d, err := p.options.Open(ctx, target)
		if err != nil {
			return nil, fmt.Errorf("open target %s: %w", target.Name, err)
		}
		at = &place{target: target, driver: d, hosts: []string{target.Name}, cell: -1, repeat: -1}
		if target.Server != nil {
			at.cell, at.repeat = p.cell, p.repeat
		}
		if p.options.Hosts != nil {
			if hosts := p.options.Hosts(target); len(hosts) > 0 {
				at.hosts = hosts
			}
		}
		p.opened[i] = at
	}
	if at.facts == nil {
		facts, err := at.driver.Facts(ctx)
		if err != nil {
			return nil, &ConnectError{Target: at.target.Name, Err: asDriverError(err)}
		}
		at.facts = append([]driver.Fact{}, facts...)
	}
	return at, nil
}

// leave closes the targets on a server that is about to end, and asks it a
// last time what it is.
func (p *places) leave(ctx context.Context, server int) (err error) {
	for i, at := range p.opened {
		if at == nil || p.plan.Place(i).Server != server {
			continue
		}
		p.left = append(p.left, at.record(ctx, before)...)
		p.left = append(p.left, at.record(ctx, after)...)
		err = firstOf(err, at.close())
		p.opened[i] = nil
	}
	return err
}

// close frees all drivers.
func (p *places) close() (err error) {
	for _, at := range p.opened {
		if at != nil {
			err = firstOf(err, at.close())
		}
	}
	return err
}

// close lets other runs in, and frees the driver.
func (at *place) close() error {
	at.release()
	if err := at.driver.Close(); err != nil {
		return fmt.Errorf("close target %s: %w", at.target.Name, err)
	}
	return nil
}

// record lists the facts of all places that are open.
func (p *places) record(ctx context.Context, when string) (list []event.Fact) {
	for _, at := range p.opened {
		if at != nil {
			list = append(list, at.record(ctx, when)...)
		}
	}
	return list
}

// record lists facts as the archive keeps them. Before the run they are what
// was learnt when the target was opened; afterwards the server is asked again,
// and one that is gone says nothing.
func (at *place) record(ctx context.Context, when string) (list []event.Fact) {
	facts := at.facts
	if when == after {
		facts, _ = at.driver.Facts(ctx)
	}
	source := "server"
	if at.target.Probe != nil {
		source = plan.ProbeDriver
	}
	for _, f := range facts {
		list = append(list, event.Fact{
			Cell: at.cell, Repeat: at.repeat, When: when, Host: at.host(f.Host), Source: source, Name: f.Name, Value: f.Value,
		})
	}
	return list
}

// The words of event.Fact.When.
const (
	before = "before"
	after  = "after"
)

// host is the name of a host; a driver without hosts has one all the same.
func (at *place) host(i int) string { return at.hosts[min(i, len(at.hosts)-1)] }

// connector is a place as one repeat of a cell uses it: it gives sessions, in
// turns over the hosts.
type connector struct {
	*place
	codes []uint16      // the archive's codes of the hosts
	down  []atomic.Bool // hosts that no worker could get back to
	next  int
}

// connector makes the way into a place, and names its hosts in the codebook.
func (c *codebook) connector(at *place) *connector {
	d := &connector{place: at, down: make([]atomic.Bool, len(at.hosts))}
	for _, name := range at.hosts {
		d.codes = append(d.codes, c.hosts.code(name))
	}
	return d
}

// session is the next one, which is not open yet.
func (d *connector) session() *session {
	d.next++
	return d.numbered(d.next - 1)
}

// numbered is session number n of the driver.
func (d *connector) numbered(n int) *session {
	s := &session{driver: d.driver, target: d.target.Name, number: n, hosts: d.codes, names: d.hosts, down: d.down}
	s.host = d.codes[s.turn()]
	return s
}
