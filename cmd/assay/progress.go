package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor"
	"github.com/rs/zerolog"
)

// plainEvery is how often a phase reports where nobody watches.
const plainEvery = 10 * time.Second

// meter shows how far a run is: one line that is written over on a terminal,
// a log line at each phase and each ten seconds elsewhere.
type meter struct {
	w     io.Writer
	log   *zerolog.Logger
	live  bool
	last  executor.Progress
	shown time.Duration // elapsed in the phase at the last log line
}

// newMeter is a meter for who watches, or for a log.
func (a *app) newMeter() *meter {
	return &meter{w: a.err, log: &a.log, live: isTerminal(a.err) && a.logFormat == "text"}
}

// show is the executor's Progress callback.
func (m *meter) show(p executor.Progress) {
	entered := p.Phase != m.last.Phase || p.Step != m.last.Step
	m.last = p
	switch {
	case m.live:
		fmt.Fprintf(m.w, "\r%-*s", m.columns(), m.clip(place(p)+doing(p)))
	case entered:
		m.shown = 0
		if p.Phase != event.Cooldown || p.Length > 0 { // else only what is in flight ends
			m.line(p, beginning(p))
		}
	case p.Elapsed-m.shown >= plainEvery:
		m.shown = p.Elapsed
		m.line(p, doing(p))
	}
}

// line logs a progress, with the repeat of the cell if there are several.
func (m *meter) line(p executor.Progress, text string) {
	line := m.log.Info()
	if p.Steps > 1 {
		line = line.Int("step", p.Step).Int("steps", p.Steps).Int("cell", p.Cell).Int("repeat", p.Repeat)
	}
	line.Msg(text)
}

// finished is the executor's Finished callback: a repeat that did not
// complete is told at once, not after hours. The summary of the only one tells
// it soon enough.
func (m *meter) finished(c *event.Cell) {
	if c.Reason != "" && m.last.Steps > 1 {
		m.clear()
		m.log.Warn().Int("cell", c.Cell).Int("repeat", c.Repeat).Msg(c.Reason)
	}
}

// found is the executor's Found callback: what a target lacks is told before
// it is measured.
func (m *meter) found(f *executor.Finding) {
	m.clear()
	m.log.Warn().Msg("preflight: " + f.String())
}

// columns is the length of the live line.
func (m *meter) columns() int { return max(width(m.w)-1, 20) }

// clip keeps a line from wrapping: a terminal could not write over the part that
// wrapped.
func (m *meter) clip(line string) string { return line[:min(len(line), m.columns())] }

// clear makes room for other lines.
func (m *meter) clear() {
	if m.live {
		fmt.Fprintf(m.w, "\r%s\r", strings.Repeat(" ", m.columns()))
	}
}

// place says which repeat of which cell a progress is of, if there are several.
func place(p executor.Progress) string {
	if p.Steps <= 1 {
		return ""
	}
	return fmt.Sprintf("[%d/%d] cell %d repeat %d ", p.Step, p.Steps, p.Cell, p.Repeat)
}

// beginning announces a phase.
func beginning(p executor.Progress) string {
	name := event.Phases[p.Phase]
	switch {
	case p.Of > 0:
		return fmt.Sprintf("%s %d rows by %s", name, p.Of, p.Way)
	case p.Length > 0:
		return fmt.Sprintf("%s %v", name, p.Length)
	}
	return name
}

// doing says how far a phase is.
func doing(p executor.Progress) string {
	var b strings.Builder
	b.WriteString(event.Phases[p.Phase])
	switch {
	case p.Of > 0:
		fmt.Fprintf(&b, " %d of %d rows", p.Rows, p.Of)
	case p.Length > 0:
		fmt.Fprintf(&b, " %.0f of %.0f s", p.Elapsed.Seconds(), p.Length.Seconds())
	}
	if p.Of == 0 && p.Events > 0 {
		fmt.Fprintf(&b, ", %d events, %.0f/s", p.Events, p.Rate)
	}
	if p.Errors > 0 {
		fmt.Fprintf(&b, ", %d errors", p.Errors)
	}
	return b.String()
}
