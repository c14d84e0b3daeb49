package executor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// catalog is the tables of a run: which stand ready, and which the run made.
type catalog struct {
	plan     *plan.Plan
	recreate bool
	fresh    bool                // every repeat wants its own
	ready    map[int]int         // by index of the target: the schema whose tables stand there
	made     map[int]*keptTables // by index of the target through which they were made
}

// keptTables is what was made at a target, in order.
type keptTables struct {
	names  []string
	ledger bool // the ledger too
}

// newCatalog is for a run that has found and made no table yet.
func newCatalog(p *plan.Plan, o *Options) *catalog {
	return &catalog{plan: p, recreate: o.Recreate, fresh: p.Data == plan.Fresh, ready: map[int]int{}, made: map[int]*keptTables{}}
}

// stands tells whether the tables of a cell are there, from this run, and
// may be used as they are.
func (s *catalog) stands(cell *plan.Cell) bool {
	schema, known := s.ready[cell.Target]
	return known && schema == cell.Schema && !s.fresh
}

// unready forgets what stands at a place. Targets of one place mostly are the
// same database; but the embedded one is a private file for each, so what
// stands at one is looked for at the next.
func (s *catalog) unready(place plan.Place) {
	maps.DeleteFunc(s.ready, func(target, _ int) bool { return s.plan.Place(target) == place })
}

// lose forgets what stood on a server that ended by itself: it begins anew.
func (s *catalog) lose(server int) {
	maps.DeleteFunc(s.ready, func(target, _ int) bool { return s.plan.Place(target).Server == server })
	maps.DeleteFunc(s.made, func(target int, _ *keptTables) bool { return s.plan.Place(target).Server == server })
}

// ours tells whether this run made a table of that name at a place.
func (s *catalog) ours(place plan.Place, name string) bool {
	for i, kept := range s.made {
		if s.plan.Place(i) == place && slices.Contains(kept.names, name) {
			return true
		}
	}
	return false
}

// provide makes, loads and analyzes the tables of a cell as far as they do not
// stand there, phase by phase. It tells whether any row was loaded.
func (s *catalog) provide(ctx context.Context, cell *plan.Cell, l *loading, tables []*table) (loaded bool, err error) {
	place := s.plan.Place(cell.Target)
	s.unready(place)
	rules := &rules{target: place.Target, recreate: s.recreate, fresh: s.fresh, ours: func(name string) bool { return s.ours(place, name) }}
	err = l.phase(event.Create, 0, nil, func() error {
		return attend(ctx, l.connector.session(), func(c *admin) error {
			return s.create(cell.Target, &ledger{admin: c, sql: &l.connector.target.Dialect}, rules, tables)
		})
	})
	todo := slices.DeleteFunc(slices.Clone(tables), func(t *table) bool { return t.todo == keep })
	if err != nil || len(todo) == 0 {
		if err == nil {
			s.ready[cell.Target] = cell.Schema
		}
		return false, err
	}
	if err := l.load(ctx, todo); err != nil {
		return true, err
	}
	err = l.phase(event.Analyze, 0, nil, func() error {
		return attend(ctx, l.connector.session(), func(c *admin) error {
			for _, t := range todo {
				if err := t.analyze(c); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err == nil {
		s.ready[cell.Target] = cell.Schema
	}
	return true, err
}

// create examines all tables before it changes any, so that a refusal leaves
// everything as it was.
func (s *catalog) create(target int, l *ledger, r *rules, tables []*table) error {
	for _, t := range tables {
		exists, err := l.tableExists(t.name)
		if err != nil {
			return err
		}
		var found *entry
		if exists {
			if found, err = l.read(t.name); err != nil {
				return err
			}
		}
		if err := r.examine(t, exists, found); err != nil {
			return err
		}
	}
	return s.make(target, l, tables)
}

// make makes the tables that have to be made, and remembers those that were
// not there before.
func (s *catalog) make(target int, l *ledger, tables []*table) (err error) {
	for _, t := range tables {
		if t.todo != create && t.todo != remake {
			continue
		}
		err = t.make(l)
		if t.todo == create && !refused(err) {
			s.note(target, t.name)
		}
		if err != nil {
			break
		}
	}
	if l.made {
		s.kept(target).ledger = true
	}
	return err
}

// kept is what was made at a target, to be added to.
func (s *catalog) kept(target int) *keptTables {
	if s.made[target] == nil {
		s.made[target] = &keptTables{}
	}
	return s.made[target]
}

// note remembers that this run made a table: it was not there before. One that
// was there, and was made again, stays after the run.
func (s *catalog) note(target int, name string) {
	if !s.ours(s.plan.Place(target), name) {
		kept := s.kept(target)
		kept.names = append(kept.names, name)
	}
}

// drop removes what this run made, at every target but those on servers that
// Assay started: their data goes with them. What cannot be dropped keeps
// nothing else from it.
func (s *catalog) drop(ctx context.Context, connector func(target int) *connector) (err error) {
	for _, target := range slices.Sorted(maps.Keys(s.made)) {
		if s.plan.Targets[target].Server != nil {
			continue
		}
		kept, d := s.made[target], connector(target)
		failure := attend(ctx, d.session(), func(c *admin) error {
			return kept.drop(&ledger{admin: c, sql: &d.target.Dialect})
		})
		if failure != nil {
			err = also(err, failure)
			continue
		}
		delete(s.made, target)
		s.unready(s.plan.Place(target))
	}
	return err
}

// drop removes all these tables that can be removed, and then the ledger; it
// names those that cannot, with the first reason.
func (k *keptTables) drop(l *ledger) error {
	var left []string
	var first error
	for _, name := range k.names {
		if err := l.drop(name); err != nil {
			left, first = append(left, name), firstOf(first, err)
		}
	}
	k.names = left
	switch {
	case first != nil:
		return fmt.Errorf("%s: %w", enumerated(left), first)
	case k.ledger:
		return l.removeIfEmpty()
	}
	return nil
}

// enumerated is the first of many names, and how many more there are.
func enumerated(names []string) string {
	const most = 5
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// forget keeps what was made: it is no longer this run's to replace or drop.
func (s *catalog) forget() { clear(s.made) }
