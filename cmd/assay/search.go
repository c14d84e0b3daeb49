package main

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/spf13/cobra"
)

// search is which runs are listed. What only run.json is needed for is asked
// first, so that a thousand runs are searched in a second.
type search struct {
	experiments, targets, statuses, factors, commits []string
	since, until                                     string

	from, to time.Time // of since and until, once checked; zero: no bound
}

func (s *search) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&s.experiments, "experiment", nil, "only runs of this experiment, a `NAME` or a pattern with * and ?")
	flags.StringArrayVar(&s.targets, "target", nil, "only runs with a target of this `NAME`, driver or dialect")
	flags.StringArrayVar(&s.statuses, "status", nil, "only runs of this `STATUS`: "+strings.Join(statuses(), ", "))
	flags.StringArrayVar(&s.factors, "factor", nil, "only runs with a cell where `FACTOR=VALUE`")
	flags.StringArrayVar(&s.commits, "commit", nil, "only runs whose spec, or whose assay, is of the git commit that begins with these `DIGITS`")
	flags.StringVar(&s.since, "since", "", "only runs that began at or after a `DATE`: 2026-11-30, 2026-11-30T17:15, or 36h or 30d ago")
	flags.StringVar(&s.until, "until", "", "only runs that began before a `DATE`, written likewise")
}

// statuses are the words for --status.
func statuses() []string {
	return []string{
		string(archive.Running), string(archive.Complete), string(archive.Interrupted), string(archive.Failed),
		string(archive.Recovered), string(archive.Crashed), unreadable,
	}
}

// unreadable is the status in lists of what has no run.json that can be read.
const unreadable = "unreadable"

// check refuses values that no run could have.
func (s *search) check(now time.Time) (err error) {
	for _, status := range s.statuses {
		if !slices.Contains(statuses(), status) {
			return fmt.Errorf("--status %s is none of %s", status, strings.Join(statuses(), ", "))
		}
	}
	for _, pattern := range s.experiments {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("--experiment %s is no pattern: %w", pattern, err)
		}
	}
	for _, f := range s.factors {
		if !strings.Contains(f, "=") {
			return fmt.Errorf("--factor %s is not of the form FACTOR=VALUE", f)
		}
	}
	if s.from, err = instant("--since", s.since, now); err != nil {
		return err
	}
	s.to, err = instant("--until", s.until, now)
	return err
}

// instant reads a date in local time, or how long ago it was; zero if it is "".
func instant(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	if age, err := parseAge(text); err == nil {
		return now.Add(-age), nil
	}
	return time.Time{}, fmt.Errorf("%s %s is no date; write 2026-11-30, 2026-11-30T17:15, or how long ago: 36h, 30d", flag, text)
}

// parseAge reads a duration, whose unit may also be d for 24 hours.
func parseAge(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err
	}
	age, err := time.ParseDuration(text)
	if err == nil && age < 0 {
		err = fmt.Errorf("%s is negative", text)
	}
	return age, err
}

// among are the entries that are searched for, and those of which it cannot be
// told, with the reason.
func (s *search) among(all []archive.Entry) (found, unknown []archive.Entry) {
	for _, e := range all {
		if !s.matchesInfo(&e) {
			continue
		}
		matches, err := s.matchesRun(&e)
		switch {
		case err != nil:
			e.Err = err
			unknown = append(unknown, e)
		case matches:
			found = append(found, e)
		}
	}
	return found, unknown
}

// matchesInfo asks what the entry itself tells. A run that cannot be read is
// of no experiment and no date.
func (s *search) matchesInfo(e *archive.Entry) bool {
	if e.Err != nil {
		return s.from.IsZero() && s.to.IsZero() && len(s.experiments) == 0 && !s.looksInside() &&
			(len(s.statuses) == 0 || slices.Contains(s.statuses, unreadable))
	}
	named := func(pattern string) bool {
		ok, _ := path.Match(pattern, e.Info.Experiment)
		return ok
	}
	return (len(s.statuses) == 0 || slices.Contains(s.statuses, string(e.Status))) &&
		(len(s.experiments) == 0 || slices.ContainsFunc(s.experiments, named)) &&
		!e.Info.Started.Before(s.from) && (s.to.IsZero() || e.Info.Started.Before(s.to))
}

// looksInside tells whether more than run.json is needed.
func (s *search) looksInside() bool { return len(s.targets)+len(s.factors)+len(s.commits) > 0 }

// matchesRun asks what the files of the run tell.
func (s *search) matchesRun(e *archive.Entry) (bool, error) {
	if !s.looksInside() {
		return true, nil
	}
	run, err := archive.OpenPath(e.Dir)
	if err != nil {
		return false, err
	}
	defer run.Close()
	if len(s.commits) > 0 {
		if ok, err := s.ofCommit(run); !ok || err != nil {
			return false, err
		}
	}
	if len(s.targets)+len(s.factors) == 0 {
		return true, nil
	}
	data, err := run.Plan()
	if err != nil {
		return false, err
	}
	p, err := plan.Decode(data)
	if err != nil {
		return false, err
	}
	return s.hasTarget(p) && s.hasFactors(run.Cells, p), nil
}

// hasTarget tells whether a target of the plan is one of those asked for.
func (s *search) hasTarget(p *plan.Plan) bool {
	return len(s.targets) == 0 || slices.ContainsFunc(p.Targets, func(t plan.Target) bool {
		return slices.Contains(s.targets, t.Name) || slices.Contains(s.targets, t.Driver) || slices.Contains(s.targets, t.Dialect.Name)
	})
}

// hasFactors tells whether one cell has, for each factor asked for, one of its
// values. Cells that ran count, or those of the plan while nobody tells.
func (s *search) hasFactors(cells []event.Cell, p *plan.Plan) bool {
	if len(s.factors) == 0 {
		return true
	}
	ran := func(number int) bool {
		return len(cells) == 0 || slices.ContainsFunc(cells, func(c event.Cell) bool { return c.Cell == number })
	}
	keep, err := filter(s.factors, p)
	return err == nil && slices.ContainsFunc(p.Cells, func(c plan.Cell) bool { return keep(&c) && ran(c.Number) })
}

// ofCommit tells whether a commit asked for is that of the run's spec, which a
// fact tells, or that of the program.
func (s *search) ofCommit(run *archive.Run) (bool, error) {
	var known []string
	if _, after, ok := strings.Cut(run.Info.Tool, " commit "); ok {
		known = append(known, after)
	}
	// A run that is not finished has no facts yet.
	if len(run.Cells) > 0 {
		facts, err := run.Facts()
		if err != nil {
			return false, err
		}
		for i := range facts {
			if facts[i].Source == "assay" && strings.HasSuffix(facts[i].Name, "commit") {
				known = append(known, facts[i].Value)
			}
		}
	}
	return slices.ContainsFunc(s.commits, func(digits string) bool {
		return slices.ContainsFunc(known, func(commit string) bool { return sameCommit(commit, digits) })
	}), nil
}

// sameCommit compares a commit as it was noted, which may be abbreviated and
// end in + for a changed tree, with its first digits or more.
func sameCommit(noted, digits string) bool {
	noted = strings.TrimSuffix(noted, "+")
	return strings.HasPrefix(noted, digits) || noted != "" && strings.HasPrefix(digits, noted)
}
