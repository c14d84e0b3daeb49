package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// Repair makes a run valid again whose process died: rows that are only in
// journals become parts, the repeat that was open gets a row of cells, and
// run.json lists what is there, with status recovered. It returns run.json
// as it stands then.
//
// A run that was finished is only tidied up, unless a full disk left rows in
// its journals. A run that is still being made is an error. Repair may be
// stopped anywhere and called again.
func Repair(dir string) (Info, error) { return repair(dir, disk{}) }

// repair repairs on a disk that a test may break.
func repair(dir string, on disk) (Info, error) {
	wrap := func(err error) error { return fmt.Errorf("repair %s: %w", dir, cause(err)) }
	if isFile(dir) {
		return Info{}, wrap(errors.New("it is no directory; unzip it and repair that"))
	}
	info, err := readInfo(os.DirFS(dir))
	if err != nil {
		return info, wrap(err)
	}
	lock, held, err := claimDir(dir)
	if err != nil {
		return info, wrap(err)
	}
	defer lock.Close()
	if held {
		return info, wrap(fmt.Errorf("process %d is still writing it", info.Process))
	}
	w := &Writer{info: info, press: press{dir: dir, disk: on, used: map[string][]values{}}}
	if err := w.repair(); err != nil {
		return info, wrap(err)
	}
	return w.info, nil
}

// repair is for the Writer that holds the run's lock.
func (w *Writer) repair() error {
	journals, err := w.journals()
	if err != nil {
		return err
	}
	if w.info.Status == Running || len(journals) > 0 {
		if err := w.recover(); err != nil {
			return err
		}
	} else if err := w.removeOpen(); err != nil {
		return err
	}
	w.dropNotes()
	return nil
}

// recover makes a run of what is there.
func (w *Writer) recover() error {
	cells, err := w.known()
	if err != nil {
		return err
	}
	end, err := w.rescue(cells)
	if err != nil {
		return err
	}
	reason := "The process died before the run was finished."
	if w.info.Status != Running {
		reason = w.info.Reason
	}
	w.info.Status, w.info.Reason = Recovered, reason
	if w.info.Ended.IsZero() {
		w.info.Ended = w.info.Started.Add(time.Duration(end))
	}
	return w.writeInfo()
}

// rescue puts the rows of all journals into parts, lists the files that are
// there, and writes the tables of the whole run for them. It returns the end
// of the last phase.
func (w *Writer) rescue(cells []event.Cell) (end int64, err error) {
	if err := firstError(w.salvage, w.removeOpen, w.takeStock); err != nil {
		return 0, err
	}
	if end, err = w.recount(&cells); err != nil {
		return 0, err
	}
	return end, w.writeTables(cells)
}

// known is what the notes tell of the repeats, or the tables if the process
// died after it had written them.
func (w *Writer) known() (cells []event.Cell, err error) {
	noted, err := w.readNotes()
	if err != nil {
		return nil, err
	}
	cells, w.facts = noted.cells, noted.facts
	if len(w.info.Clocks) == 0 {
		w.info.Clocks = append([]event.Clock{{Wall: w.info.Started.UnixNano()}}, noted.clocks...)
	}
	run := &Run{Info: w.info, fsys: os.DirFS(w.press.dir)}
	if len(cells) == 0 {
		if cells, err = run.cells(); err != nil {
			return nil, err
		}
	}
	if _, err := fs.Stat(run.fsys, factsFile); len(w.facts) == 0 && err == nil {
		w.facts, err = run.Facts()
		return cells, err
	}
	return cells, nil
}

// journals are the journals that hold rows, in the order of their names.
func (w *Writer) journals() ([]string, error) {
	return filepath.Glob(filepath.Join(w.press.dir, journalDir, "*"+journalSuffix))
}

// salvage puts the rows of all journals into parts.
func (w *Writer) salvage() error {
	journals, err := w.journals()
	for _, path := range journals {
		if err == nil {
			err = w.restore(path)
		}
	}
	return err
}

// removeOpen removes the files that were being written when the process died.
func (w *Writer) removeOpen() error {
	return w.eachFile(func(at string) error {
		if strings.HasSuffix(at, openSuffix) {
			return w.press.disk.remove(filepath.Join(w.press.dir, filepath.FromSlash(at)))
		}
		return nil
	})
}

// takeStock lists the files of the run as they are, for run.json.
func (w *Writer) takeStock() error {
	w.press.files = nil
	return w.eachFile(func(at string) error {
		if at == infoFile || strings.HasPrefix(at, journalDir+"/") || strings.HasSuffix(at, openSuffix) {
			return nil
		}
		f, err := measureFile(os.DirFS(w.press.dir), at)
		w.press.files = append(w.press.files, f)
		return err
	})
}

// eachFile visits the files of the run by their paths.
func (w *Writer) eachFile(visit func(at string) error) error {
	return fs.WalkDir(os.DirFS(w.press.dir), ".", func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return visit(at)
	})
}
