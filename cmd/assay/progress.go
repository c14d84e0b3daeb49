package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor"
)

// plainEvery is how often a phase reports where nobody watches.
const plainEvery = 10 * time.Second

// meter shows how far a run is: one line that is written over on a terminal,
// a line at each phase and each ten seconds elsewhere.
type meter struct {
	w     io.Writer
	live  bool
	last  executor.Progress
	shown time.Duration // elapsed in the phase at the last plain line
}

func newMeter(w io.Writer) *meter { return &meter{w: w, live: isTerminal(w)} }

// show is the executor's Progress callback.
func (m *meter) show(p executor.Progress) {
	entered := p.Phase != m.last.Phase || p.Step != m.last.Step
	m.last = p
	switch {
	case m.live:
		line := sentence(p)
		fmt.Fprintf(m.w, "\r%-*s", min(width(m.w)-1, 100), line)
	case entered || p.Elapsed-m.shown >= plainEvery:
		m.shown = p.Elapsed
		if entered {
			m.shown = 0
		}
		fmt.Fprintln(m.w, sentence(p))
	}
}

// done clears the line.
func (m *meter) done() {
	if m.live {
		fmt.Fprintf(m.w, "\r%s\r", strings.Repeat(" ", min(width(m.w)-1, 100)))
	}
}

// sentence is one progress as one line.
func sentence(p executor.Progress) string {
	var b strings.Builder
	if p.Steps > 1 {
		fmt.Fprintf(&b, "[%d/%d] cell %d repeat %d ", p.Step, p.Steps, p.Cell, p.Repeat)
	}
	b.WriteString(event.Phases[p.Phase])
	switch {
	case p.Of > 0:
		fmt.Fprintf(&b, " %d of %d rows", p.Rows, p.Of)
	case p.Length > 0:
		fmt.Fprintf(&b, " %.0f s of %.0f s", p.Elapsed.Seconds(), p.Length.Seconds())
	}
	if p.Events > 0 {
		fmt.Fprintf(&b, "  %d events  %.0f/s", p.Events, p.Rate)
	}
	if p.Errors > 0 {
		fmt.Fprintf(&b, "  %d errors", p.Errors)
	}
	return b.String()
}
