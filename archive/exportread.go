package archive

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// sink takes the rows of an export, in batches: columns[i] has the next n
// values of column i. The vectors are only lent.
type sink interface {
	add(columns []vector, n int) error
}

// copyRows reads the table of all runs into a sink and returns how many rows
// there were. Memory does not depend on their number.
func (e *Export) copyRows(ctx context.Context, runs []*Run, columns []outColumn, to sink) (rows int64, err error) {
	if err := distinctRuns(runs); err != nil {
		return 0, err
	}
	c := copier{ctx: ctx, columns: columns, vectors: make([]vector, len(columns)), to: to}
	for i := range columns {
		if columns[i].kind == texts {
			c.vectors[i].words = ownWords()
		}
	}
	for _, run := range runs {
		sources, err := e.sources(run)
		if err != nil {
			return c.rows, err
		}
		for i := range sources {
			for _, name := range sources[i].files {
				err := c.file(&sources[i], name)
				if ctx.Err() != nil {
					return c.rows, ctx.Err()
				}
				if err != nil {
					return c.rows, fmt.Errorf("read %s of %s: %w", name, run.Info.Run, cause(err))
				}
			}
		}
	}
	return c.rows, nil
}

// distinctRuns refuses two runs of one name: nothing would tell their rows apart.
func distinctRuns(runs []*Run) error {
	seen := map[string]bool{}
	for _, run := range runs {
		if seen[run.Info.Run] {
			return fmt.Errorf("two of the runs are %s; nothing would tell their rows apart", run.Info.Run)
		}
		seen[run.Info.Run] = true
	}
	return nil
}

// sources are where the rows of the table lie in a run: its one file, or the
// directories of repeats, by cell and repeat. A run that died has no table of
// cells, so the directories tell.
func (e *Export) sources(run *Run) ([]source, error) {
	if name := e.Table + ".parquet"; name == cellsFile || name == factsFile {
		if _, err := fs.Stat(run.fsys, name); err != nil {
			return nil, nil // not finished
		}
		return []source{{run: run, files: []string{name}}}, nil
	}
	dirs, err := fs.Glob(run.fsys, e.Table+"/cell=*/repeat=*")
	if err != nil {
		return nil, err
	}
	var found []source
	for _, dir := range dirs {
		s := source{run: run}
		if _, err := fmt.Sscanf(dir, e.Table+"/cell=%d/repeat=%d", &s.at.cell, &s.at.repeat); err != nil || s.at.dir(e.Table) != dir {
			continue // no directory of ours
		}
		if e.Only != nil && !e.Only(run, s.at.cell) {
			continue
		}
		for i := range run.Cells {
			if c := &run.Cells[i]; (place{c.Cell, c.Repeat}) == s.at {
				s.cell = c
			}
		}
		if s.files, err = partsOf(run.fsys, dir); err != nil {
			return nil, fmt.Errorf("read %s: %w", dir, cause(err))
		}
		found = append(found, s)
	}
	slices.SortFunc(found, func(a, b source) int {
		return cmp.Or(cmp.Compare(a.at.cell, b.at.cell), cmp.Compare(a.at.repeat, b.at.repeat))
	})
	return found, nil
}

// copier hands the columns of files on.
type copier struct {
	ctx     context.Context
	columns []outColumn
	vectors []vector
	at      []int // where each column stands in the file at hand; -1: filled
	to      sink
	rows    int64
}

// file hands on the rows of one file.
func (c *copier) file(from *source, name string) error {
	f, err := openParquet(from.run.fsys, name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := c.find(f); err != nil {
		return err
	}
	for g := range f.NumRowGroups() {
		if err := c.group(from, f, g); err != nil {
			return err
		}
	}
	return nil
}

// find looks up where the columns stand in a file.
func (c *copier) find(f *file.Reader) error {
	c.at = make([]int, len(c.columns))
	for i := range c.columns {
		c.at[i] = -1
		if c.columns[i].fill != nil {
			continue
		}
		at, err := c.columns[i].in(f)
		if err != nil {
			return err
		}
		c.at[i] = at
	}
	return nil
}

// in is where the column stands in a file, or −1 if it is a factor of another
// run or came later than the file.
func (c *outColumn) in(f *file.Reader) (int, error) {
	declared := f.MetaData().Schema
	at := declared.ColumnIndexByName(c.name)
	if at < 0 && (c.late || c.null && c.signed) {
		return -1, nil
	}
	if at < 0 {
		return 0, fmt.Errorf("column %s is missing", c.name)
	}
	return at, nil
}

// group hands on the rows of one row group.
func (c *copier) group(from *source, f *file.Reader, group int) error {
	chunks, err := openChunks(f, group, c.at)
	if err != nil {
		return err
	}
	for left := f.RowGroup(group).NumRows(); left > 0 && c.ctx.Err() == nil; {
		n := int(min(left, scanRows))
		left -= int64(n)
		if err := c.batch(from, chunks, n); err != nil {
			return err
		}
		if err := c.to.add(c.vectors, n); err != nil {
			return err
		}
		c.rows += int64(n)
	}
	return nil
}

// batch fills the vectors with the next n rows.
func (c *copier) batch(from *source, chunks []*chunk, n int) (err error) {
	defer recovered(&err)
	for i := range c.columns {
		v, column := &c.vectors[i], &c.columns[i]
		switch {
		case column.fill != nil:
			column.fill(v, from, n)
		case chunks[i] == nil:
			v.fillNull(&column.field, n)
		default:
			err = v.readAs(chunks[i], &column.field, n)
		}
		if err != nil {
			return fmt.Errorf("column %s: %w", column.name, err)
		}
	}
	return nil
}

// readAs reads the next n values of a column chunk as those of a field, which
// may be wider than the file's column: nullable where that is not, and text
// where that holds numbers, as a factor of several runs may be.
func (v *vector) readAs(c *chunk, f *field, n int) error {
	stored := field{name: f.name, kind: f.kind, null: c.null, signed: f.signed}
	if want, _ := f.types(); c.kind == want {
		return v.read(c, &stored, n)
	}
	if f.kind != texts {
		return fmt.Errorf("it is not of type %s", f.kind)
	}
	stored.kind = factorType(c.kind)
	raw := vector{}
	if err := raw.read(c, &stored, n); err != nil {
		return err
	}
	v.size(n)
	for i := range n {
		v.ints[i] = v.words.code(string(raw.appendText(nil, &stored, i)))
	}
	return nil
}
