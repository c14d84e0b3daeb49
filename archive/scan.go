package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"path"
	"slices"

	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/assay-bench/assay/archive/event"
)

// scanRows is how many rows are yielded at once: few enough for the
// second-level cache, enough to make what a column costs once not count.
const scanRows = 4096

// selection is the columns that a scan reads, with a vector for each.
type selection[T any] struct {
	columns []column[T]
	vectors []vector
	rows    []T
	fresh   bool // the rows yielded are the first of their row group
}

// newSelection selects the named columns, or all. A name that the table does
// not have is the programmer's mistake.
func newSelection[T any](t *table[T], names *event.Names, only []string) *selection[T] {
	s := &selection[T]{rows: make([]T, scanRows)}
	for _, name := range only {
		if !slices.ContainsFunc(t.columns, func(c column[T]) bool { return c.name == name }) {
			panic("archive: the table " + t.name + " has no column " + name)
		}
	}
	for _, c := range t.columns {
		if len(only) > 0 && !slices.Contains(only, c.name) {
			continue
		}
		var v vector
		switch {
		case c.words != nil && c.fixed:
			v.words = newDictionary(c.words(names), len(*c.words(names)))
		case c.words != nil:
			v.words = newDictionary(c.words(names), math.MaxUint16+1)
		case c.kind == texts:
			v.words = ownWords()
		}
		s.columns, s.vectors = append(s.columns, c), append(s.vectors, v)
	}
	return s
}

// scan yields the rows of one table at one place, part after part.
func scan[T any](r *Run, t *table[T], at place, names *event.Names, only []string) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		parts, err := partsOf(r.fsys, at.dir(t.name))
		if err != nil {
			yield(nil, fmt.Errorf("read %s: %w", at.dir(t.name), cause(err)))
			return
		}
		s := newSelection(t, names, only)
		for _, name := range parts {
			for rows, err := range scanFile(r.fsys, name, t, s) {
				if err != nil {
					yield(nil, fmt.Errorf("read %s: %w", name, err))
					return
				}
				if !yield(rows, nil) {
					return
				}
			}
		}
	}
}

// partsOf lists the parts in a directory in the order of their numbers.
func partsOf(fsys fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var parts []string
	for _, e := range entries {
		if isPart(e.Name()) {
			parts = append(parts, path.Join(dir, e.Name()))
		}
	}
	// Numbers have four digits or more.
	slices.SortFunc(parts, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return parts, err
}

// scanFile yields the rows of one file.
func scanFile[T any](fsys fs.FS, name string, t *table[T], s *selection[T]) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		f, err := openParquet(fsys, name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		at, err := s.find(f)
		if err != nil {
			yield(nil, err)
			return
		}
		for g := range f.NumRowGroups() {
			if !s.group(f.RowGroup(g), at, yield) {
				return
			}
		}
	}
}

// find looks up where the selected columns stand in a file; −1 for one that
// came later.
func (s *selection[T]) find(f *file.Reader) ([]int, error) {
	declared := f.MetaData().Schema
	at := make([]int, len(s.columns))
	for i := range s.columns {
		c := &s.columns[i]
		at[i] = declared.ColumnIndexByName(c.name)
		if at[i] < 0 && c.late {
			continue
		}
		if at[i] < 0 {
			return nil, fmt.Errorf("column %s is missing", c.name)
		}
		want, _ := c.types()
		d := declared.Column(at[i])
		if d.PhysicalType() != want || d.MaxRepetitionLevel() != 0 || d.MaxDefinitionLevel() != level(c.null) {
			return nil, fmt.Errorf("column %s is not of type %s", c.name, c.kind)
		}
	}
	return at, nil
}

func level(null bool) int16 {
	if null {
		return 1
	}
	return 0
}

// group yields the rows of one row group; it is false when the scan is over.
func (s *selection[T]) group(g *file.RowGroupReader, at []int, yield func([]T, error) bool) bool {
	chunks, err := openChunks(g, at)
	if err != nil {
		yield(nil, err)
		return false
	}
	for left := g.NumRows(); left > 0; {
		n := int(min(left, scanRows))
		s.fresh = left == g.NumRows()
		left -= int64(n)
		if err := s.read(chunks, n); err != nil {
			yield(nil, err)
			return false
		}
		if !yield(s.rows[:n], nil) {
			return false
		}
	}
	return true
}

func openChunks(g *file.RowGroupReader, at []int) (chunks []file.ColumnChunkReader, err error) {
	defer recovered(&err)
	for _, i := range at {
		if i < 0 {
			chunks = append(chunks, nil)
			continue
		}
		c, err := g.Column(i)
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}

// read fills the first n rows with the next values of each column.
func (s *selection[T]) read(chunks []file.ColumnChunkReader, n int) (err error) {
	defer recovered(&err)
	for i := range s.columns {
		v := &s.vectors[i]
		if chunks[i] == nil {
			v.unknown(n)
		} else if err := v.read(chunks[i], &s.columns[i].field, n); err != nil {
			return fmt.Errorf("column %s: %w", s.columns[i].name, err)
		}
		s.columns[i].store(&v.values, s.rows[:n])
	}
	return nil
}
