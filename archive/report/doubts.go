package report

import (
	"fmt"
	"strings"
)

// warn adds a doubt about a repeat, or about all if r is nil.
func (s *summariser) warn(m *measured, load, format string, args ...any) {
	w := Warning{Load: load, Message: fmt.Sprintf(format, args...)}
	if m != nil {
		cell, repeat := m.cell.Cell, m.cell.Repeat
		w.Cell, w.Repeat = &cell, &repeat
	}
	s.summary.Warnings = append(s.summary.Warnings, w)
}

// serverDoubts adds what servers that the run started warned of at their
// start, such as options that they adjusted or ignore.
func (s *summariser) serverDoubts() {
	for i := range s.facts {
		f := &s.facts[i]
		if f.Source != "server" || !strings.HasPrefix(f.Name, "warning.") {
			continue
		}
		s.summary.Warnings = append(s.summary.Warnings, Warning{
			Cell: &f.Cell, Repeat: &f.Repeat, Message: fmt.Sprintf("server %s warned at its start: %s", f.Host, f.Value),
		})
	}
}

// doubts adds what a reader of a repeat's figures should know.
func (s *summariser) doubts(m *measured, r *Repeat) {
	if r.Status != complete {
		reason := r.Reason
		if reason == "" {
			reason = "the run did not record its end"
		}
		s.warn(m, "", "the repeat %s: %s", statusText(r.Status), reason)
		s.summary.Warnings[len(s.summary.Warnings)-1].reason = r.Reason
	}
	if r.Total == nil || r.Total.Events.Total == 0 {
		s.warn(m, "", "there are no events in the measured phase")
		for i := range r.Loads {
			s.doubtArrivals(m, &r.Loads[i])
		}
		return
	}
	if m.guessed {
		s.warn(m, "", "the bounds of the measured phase were not recorded and are taken from its events")
	}
	if !m.archived && !m.probesOnly() {
		s.warn(m, "", "statements were not archived: their kinds, labels and times, which of them failed, and reconnects are not known")
	}
	if n := m.cell.Waits; n > 0 {
		s.warn(m, "", "workers waited for the archive %s times, %s in all", wholeText(n), timeText(m.cell.WaitTime))
	}
	s.doubtValidity(m, r.Validity)
	for i, code := range m.codes() {
		if n := m.parts[code].gaveUp; n > 0 {
			s.doubtValues(m, r.Loads[i].Load, n)
		}
		s.doubtArrivals(m, &r.Loads[i])
		s.doubtLoad(m, &r.Loads[i])
	}
}

// doubtValues tells of n events that ended in an error though no statement
// failed, and why, as far as the run noted it.
func (s *summariser) doubtValues(m *measured, load string, n int64) {
	var told bool
	for i := range s.facts {
		f := &s.facts[i]
		if f.Cell == m.cell.Cell && f.Repeat == m.cell.Repeat && f.Name == "load."+load+".error" {
			s.warn(m, load, "events could not go on: %s", f.Value)
			told = true
		}
	}
	if !told {
		s.warn(m, load, "events that ended in an error though no statement failed: %s; a value could not be computed, as by overflow or division by zero, or what was read was empty or NULL where that is an error", wholeText(n))
	}
}

// doubtLoad tells of percentiles that so few events cannot tell from the
// maximum, and of events that do not count.
func (s *summariser) doubtLoad(m *measured, l *Load) {
	if n := l.Events.Cancelled; n > 0 {
		s.warn(m, l.Load, "%s cut at the deadline: no other figure counts them", counted(n, "event"))
	}
	if l.Response == nil {
		s.warn(m, l.Load, "there are no ok events")
		return
	}
	for _, p := range s.options.Percentiles {
		if n := l.Response.Count; p < 100 && nearestRank(p, n) == n {
			s.warn(m, l.Load, "p%v of fewer than %s ok events is their maximum", p, wholeText(telling(p)))
		}
	}
}
