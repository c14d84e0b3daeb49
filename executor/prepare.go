package executor

import (
	"context"
	"fmt"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// Prepare makes, loads and analyzes the tables of all wanted cells, enters
// them into the ledger and keeps them. What is there and fits is left alone,
// and loading that was cut short goes on where it ended. Cells of one target
// whose schemas use the same names in different ways cannot all be prepared:
// a *CollisionError says so before anything is made.
//
// Of the options, Open, Hosts, Progress, Only, Loaders, Recreate, Found and
// Unchecked count.
func Prepare(ctx context.Context, p *plan.Plan, o Options) error {
	r := newRunner(p, &o)
	r.catalog.fresh = false
	err := r.prepare(ctx)
	return firstOf(err, r.places.close())
}

// prepare makes what the wanted cells work on. Cells that share tables have
// them made once.
func (r *runner) prepare(ctx context.Context) error {
	type contents struct {
		target string
		schema int
	}
	if err := r.collision(); err != nil {
		return err
	}
	if !r.options.Unchecked {
		if err := r.preflight(ctx, r.tableNeeds()); err != nil {
			return err
		}
	}
	done := map[contents]bool{}
	for i := range r.plan.Cells {
		cell := &r.plan.Cells[i]
		if !r.options.wants(cell) {
			continue
		}
		s := &trial{cell: cell, step: Progress{Step: 1, Steps: 1, Cell: cell.Number}, spans: spans{clock: r.clock}}
		if err := r.prepareProbes(ctx, s, true); err != nil {
			return err
		}
		if cell.Schema < 0 {
			continue
		}
		wanted := contents{r.plan.Targets[cell.Target].Name, cell.Schema}
		if done[wanted] {
			continue
		}
		done[wanted] = true
		if err := r.prepareCell(ctx, cell); err != nil {
			return err
		}
		r.catalog.forget() // another cell may not replace what this one has made
	}
	return ctx.Err()
}

// tableNeeds is what making the tables of all wanted cells needs of the
// targets that are there already.
func (r *runner) tableNeeds() map[int]driver.Needs {
	most := map[int]driver.Needs{}
	for i := range r.plan.Cells {
		cell := &r.plan.Cells[i]
		if !r.options.wants(cell) || r.plan.Targets[cell.Target].Server != nil {
			continue
		}
		needs, _ := r.needs(cell, nil) // an error is of threads only
		for target, n := range needs {
			n.Writes = true
			most[target] = n.Most(most[target])
		}
	}
	return most
}

// prepareCell provides the tables of one cell.
func (r *runner) prepareCell(ctx context.Context, cell *plan.Cell) error {
	codes, err := newCodebook(r.plan, cell)
	if err != nil {
		return err
	}
	s := &trial{cell: cell, step: Progress{Step: 1, Steps: 1, Cell: cell.Number}, connectors: map[int]*connector{}, spans: spans{clock: r.clock}}
	s.tables = tables(&r.plan.Schemas[cell.Schema], r.plan.Seed, codes.transactions.code)
	s.shared = &shared{clock: r.clock, waiter: r.waiter, codes: codes, pool: r.pool(s, 0)}
	if _, err := r.connector(ctx, s, cell.Target); err != nil {
		return err
	}
	if err := r.places.claim(ctx, s.connectors[cell.Target]); err != nil {
		return err
	}
	c := collect(s.shared.pool, discard{}, func(error) {})
	_, err = r.catalog.provide(ctx, cell, r.loading(s), s.tables)
	return firstOf(err, c.finish())
}

// discard is the Sink of loading that nobody measures.
type discard struct{}

func (discard) Write(*event.Batch) error { return nil }
func (discard) Close() error             { return nil }

// Cleanup drops every table that the ledger names at the targets of the wanted
// cells, and then the ledger. It tells what it dropped, as target and table,
// also if it fails half way. Tables that Assay did not make are not touched.
// So it does with what probes work on.
//
// Of the options, Open and Only count.
func Cleanup(ctx context.Context, p *plan.Plan, o Options) (dropped []string, err error) {
	places := newPlaces(p, &o)
	done := map[string]bool{}
	for i := range p.Cells {
		cell := &p.Cells[i]
		name := p.Targets[cell.Target].Name
		if cell.Schema < 0 || done[name] || !o.wants(cell) {
			continue
		}
		done[name] = true
		at, openErr := places.at(ctx, cell.Target)
		if err = openErr; err != nil {
			break
		}
		d := (&codebook{}).connector(at)
		if err = places.claim(ctx, d); err != nil {
			break
		}
		err = attend(ctx, d.session(), func(c *admin) error {
			return empty(&ledger{admin: c, sql: &at.target.Dialect}, func(table string) { dropped = append(dropped, name+"."+table) })
		})
		if err != nil {
			break
		}
	}
	if err == nil {
		err = places.cleanupProbes(ctx, &dropped)
	}
	return dropped, firstOf(err, places.close())
}

// empty drops all tables of a ledger, then the ledger.
func empty(l *ledger, dropped func(table string)) error {
	last := ""
	for {
		name, err := l.first()
		if err != nil {
			return err
		}
		if name == "" {
			return l.removeIfEmpty()
		}
		if name == last {
			return fmt.Errorf("table %s is still in %s after it was dropped", name, ledgerName)
		}
		if err := l.drop(name); err != nil {
			return err
		}
		dropped(name)
		last = name
	}
}
