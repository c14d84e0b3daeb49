package archive

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// notesFile holds what is known of the run besides its rows until Finish
// writes the tables of the whole run.
const notesFile = "notes"

// note is one frame of the notes, as JSON: they are few.
type note struct {
	Cell  *event.Cell  `json:",omitempty"`
	Facts []event.Fact `json:",omitempty"`
	Clock *event.Clock `json:",omitempty"` // when it was written
}

// notes are all notes of a run that was not finished.
type notes struct {
	cells  []event.Cell // the last note of each repeat, in the order of execution
	facts  []event.Fact
	clocks []event.Clock
}

// Note keeps how a repeat stands, so that it is known if the process dies:
// when it begins, with an empty Status, and when it has ended. The last note
// of a repeat counts. Finish is told of the cells all the same.
func (w *Writer) Note(c *event.Cell) error {
	return w.do("note a cell", func() error { return w.writeNote(&note{Cell: c}) })
}

// writeNote appends to the notes and makes them durable: it happens between
// repeats, when nothing is measured.
func (w *Writer) writeNote(n *note) error {
	n.Clock = w.clock()
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if w.notes.file == nil {
		if w.notes.file, err = w.press.disk.create(w.notesPath()); err != nil {
			return err
		}
		if err := w.press.disk.syncDir(filepath.Dir(w.notesPath())); err != nil {
			return err
		}
	}
	w.notes.begin()
	w.notes.buf = append(w.notes.buf, data...)
	if err := w.notes.write(); err != nil {
		return err
	}
	return w.notes.file.Sync()
}

// notesPath is where the notes lie in the file system.
func (w *Writer) notesPath() string { return filepath.Join(w.press.dir, journalDir, notesFile) }

// dropNotes removes the notes and their directory, unless it has journals
// that a full disk left. Notes that are left do no harm, so there is no error.
func (w *Writer) dropNotes() {
	if w.notes.file != nil {
		w.notes.file.Close()
	}
	if journals, err := w.journals(); err != nil || len(journals) > 0 {
		return
	}
	if w.press.disk.remove(w.notesPath()) == nil {
		_ = w.press.disk.remove(filepath.Join(w.press.dir, journalDir))
	}
}

// syncJournals makes it durable that journals were removed.
func (w *Writer) syncJournals() error {
	dir := filepath.Dir(w.notesPath())
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return w.press.disk.syncDir(dir)
}

// clock is a pair of readings now. The run's start may have lost its monotonic
// reading (time.UTC strips it), so time is counted from the Writer's own, which
// came right after it.
func (w *Writer) clock() *event.Clock {
	now := time.Now()
	return &event.Clock{Wall: now.UnixNano(), Monotonic: w.created.UnixNano() - w.info.Started.UnixNano() + int64(now.Sub(w.created))}
}

// readNotes reads the notes of a run that was not finished.
func (w *Writer) readNotes() (all notes, err error) {
	at := map[place]int{}
	err = eachFrame(w.notesPath(), func(payload []byte) error {
		var n note
		if err := json.Unmarshal(payload, &n); err != nil {
			return err
		}
		all.facts = append(all.facts, n.Facts...)
		if n.Clock != nil {
			all.clocks = append(all.clocks, *n.Clock)
		}
		if n.Cell == nil {
			return nil
		}
		here := place{n.Cell.Cell, n.Cell.Repeat}
		if i, noted := at[here]; noted {
			all.cells[i] = *n.Cell
		} else {
			at[here] = len(all.cells)
			all.cells = append(all.cells, *n.Cell)
		}
		return nil
	})
	return all, err
}
