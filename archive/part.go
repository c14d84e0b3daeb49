package archive

import (
	"fmt"
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
	file *diskFile
	out  *output
	to   *file.Writer
	rows int64
}

// createPart begins the file at a path in the run's directory.
func createPart(to *press, at string, root *schema.GroupNode, about metadata.KeyValueMetadata) (*part, error) {
	name := filepath.Join(to.dir, filepath.FromSlash(at))
	f, err := to.disk.create(name + openSuffix)
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

// close makes a whole file of the part. After an error nothing of it is left.
func (p *part) close() (File, error) {
	err := p.seal()
	if err == nil {
		err = p.file.disk.publish(p.name)
	}
	if err != nil {
		p.abandon()
		return File{}, err
	}
	return p.info(), nil
}

// seal writes the footer, makes the file durable and reads the footer back.
// Then the part is whole, but does not have its name yet.
func (p *part) seal() error {
	err := p.to.FlushWithFooter()
	p.out.flush()
	if p.out.err != nil {
		err = p.out.err
	}
	if err == nil {
		err = p.file.Sync()
	}
	if err == nil {
		err = p.readFooter()
	}
	if closing := p.file.Close(); err == nil {
		err = closing
	}
	return err
}

// info is what run.json says of the part.
func (p *part) info() File {
	return File{Path: p.path, Rows: p.rows, Bytes: p.out.size, SHA256: p.out.sum()}
}

// readFooter asks the file itself how many rows it has.
func (p *part) readFooter() error {
	r, err := file.NewParquetReader(p.file.File)
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
	_ = p.file.disk.remove(p.file.Name())
}

// isPart tells whether a file in the directory of a table is one of its parts.
func isPart(name string) bool {
	return strings.HasPrefix(name, "part-") && strings.HasSuffix(name, ".parquet")
}
