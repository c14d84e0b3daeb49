package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/apache/arrow/go/v17/parquet"

	"github.com/assay-bench/assay/archive/event"
)

// Run is an archived run, opened for reading. Rows are read when they are
// asked for, in constant memory. Its methods may be used by several goroutines.
type Run struct {
	Info  Info
	Cells []event.Cell // in the order of execution; none unless the run was finished
	fsys  fs.FS
	facts []event.Fact // of a run that is not finished; else they are in their file
	close func() error // nil: there is nothing to close
}

// OpenPath opens the run at a path: its directory, wherever it lies and
// whatever it is called now, or a zip file of it. The status of one whose
// process is gone is Crashed. Close it after use.
func OpenPath(path string) (*Run, error) {
	if !isFile(path) {
		return OpenDir(path)
	}
	z, err := openZip(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	run, err := Open(z)
	if err != nil {
		z.Close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	run.close, run.Info.Status = z.Close, standing(path, &run.Info)
	return run, nil
}

// isFile tells whether there is a file at a path, which then must be a zip.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// Close lets the run's files go; of a directory none is open. Nothing can be
// read afterwards.
func (r *Run) Close() error {
	if r.close == nil {
		return nil
	}
	return r.close()
}

// OpenDir opens the run in a directory. The status of one whose process is
// gone is Crashed. It needs no Close.
func OpenDir(dir string) (*Run, error) {
	run, err := Open(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	run.Info.Status = standing(dir, &run.Info)
	return run, nil
}

// Open opens the run whose run.json is at the root of fsys.
func Open(fsys fs.FS) (*Run, error) {
	info, err := readInfo(fsys)
	if err != nil {
		return nil, err
	}
	run := &Run{Info: info, fsys: fsys}
	if run.Cells, err = run.cells(); err != nil {
		return nil, fmt.Errorf("read %s: %w", cellsFile, err)
	}
	return run, nil
}

// Plan is the plan that was run, as it was encoded.
func (r *Run) Plan() ([]byte, error) {
	data, err := fs.ReadFile(r.fsys, planFile)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", planFile, cause(err))
	}
	return data, nil
}

// Events yields the events of a repeat in the order of the file: parts in
// turn, rows of a row group by start. The slice is used again. Codes are
// indexes into names, which grows with the names that are met.
//
// With columns given, only their fields are filled, the others are zero; it
// is that much quicker. An error is yielded once, last. A repeat that left no
// file yields nothing.
func (r *Run) Events(cell, repeat int, names *event.Names, columns ...string) iter.Seq2[[]event.Event, error] {
	if len(names.Stages) == 0 {
		names.Stages = []string{""} // its code 0 is no stage
	}
	return scan(r, &eventTable, place{cell, repeat}, names, columns)
}

// Statements yields the statements of a repeat, as Events does. There are
// none if the run was archived without statements.
func (r *Run) Statements(cell, repeat int, names *event.Names, columns ...string) iter.Seq2[[]event.Statement, error] {
	return scan(r, &statementTable, place{cell, repeat}, names, columns)
}

// Arrivals yields the seconds of a repeat's loads, as Events does.
func (r *Run) Arrivals(cell, repeat int, names *event.Names) iter.Seq2[[]event.Arrival, error] {
	return scan(r, &arrivalTable, place{cell, repeat}, names, nil)
}

// Samples yields the readings of a repeat, as Events does.
func (r *Run) Samples(cell, repeat int) iter.Seq2[[]event.Sample, error] {
	return scan(r, &sampleTable, place{cell, repeat}, &event.Names{}, nil)
}

// Facts are all facts of the run.
func (r *Run) Facts() ([]event.Fact, error) {
	if r.facts != nil {
		return r.facts, nil
	}
	facts, err := readAll(r.fsys, factsFile, &factTable)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", factsFile, err)
	}
	return facts, nil
}

// cells reads the table of cells, whose factors only the file knows.
func (r *Run) cells() ([]event.Cell, error) {
	p, err := openParquet(r.fsys, cellsFile)
	if errors.Is(err, fs.ErrNotExist) && r.Info.Status != Complete {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	var factors []field
	for i := range p.MetaData().Schema.NumColumns() {
		c := p.MetaData().Schema.Column(i)
		if name, ok := strings.CutPrefix(c.Name(), factorPrefix); ok {
			factors = append(factors, field{name: name, kind: factorType(c.PhysicalType())})
		}
	}
	t := cellTable(factors)
	return readAll(r.fsys, cellsFile, &t)
}

// factorType is the kind of a factor by the type of its column.
func factorType(t parquet.Type) physical {
	switch t {
	case parquet.Types.Int64:
		return int64s
	case parquet.Types.Double:
		return doubles
	case parquet.Types.Boolean:
		return booleans
	}
	return texts
}

// readAll reads a whole file of a table without codes.
func readAll[T any](fsys fs.FS, path string, t *table[T]) ([]T, error) {
	var all []T
	for rows, err := range scanFile(fsys, path, t, newSelection(t, &event.Names{}, nil)) {
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
		// Records of cells own slices, which the next rows must not share.
		clear(rows)
	}
	return all, nil
}
