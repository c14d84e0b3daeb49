package executor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// Finding is what a check of a target told before anything was created there.
type Finding struct {
	Target, Host string // names; Host is empty for the machine that Assay runs on
	driver.Finding
}

// String is the finding in one line.
func (f *Finding) String() string {
	at := f.Target
	if f.Host != "" && f.Host != f.Target {
		at += " (" + f.Host + ")"
	}
	text := fmt.Sprintf("%s: %s is %s, needed is %s", at, f.Name, f.Have, f.Need)
	if f.Fix != "" {
		text += ": " + f.Fix
	}
	return text
}

// PreflightError is a run that would fail for want of something, so that it
// was not begun.
type PreflightError struct{ Findings []Finding }

func (e *PreflightError) Error() string {
	words := make([]string, len(e.Findings))
	for i := range e.Findings {
		words[i] = e.Findings[i].String()
	}
	return "the run cannot work, and nothing was created: " + strings.Join(words, "; ")
}

// survey checks, before the first cell begins, the targets of all cells that
// are there already. Each is asked for the most that any of its cells needs.
// A target that cannot be reached is left to its cells, which will say why, as
// long as there is another.
func (r *runner) survey(ctx context.Context, cells []*plan.Cell) error {
	if r.options.Unchecked {
		return nil
	}
	most := map[int]driver.Needs{}
	var away *ConnectError
	for _, cell := range cells {
		needs, err := r.needs(cell, r.threads(ctx))
		if err != nil && !errors.As(err, &away) {
			continue // the cell will find the same, and say of which load
		}
		for target, n := range needs {
			if r.plan.Targets[target].Server == nil {
				most[target] = n.Most(most[target])
			}
		}
	}
	if away != nil && len(most) == 0 {
		return away
	}
	return r.preflight(ctx, most)
}

// threads tells how many workers a load has, by the facts of its server.
func (r *runner) threads(ctx context.Context) func(*plan.Load) (int, error) {
	return func(l *plan.Load) (int, error) {
		if l.Threads.Known() {
			return resolve(&l.Threads, nil, "threads")
		}
		at, err := r.places.at(ctx, l.Target)
		if err != nil {
			return 0, err
		}
		return resolve(&l.Threads, knowledge(r.options.Facts, at.facts), "threads")
	}
}

// inspect checks the targets of one cell that are on servers which Assay has
// started for it.
func (r *runner) inspect(ctx context.Context, cell *plan.Cell) error {
	if r.options.Unchecked {
		return nil
	}
	needs, err := r.needs(cell, r.threads(ctx))
	if err != nil {
		return nil // the cell itself finds the same, and says of which load
	}
	maps.DeleteFunc(needs, func(target int, _ driver.Needs) bool { return r.plan.Targets[target].Server == nil })
	return r.preflight(ctx, needs)
}

// preflight asks the drivers that can tell whether there is room, keeps what
// they say for the archive, and refuses what cannot work.
func (r *runner) preflight(ctx context.Context, needs map[int]driver.Needs) error {
	refused := new(PreflightError)
	var away error
	for _, target := range slices.Sorted(maps.Keys(needs)) {
		at, err := r.places.at(ctx, target)
		if err != nil {
			away = firstOf(away, err)
			delete(needs, target)
			continue
		}
		checks, able := at.driver.(driver.Preflight)
		if !able {
			continue
		}
		findings, err := checks.Preflight(ctx, needs[target])
		if err != nil {
			return &ConnectError{Target: at.target.Name, Err: asDriverError(err)}
		}
		for _, found := range findings {
			f := Finding{Target: at.target.Name, Finding: found}
			if found.Host >= 0 {
				f.Host = at.host(found.Host)
			}
			r.found(&f)
			// Several configurations of one probe lack the same: once is enough.
			if f.Verdict == driver.Refuses && !slices.Contains(refused.Findings, f) {
				refused.Findings = append(refused.Findings, f)
			}
		}
	}
	if len(refused.Findings) > 0 {
		return refused
	}
	if len(needs) == 0 {
		return away
	}
	return nil
}

// found keeps a finding as three facts, and tells of it unless all is well.
func (r *runner) found(f *Finding) {
	for _, fact := range [][2]string{{"have", f.Have}, {"need", f.Need}, {"verdict", strings.TrimSuffix(f.Verdict.String()+": "+f.Fix, ": ")}} {
		r.notes = append(r.notes, event.Fact{
			Cell: -1, Repeat: -1, When: before, Host: f.Host, Source: "preflight", Name: f.Name + "." + fact[0], Value: fact[1],
		})
	}
	if f.Verdict != driver.Fits && f.Verdict != driver.Refuses && r.options.Found != nil {
		r.options.Found(f)
	}
}
