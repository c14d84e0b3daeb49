package archive

import (
	"io"

	"github.com/apache/arrow/go/v17/parquet/compress"
)

// zstdLevel was chosen by measurement: level 3 costs up to twice the time
// and saves nothing on columns that are delta encoded.
const zstdLevel = 1

// steadyZstd is arrow's zstd, but with one encoder for all pages: arrow's own
// makes a new one for each page, which doubles the cost of a column and
// allocates half a megabyte and more each time.
type steadyZstd struct {
	compress.Codec
	encoder interface{ EncodeAll(src, dst []byte) []byte }
}

// EncodeLevel ignores the level: the encoder has its own.
func (z steadyZstd) EncodeLevel(dst, src []byte, _ int) []byte {
	return z.encoder.EncodeAll(src, dst[:0])
}

// Arrow offers no other way to choose a codec than its table, and asks that
// entries be made in init.
func init() {
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err)
	}
	w, err := codec.NewWriterLevel(io.Discard, zstdLevel)
	if err != nil {
		panic(err)
	}
	encoder := w.(interface{ EncodeAll(src, dst []byte) []byte })
	compress.RegisterCodec(compress.Codecs.Zstd, steadyZstd{Codec: codec, encoder: encoder})
}
