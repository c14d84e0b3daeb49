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

// selection is the columns that a scan reads, with the words of each. It lives
// as long as the scan of a repeat, so that a word has one code in all parts.
type selection[T any] struct {
	columns []column[T]
	words   []dictionary
	fresh   bool // the rows yielded are the first of their row group
}

// newSelection selects the named columns, or all. A name that the table does
// not have is the programmer's mistake.
func newSelection[T any](t *table[T], names *event.Names, only []string) *selection[T] {
	s := &selection[T]{}
	for _, name := range only {
		if !slices.ContainsFunc(t.columns, func(c column[T]) bool { return c.name == name }) {
			panic("archive: the table " + t.name + " has no column " + name)
		}
	}
	for _, c := range t.columns {
		if len(only) > 0 && !slices.Contains(only, c.name) {
			continue
		}
		// Words of the caller's list get codes that fit its records; those that
		// records hold as text need none beyond the file.
		var words dictionary
		switch {
		case c.words != nil && c.fixed:
			words = newDictionary(c.words(names), len(*c.words(names)))
		case c.words != nil:
			words = newDictionary(c.words(names), math.MaxUint16+1)
		case c.kind == texts:
			words = ownWords()
		}
		s.columns, s.words = append(s.columns, c), append(s.words, words)
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
		ahead := decodeAhead(f, at, s.columns)
		defer ahead.stop()
		for b := range ahead.batches() {
			s.fresh = b.fresh
			if b.err == nil {
				b.err = s.finish(b)
			}
			if b.err != nil {
				yield(nil, b.err)
				return
			}
			if !yield(b.rows, nil) {
				return
			}
		}
	}
}

// finish puts into the rows of a batch what has to be done in order: words get
// their codes as they are met, so that a run is always read the same.
func (s *selection[T]) finish(b *batch[T]) error {
	for i := range s.columns {
		c, v := &s.columns[i], &b.vectors[i]
		if c.apart {
			continue
		}
		v.words = s.words[i]
		if err := v.code(&c.field); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
		c.store(&v.values, b.rows)
	}
	return nil
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

// level is the greatest definition level of a column, as Parquet counts.
func level(null bool) int16 {
	if null {
		return 1
	}
	return 0
}
