package archive

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/apache/arrow/go/v17/parquet/metadata"

	"github.com/assay-bench/assay/archive/event"
)

// Add stores a file of the caller's at a path relative to the run, before or
// after Finish; a file that was added before is replaced. After Finish
// run.json is written anew, so a summary may be computed from the finished run.
func (w *Writer) Add(path string, data []byte) error {
	if !fs.ValidPath(path) || path == infoFile {
		return fmt.Errorf("write %s: no path for a file of a run", path)
	}
	return w.do("write "+path, func() error {
		if err := w.keep(path, data); err != nil {
			return err
		}
		return w.noted()
	})
}

// Column is a column of a table that the caller lays out. One of the slices
// is set, and all columns of a table have the same length.
type Column struct {
	Name   string
	Doc    string
	Null   bool // event.Unknown, NaN and "" are null
	Ints   []int64
	Floats []float64
	Texts  []string
}

// AddTable stores a table of the caller's as <name>.parquet, as Add does.
func (w *Writer) AddTable(name string, columns []Column) error {
	t, rows := laidOut(name, columns)
	return w.do("write "+name+".parquet", func() error {
		if err := writeTable(w, &t, rows); err != nil {
			return err
		}
		return w.noted()
	})
}

// laidOut declares a table whose records are the numbers of its rows.
func laidOut(name string, columns []Column) (table[int], []int) {
	t := table[int]{name: name}
	n := 0
	for _, c := range columns {
		n = max(len(c.Ints), len(c.Floats), len(c.Texts))
		var declared column[int]
		switch {
		case c.Ints != nil:
			declared = computed(c.Name, int64s, c.Doc, func(row *int) int64 { return c.Ints[*row] }, nil)
		case c.Floats != nil:
			declared = number(c.Name, c.Doc, func(row *int) float64 { return c.Floats[*row] }, nil)
		default:
			declared = written(c.Name, c.Doc, func(row *int) string { return c.Texts[*row] }, nil)
		}
		declared.null = c.Null
		t.columns = append(t.columns, declared)
	}
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return t, rows
}

// writeTables writes the two tables of the whole run.
func (w *Writer) writeTables(cells []event.Cell) error {
	t := cellTable(factorFields(cells))
	if err := writeTable(w, &t, cells); err != nil {
		return err
	}
	return writeTable(w, &factTable, w.facts)
}

// writeTable writes a table that is one file of one row group.
func writeTable[T any](w *Writer, t *table[T], rows []T) error {
	return writeTableAs(w, t, rows, w.about(t.name))
}

// writeTableAs is writeTable with a footer of the caller's.
func writeTableAs[T any](w *Writer, t *table[T], rows []T, about metadata.KeyValueMetadata) error {
	p, err := createPart(&w.press, t.name+".parquet", t.root(), about)
	if err != nil {
		return err
	}
	g := newGroup(t, nil, nil)
	g.add(rows)
	if err := g.flush(p, &w.press); err != nil {
		p.abandon()
		return err
	}
	f, err := p.close()
	if err == nil {
		w.note(f)
	}
	return err
}

// keep stores a file and notes it.
func (w *Writer) keep(path string, data []byte) error {
	f, err := storeFile(w.press.disk, w.press.dir, path, data)
	if err == nil {
		w.note(f)
	}
	return err
}

// note remembers a file for run.json, instead of one of the same path.
func (w *Writer) note(f File) {
	same := func(other File) bool { return other.Path == f.Path }
	w.press.files = append(slices.DeleteFunc(w.press.files, same), f)
}

// noted brings run.json up to date if it was written for the last time.
func (w *Writer) noted() error {
	if !w.finished {
		return nil
	}
	return w.writeInfo()
}
