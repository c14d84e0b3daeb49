package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/apache/arrow/go/v17/parquet/metadata"
)

// Parquet writes the table as one Parquet file, encoded as the archive's own,
// and returns how many rows it has. The file is there whole or not at all, which
// is so also when the context is done before.
func (e *Export) Parquet(ctx context.Context, path string, runs []*Run) (rows int64, err error) {
	wrap := func(err error) error { return fmt.Errorf("export %s to %s: %w", e.Table, path, cause(err)) }
	columns, err := e.columns(runs)
	if err != nil {
		return 0, wrap(err)
	}
	if err := e.free(path); err != nil {
		return 0, wrap(err)
	}
	s := newParquetSink(columns)
	to := press{dir: filepath.Dir(path), disk: e.disk}
	p, err := createPart(&to, filepath.Base(path), s.table.root(), e.about(runs))
	if err != nil {
		return 0, wrap(err)
	}
	s.part = p
	rows, err = e.copyRows(ctx, runs, columns, s)
	if err == nil {
		err = s.flush()
	}
	if err != nil {
		p.abandon()
		return 0, wrap(err)
	}
	if _, err := p.close(); err != nil {
		return 0, wrap(err)
	}
	return rows, nil
}

// CSV writes the table as one CSV file (see Stream) and returns how many rows
// it has. The file is there whole or not at all.
func (e *Export) CSV(ctx context.Context, path string, runs []*Run) (rows int64, err error) {
	wrap := func(err error) error { return fmt.Errorf("export %s to %s: %w", e.Table, path, cause(err)) }
	if err := e.free(path); err != nil {
		return 0, wrap(err)
	}
	f, err := e.disk.create(path + openSuffix)
	if err != nil {
		return 0, wrap(err)
	}
	rows, err = e.stream(ctx, f, runs)
	if err == nil { // before it gets its name: a power cut leaves the old file or the new
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = e.disk.publish(path)
	}
	if err != nil {
		_ = e.disk.remove(f.Name())
		return 0, wrap(err)
	}
	return rows, nil
}

// Stream writes the table as CSV (RFC 4180, but with newlines alone): a line
// of names, then one for each row. Null is an empty field, an empty text "",
// an instant RFC 3339.
func (e *Export) Stream(ctx context.Context, w io.Writer, runs []*Run) (rows int64, err error) {
	rows, err = e.stream(ctx, w, runs)
	if err != nil {
		err = fmt.Errorf("export %s: %w", e.Table, cause(err))
	}
	return rows, err
}

// stream is Stream with an error that the caller wraps.
func (e *Export) stream(ctx context.Context, w io.Writer, runs []*Run) (rows int64, err error) {
	columns, err := e.columns(runs)
	if err != nil {
		return 0, err
	}
	s := &csvSink{columns: columns, to: w}
	s.head()
	if rows, err = e.copyRows(ctx, runs, columns, s); err != nil {
		return rows, err
	}
	return rows, s.flush()
}

// free refuses a name that something has already, unless it may be replaced.
func (e *Export) free(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("there is something of that name that is no file")
	case !e.Replace:
		return fs.ErrExist
	}
	return nil
}

// about is the footer of an exported file: of one run, what its own files tell.
func (e *Export) about(runs []*Run) metadata.KeyValueMetadata {
	if len(runs) == 1 {
		return (&Writer{info: runs[0].Info}).about(e.Table)
	}
	about := metadata.NewKeyValueMetadata()
	for _, pair := range [][2]string{
		{"assay.table", e.Table}, {"assay.schema_version", strconv.Itoa(SchemaVersion)},
		{"assay.units", "columns that end in _ns are nanoseconds; instants count from the start of their run on the monotonic clock"},
	} {
		about.Append(pair[0], pair[1])
	}
	return about
}

// parquetSink gathers row groups, of the size that the archive's own have. Rows
// stay in the order in which they come.
type parquetSink struct {
	table  table[int] // its columns are only declared
	part   *part
	groups []values
	rows   int
	order  []int32 // 0, 1, 2, …
	vector vector
}

// newParquetSink declares the columns that come.
func newParquetSink(columns []outColumn) *parquetSink {
	s := &parquetSink{groups: make([]values, len(columns))}
	for i := range columns {
		s.table.columns = append(s.table.columns, column[int]{field: columns[i].field})
	}
	return s
}

// add takes n rows, a column at a time, and writes the row group that they fill.
func (s *parquetSink) add(columns []vector, n int) error {
	for i := range columns {
		g := &s.groups[i]
		g.words = columns[i].words // whose codes stay the same, as new words come last
		if s.table.columns[i].kind == doubles {
			g.floats = append(g.floats, columns[i].floats[:n]...)
		} else {
			g.ints = append(g.ints, columns[i].ints[:n]...)
		}
	}
	if s.rows += n; s.rows >= groupRows {
		return s.flush()
	}
	return nil
}

// flush writes the row group at hand.
func (s *parquetSink) flush() error {
	if s.rows == 0 {
		return nil
	}
	for len(s.order) < s.rows {
		s.order = append(s.order, int32(len(s.order)))
	}
	if err := writeGroup(s.part, &s.table, s.groups, s.order[:s.rows], &s.vector); err != nil {
		return err
	}
	for i := range s.groups {
		s.groups[i].ints, s.groups[i].floats = s.groups[i].ints[:0], s.groups[i].floats[:0]
	}
	s.rows = 0
	return nil
}
