package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// Writer writes one run. Its methods may be called from several goroutines.
//
// The first error stays: every later call returns it, and Finish records it
// in run.json as far as the disk allows.
type Writer struct {
	mu       sync.Mutex
	info     Info
	press    press
	created  time.Time // with its monotonic reading
	open     map[place]*Repeat
	counts   map[place]totals
	facts    []event.Fact
	notes    frames
	lock     *os.File
	err      error
	finished bool
}

// totals are the rows of a repeat as they were handed over.
type totals struct{ events, statements int64 }

// Create makes the directory of a new run in root, which is made if need be,
// and in it run.json with status running, plan.json and spec/.
//
// The directory is called <UTC start>-<experiment>-<first 8 of digest>, with
// -2, -3, … if there is one already. The status, the run's name and the
// process in info are set here. While the Writer lives it holds a lock on the
// directory, by which List tells a running run from a dead one.
func Create(root string, info Info, plan []byte, sources []Source) (*Writer, error) {
	return createOn(disk{}, root, info, plan, sources)
}

// createOn is Create on a disk that a test may break.
func createOn(d disk, root string, info Info, plan []byte, sources []Source) (*Writer, error) {
	info.SchemaVersion, info.Status, info.Process = SchemaVersion, Running, os.Getpid()
	info.Clocks = clocksOf(info.Clocks)
	w := &Writer{info: info, created: time.Now(), open: map[place]*Repeat{}, counts: map[place]totals{}}
	w.press = press{disk: d, used: map[string][]values{}}
	if err := w.create(root, plan, sources); err != nil {
		return nil, fmt.Errorf("create a run in %s: %w", root, cause(err))
	}
	return w, nil
}

// create makes the directory. It is locked before run.json says that the run is
// running, so that nobody takes it for dead.
func (w *Writer) create(root string, plan []byte, sources []Source) error {
	if err := os.MkdirAll(root, 0o777); err != nil {
		return err
	}
	if err := w.makeDir(root); err != nil {
		return err
	}
	var err error
	if w.lock, err = lockDir(w.press.dir); err != nil {
		return err
	}
	if err := w.writeInfo(); err != nil {
		return err
	}
	if err := w.keep(planFile, plan); err != nil {
		return err
	}
	for _, s := range sources {
		if err := w.keep(sourcePath(s.Path), s.Data); err != nil {
			return err
		}
	}
	return w.press.disk.syncDir(root)
}

// makeDir makes the run's directory under the first name that is free.
func (w *Writer) makeDir(root string) error {
	base := runName(&w.info)
	for n := 1; ; n++ {
		w.info.Run = base
		if n > 1 {
			w.info.Run = fmt.Sprintf("%s-%d", base, n)
		}
		w.press.dir = filepath.Join(root, w.info.Run)
		err := os.Mkdir(w.press.dir, 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// Dir is the run's directory.
func (w *Writer) Dir() string { return w.press.dir }

// Repeat begins one repeat of a cell. The codes in its rows are indexes into
// names, which must not lose or change an entry until it is closed.
func (w *Writer) Repeat(cell, repeat int, names *event.Names) (*Repeat, error) {
	at := place{cell, repeat}
	var r *Repeat
	err := w.do(fmt.Sprintf("write events of cell %d", cell), func() error {
		if _, done := w.counts[at]; done || w.open[at] != nil {
			return fmt.Errorf("repeat %d was begun before", repeat)
		}
		r = newRepeat(w, at, names)
		w.open[at] = r
		return nil
	})
	return r, err
}

// Facts adds facts to the run. The slice is only lent.
func (w *Writer) Facts(facts []event.Fact) error {
	return w.do("write facts", func() error {
		w.facts = append(w.facts, facts...)
		return w.writeNote(&note{Facts: facts})
	})
}

// writeInfo writes run.json as things stand.
func (w *Writer) writeInfo() error {
	w.info.Files = append([]File{}, w.press.files...)
	return writeInfo(w.press.disk, w.press.dir, &w.info)
}

// do runs one operation under the lock unless an earlier one has failed, and
// keeps the first error, wrapped once.
func (w *Writer) do(what string, operation func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if err := operation(); err != nil {
		w.err = fmt.Errorf("%s: %w", what, cause(err))
	}
	return w.err
}
