package archive

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// part is one Parquet file being written, under a name of its own until it
// is whole and on the disk.
type part struct {
	path string // relative to the run, with slashes
	name string // its place in the file system
	file *os.File
	out  *output
	to   *file.Writer
	rows int64
}

// createPart begins the file at a path in the run's directory dir.
func createPart(dir, at string, root *schema.GroupNode, about metadata.KeyValueMetadata) (*part, error) {
	name := filepath.Join(dir, filepath.FromSlash(at))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	f, err := os.Create(name + openSuffix)
	if err != nil {
		return nil, err
	}
	p := &part{path: at, name: name, file: f, out: newOutput(f)}
	p.to = file.NewParquetWriter(p.out, root, file.WithWriterProps(properties(root)), file.WithWriteMetadata(about))
	return p, nil
}

// properties chooses encodings: a dictionary for strings, deltas for whole
// numbers, and nothing else to choose for doubles and truth values. The
// measurements are in docs/archive-format.md.
func properties(root *schema.GroupNode) *parquet.WriterProperties {
	options := []parquet.WriterProperty{
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDictionaryDefault(false),
		parquet.WithBatchSize(8 << 10),
		// Dictionaries are written whole, never left half-way for plain text.
		parquet.WithDictionaryPageSizeLimit(1 << 30),
	}
	for i := range root.NumFields() {
		node := root.Field(i).(*schema.PrimitiveNode)
		switch node.PhysicalType() {
		case parquet.Types.ByteArray:
			options = append(options, parquet.WithDictionaryFor(node.Name(), true))
		case parquet.Types.Int32, parquet.Types.Int64:
			options = append(options, parquet.WithEncodingFor(node.Name(), parquet.Encodings.DeltaBinaryPacked))
		}
	}
	return parquet.NewWriterProperties(options...)
}

// writeGroup appends a row group. Column i of the table is taken from
// columns[i] in the given order of rows.
func writeGroup[T any](p *part, t *table[T], columns []values, order []int32, v *vector) error {
	group := p.to.AppendRowGroup()
	for i := range t.columns {
		c := &t.columns[i]
		chunk, err := group.NextColumn()
		if err != nil {
			return err
		}
		v.take(&columns[i], order)
		if err := v.write(chunk, &c.field); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	if err := group.Close(); err != nil {
		return err
	}
	p.rows += int64(len(order))
	return p.out.err
}

// close writes the footer, makes the file durable, reads the footer back and
// gives the file its name. After an error nothing of the part is left.
func (p *part) close() (File, error) {
	err := p.to.FlushWithFooter()
	if p.out.err != nil {
		err = p.out.err
	}
	if err == nil {
		err = p.readFooter()
	}
	if err := publish(p.file, p.name, err); err != nil {
		return File{}, err
	}
	return File{Path: p.path, Rows: p.rows, Bytes: p.out.size, SHA256: p.out.sum()}, nil
}

// readFooter asks the file itself how many rows it has.
func (p *part) readFooter() error {
	r, err := file.NewParquetReader(p.file)
	if err != nil {
		return err
	}
	if got := r.NumRows(); got != p.rows {
		return fmt.Errorf("%s has %d rows in its footer, %d were written", path.Base(p.path), got, p.rows)
	}
	return nil
}

// abandon removes a part that is of no more use.
func (p *part) abandon() {
	p.file.Close()
	os.Remove(p.file.Name())
}

// isPart tells whether a file in the directory of a table is one of its parts.
func isPart(name string) bool {
	return strings.HasPrefix(name, "part-") && strings.HasSuffix(name, ".parquet")
}
