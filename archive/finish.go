package archive

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// Finish closes what is open, writes cells.parquet and facts.parquet, reads
// every file back, and writes run.json with the status.
//
// A run is complete only if the files on the disk have the bytes and the rows
// that were written, and as many rows as the cells tell of. If not,
// or if anything failed before, the status is failed, the reason says what,
// and Finish returns it. The reason given is kept otherwise.
func (w *Writer) Finish(status Status, reason string, cells []event.Cell, clocks []event.Clock) error {
	w.closeRepeats()
	err := w.do("finish the run", func() error {
		if w.finished {
			return errors.New("it was finished before")
		}
		return w.writeTables(cells)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.finished {
		return err
	}
	if err == nil {
		err = firstError(w.readBack, func() error { return w.compareTotals(cells, status) })
	}
	if err != nil {
		status, reason = Failed, sentence(err)
	}
	if w.err != nil {
		// What was handed over before the error is in the journals.
		if _, lost := w.rescue(cells); lost != nil {
			reason += " Its last rows are still in " + journalDir + "/; make room and repair the run."
		}
	}
	if recorded := w.record(status, reason, clocks); err == nil {
		err = recorded
	}
	return err
}

// sentence is an error as run.json tells it.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// closeRepeats closes the repeats that nobody closed, as after an interrupt,
// and removes their open parts if it cannot.
func (w *Writer) closeRepeats() {
	w.mu.Lock()
	open := slices.Collect(maps.Values(w.open))
	w.mu.Unlock()
	for _, r := range open {
		if r.Close() != nil {
			r.abandon()
		}
	}
}

// readBack compares the files on the disk with what was written.
func (w *Writer) readBack() error {
	fsys := os.DirFS(w.press.dir)
	for i := range w.press.files {
		problem, err := verify(fsys, &w.press.files[i])
		if err != nil {
			return err
		}
		if problem != "" {
			return fmt.Errorf("%s %s", w.press.files[i].Path, problem)
		}
	}
	return nil
}

// compareTotals compares the rows that were handed over with what the cells
// tell. Only a run that was cut short may have repeats without a row of cells.
func (w *Writer) compareTotals(cells []event.Cell, status Status) error {
	left := maps.Clone(w.counts)
	for i := range cells {
		c := &cells[i]
		got := left[place{c.Cell, c.Repeat}]
		delete(left, place{c.Cell, c.Repeat})
		for _, level := range []struct {
			name      string
			got, want int64
		}{{eventTable.name, got.events, c.Events}, {statementTable.name, got.statements, c.Statements}} {
			if level.got != level.want {
				return fmt.Errorf("cell %d repeat %d tells of %d %s, but %d are archived",
					c.Cell, c.Repeat, level.want, level.name, level.got)
			}
		}
	}
	for at := range left {
		if status == Complete {
			return fmt.Errorf("cell %d repeat %d is archived, but has no row of cells", at.cell, at.repeat)
		}
	}
	return nil
}

// record writes run.json with the end of the run and lets the directory go.
func (w *Writer) record(status Status, reason string, clocks []event.Clock) error {
	w.info.Status, w.info.Reason = status, reason
	if w.info.Ended.IsZero() {
		w.info.Ended = time.Now().UTC()
	}
	w.info.Clocks = clocksOf(clocks)
	w.finished = true
	defer w.lock.Close()
	// A journal that came back after a power cut would say that rows are missing.
	if err := firstError(w.syncJournals, w.writeInfo); err != nil {
		return fmt.Errorf("write %s: %w", infoFile, cause(err))
	}
	w.dropNotes()
	return nil
}
