package archive

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// Words of a repeat that was open when the process died.
const (
	recoveredCell   = string(Recovered)
	recoveredReason = "the process died while it ran; its phases are those of its rows"
)

// recount completes the cells from the rows that are there: their totals, and
// of a repeat that was not noted as ended its phases. It returns the end of
// the last of those phases.
func (w *Writer) recount(cells *[]event.Cell) (end int64, err error) {
	run := &Run{Info: w.info, fsys: os.DirFS(w.press.dir)}
	if err := w.addUnnoted(run.fsys, cells); err != nil {
		return 0, err
	}
	for i := range *cells {
		c := &(*cells)[i]
		at := place{c.Cell, c.Repeat}
		c.Events, c.Statements = w.rowsIn(at.dir(eventTable.name)), w.rowsIn(at.dir(statementTable.name))
		if c.Status == "" {
			c.Status, c.Reason = recoveredCell, recoveredReason
			if c.Phases, err = spansOf(run, at); err != nil {
				return 0, err
			}
		}
		for _, s := range c.Phases {
			end = max(end, s.End)
		}
	}
	return end, nil
}

// addUnnoted adds a cell for each repeat that left events and is not known, as
// after a power cut that took the notes. Its factors are empty, as texts: the
// plan knows them, and the archive does not read plans.
func (w *Writer) addUnnoted(fsys fs.FS, cells *[]event.Cell) error {
	dirs, err := fs.Glob(fsys, eventTable.name+"/cell=*/repeat=*")
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		var c event.Cell
		if _, err := fmt.Sscanf(dir, eventTable.name+"/cell=%d/repeat=%d", &c.Cell, &c.Repeat); err != nil {
			continue
		}
		if slices.ContainsFunc(*cells, func(known event.Cell) bool { return known.Cell == c.Cell && known.Repeat == c.Repeat }) {
			continue
		}
		c.Sequence, c.Seed, c.Start = len(*cells), w.info.Seed, w.info.Started.UnixNano()
		if len(*cells) > 0 {
			for _, f := range (*cells)[0].Factors {
				c.Factors = append(c.Factors, event.Factor{Name: f.Name, Kind: "string"})
			}
		}
		*cells = append(*cells, c)
	}
	return nil
}

// rowsIn adds up the rows of the parts in a directory.
func (w *Writer) rowsIn(dir string) (rows int64) {
	for i := range w.press.files {
		if f := &w.press.files[i]; path.Dir(f.Path) == dir {
			rows += f.Rows
		}
	}
	return rows
}

// spansOf tells the phases of a repeat from its events: each begins with the
// first instant at which an event of it was due, and ends with the last of
// its events or where the next one begins.
func spansOf(run *Run, at place) (spans []event.Span, err error) {
	for rows, err := range run.Events(at.cell, at.repeat, &event.Names{}, "phase", "start_ns", "wait_ns", "service_ns") {
		if err != nil {
			return nil, err
		}
		for i := range rows {
			spans = widen(spans, &rows[i])
		}
	}
	slices.SortFunc(spans, func(a, b event.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := range spans {
		if i+1 < len(spans) {
			spans[i].End = min(spans[i].End, spans[i+1].Start)
		}
	}
	return spans, nil
}

// widen makes room for an event in the span of its phase.
func widen(spans []event.Span, e *event.Event) []event.Span {
	due, end := e.Start-e.Wait, e.Start+e.Service
	for i := range spans {
		if s := &spans[i]; s.Phase == e.Phase {
			s.Start, s.End = min(s.Start, due), max(s.End, end)
			return spans
		}
	}
	return append(spans, event.Span{Phase: e.Phase, Start: due, End: end})
}
