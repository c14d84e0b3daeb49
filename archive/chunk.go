package archive

import (
	"slices"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
)

// chunk is one column of a row group while it is read.
type chunk struct {
	kind  parquet.Type
	null  bool                   // values may be null
	delta *deltaColumn           // nil unless it is such a column
	words *wordColumn            // likewise
	arrow file.ColumnChunkReader // of the others
}

// openChunks opens the columns of a row group that stand at some places; nil
// for one at −1, which the file does not have.
func openChunks(f *file.Reader, group int, at []int) (chunks []*chunk, err error) {
	defer recovered(&err)
	g := f.RowGroup(group)
	for _, i := range at {
		if i < 0 {
			chunks = append(chunks, nil)
			continue
		}
		c, err := openChunk(f, g, i)
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}

// openChunk chooses who decodes a column: one of ours, for what our files mostly
// have, or arrow.
func openChunk(f *file.Reader, g *file.RowGroupReader, i int) (*chunk, error) {
	declared := f.MetaData().Schema.Column(i)
	c := &chunk{kind: declared.PhysicalType(), null: declared.MaxDefinitionLevel() > 0}
	about, err := g.MetaData().ColumnChunk(i)
	if err != nil {
		return nil, err
	}
	switch {
	case c.kind == parquet.Types.ByteArray && about.HasDictionaryPage():
		c.words = &wordColumn{null: c.null}
		c.words.pages, err = g.GetColumnPageReader(i)
	case !c.null && onlyDeltas(about.Encodings()):
		c.delta = &deltaColumn{narrow: c.kind == parquet.Types.Int32}
		c.delta.pages, err = g.GetColumnPageReader(i)
	default:
		c.arrow, err = g.Column(i)
	}
	return c, err
}

// onlyDeltas tells whether all values of a chunk are DELTA_BINARY_PACKED. RLE
// is the encoding of levels, which a column without nulls has none of.
func onlyDeltas(used []parquet.Encoding) bool {
	return slices.Contains(used, parquet.Encodings.DeltaBinaryPacked) && !slices.ContainsFunc(used, func(e parquet.Encoding) bool {
		return e != parquet.Encodings.DeltaBinaryPacked && e != parquet.Encodings.RLE
	})
}
