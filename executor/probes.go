package executor

import (
	"context"
	"fmt"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// probesOf are the targets of a cell that are probes, each once, by index.
func probesOf(p *plan.Plan, cell *plan.Cell) (targets []int) {
	seen := map[int]bool{}
	for _, i := range cell.Loads {
		if l := &p.Loads[i]; p.Probe(l) != nil && !seen[l.Target] {
			seen[l.Target] = true
			targets = append(targets, l.Target)
		}
	}
	return targets
}

// prepareProbes lets the probes of a trial make what they work on, which is
// their loading; it comes before sessions are opened, as these need what is
// made. What is lasting stays after the run.
func (r *runner) prepareProbes(ctx context.Context, s *trial, lasting bool) error {
	how := driver.Preparation{Replace: r.options.Recreate, Lasting: lasting}
	for _, target := range probesOf(r.plan, s.cell) {
		at, err := r.places.at(ctx, target)
		if err != nil {
			return err
		}
		p, is := at.driver.(driver.Preparer)
		if !is {
			continue // it works on the machine itself
		}
		err = s.spans.in(event.Load, func() (err error) {
			now := fixed(event.Load, r.clock.now())
			r.meter.during(&leg{step: s.step, phase: now}, func() { err = p.Prepare(ctx, how) })
			return err
		})
		if err != nil {
			return fmt.Errorf("prepare %s: %w", at.target.Name, err)
		}
	}
	return nil
}

// dropProbes removes what the probes of this run have made, as drop does with
// tables. After an interrupt it takes no longer than a user who has pressed
// Ctrl-C waits.
func (r *runner) dropProbes(ctx context.Context) (err error) {
	if r.options.Keep {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), dropTime)
		defer cancel()
	}
	for _, at := range r.places.opened {
		if at == nil {
			continue
		}
		_, failure := at.cleanup(ctx, false)
		err = firstOf(err, failure)
	}
	return err
}

// cleanupProbes removes what the probes of the wanted cells work on, whoever
// made it.
func (p *places) cleanupProbes(ctx context.Context, removed *[]string) error {
	done := map[int]bool{}
	for i := range p.plan.Cells {
		cell := &p.plan.Cells[i]
		if !p.options.wants(cell) {
			continue
		}
		for _, target := range probesOf(p.plan, cell) {
			if done[target] {
				continue
			}
			done[target] = true
			at, err := p.at(ctx, target)
			if err != nil {
				return err
			}
			names, err := at.cleanup(ctx, true)
			*removed = append(*removed, names...)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// cleanup removes what a probe works on, if it has to be made.
func (at *place) cleanup(ctx context.Context, all bool) (removed []string, err error) {
	p, is := at.driver.(driver.Preparer)
	if !is {
		return nil, nil
	}
	if removed, err = p.Cleanup(ctx, all); err != nil {
		err = fmt.Errorf("clean up after %s: %w", at.target.Name, err)
	}
	return removed, err
}
