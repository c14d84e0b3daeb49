package archive

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/assay-bench/assay/archive/event"
)

// values are some values of one column, in one form for all types.
type values struct {
	ints   []int64    // numbers, truth values, or codes of words
	floats []float64  // of a column of doubles
	words  dictionary // of a column of strings
}

// vector is values on their way into or out of a file. Its buffers are used
// again, so a row group costs no allocation of ours.
type vector struct {
	values
	narrow  []int32
	truths  []bool
	bytes   []parquet.ByteArray
	present []int16  // definition levels: 1, or 0 for null
	valid   []byte   // the same as bits
	found   []string // the words of which ints are the indexes as they were read; nil if bytes has them
	got     int      // values that were read, without nulls
	local   []int32  // code to index in the dictionary of this row group
}

// size makes room for n values that are no doubles.
func (v *vector) size(n int) { v.ints, v.present = sized(v.ints, n), sized(v.present, n) }

func sized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

// unknown fills the vector with n numbers that are not known.
func (v *vector) unknown(n int) {
	v.size(n)
	for i := range v.ints {
		v.ints[i] = event.Unknown
	}
}

// take fills the vector with the values of a column in the given order.
func (v *vector) take(from *values, order []int32) {
	v.words = from.words
	if from.floats != nil {
		v.floats = sized(v.floats, len(order))
		for i, o := range order {
			v.floats[i] = from.floats[o]
		}
		return
	}
	v.ints = sized(v.ints, len(order))
	for i, o := range order {
		v.ints[i] = from.ints[o]
	}
}

// write puts the values into a column chunk.
func (v *vector) write(w file.ColumnChunkWriter, f *field) error {
	if f.kind == texts {
		return v.writeStrings(w.(*file.ByteArrayColumnChunkWriter), f.null)
	}
	var levels []int16
	if f.null && f.kind != doubles {
		levels = v.squeeze(f.none())
	}
	var err error
	switch w := w.(type) {
	case *file.Int64ColumnChunkWriter:
		_, err = w.WriteBatch(v.ints, levels, nil)
	case *file.Int32ColumnChunkWriter:
		if err = v.narrowDown(); err == nil {
			_, err = w.WriteBatch(v.narrow, levels, nil)
		}
	case *file.Float64ColumnChunkWriter:
		if f.null {
			levels = v.squeezeFloats()
		}
		_, err = w.WriteBatch(v.floats, levels, nil)
	case *file.BooleanColumnChunkWriter:
		v.truths = sized(v.truths, len(v.ints))
		for i, x := range v.ints {
			v.truths[i] = x != 0
		}
		_, err = w.WriteBatch(v.truths, levels, nil)
	}
	return err
}

// narrowDown makes 32-bit numbers of the values.
//
// Values more than 31 bits apart are an error, though no column of ours has
// such: arrow's delta encoder would write them so that only arrow reads them
// back, others read something else.
func (v *vector) narrowDown() error {
	v.narrow = sized(v.narrow, len(v.ints))
	least, greatest := int64(math.MaxInt64), int64(math.MinInt64)
	for i, x := range v.ints {
		v.narrow[i] = int32(x)
		least, greatest = min(least, x), max(greatest, x)
	}
	if len(v.ints) > 0 && (least < math.MinInt32 || greatest > math.MaxInt32 || greatest-least > math.MaxInt32) {
		return fmt.Errorf("values from %d to %d do not fit", least, greatest)
	}
	return nil
}

// squeeze leaves only the numbers that are known and returns which were.
func (v *vector) squeeze(none int64) []int16 {
	v.present = sized(v.present, len(v.ints))
	kept := v.ints[:0]
	for i, x := range v.ints {
		v.present[i] = 0
		if x != none {
			v.present[i] = 1
			kept = append(kept, x)
		}
	}
	v.ints = kept
	return v.present
}

// squeezeFloats is squeeze for floating-point numbers, where NaN is null.
func (v *vector) squeezeFloats() []int16 {
	v.present = sized(v.present, len(v.floats))
	kept := v.floats[:0]
	for i, x := range v.floats {
		v.present[i] = 0
		if !math.IsNaN(x) {
			v.present[i] = 1
			kept = append(kept, x)
		}
	}
	v.floats = kept
	return v.present
}

// read fills the vector with the next n values of a column chunk.
func (v *vector) read(c *chunk, f *field, n int) error {
	if err := v.decode(c, f, n); err != nil {
		return err
	}
	return v.code(f)
}

// decode is the part of read that needs no dictionary: of words, there are the
// bytes and not yet their codes.
func (v *vector) decode(c *chunk, f *field, n int) (err error) {
	if v.got, err = v.fetch(c, n); err != nil || f.kind == texts {
		return err
	}
	if f.kind == booleans {
		for i, x := range v.truths[:v.got] {
			v.ints[i] = 0
			if x {
				v.ints[i] = 1
			}
		}
	}
	if f.null {
		v.spread(f)
	}
	return nil
}

// code is the rest of read: it gives words their codes.
func (v *vector) code(f *field) error {
	if f.kind != texts {
		return nil
	}
	var err error
	if v.found != nil {
		err = v.translate()
	} else {
		err = v.encode(v.bytes[:v.got])
	}
	if err != nil {
		return err
	}
	if f.null {
		v.spread(f)
	}
	return nil
}

// fetch reads the next n values as they are stored, without nulls, of which
// v.present tells, and returns how many there are.
func (v *vector) fetch(c *chunk, n int) (got int, err error) {
	v.size(n)
	total := int64(0)
	v.found = nil
	switch {
	case c.delta != nil:
		got, err = c.delta.read(v.ints)
		total = int64(got)
	case c.words != nil:
		var rows int
		rows, got, err = c.words.read(v.ints, v.present, n)
		v.found, total = c.words.words, int64(rows)
	default:
		total, got, err = v.fetchArrow(c.arrow, n)
	}
	if err == nil && total != int64(n) {
		err = fmt.Errorf("%d of %d values", total, n)
	}
	return got, err
}

// fetchArrow reads up to n values by arrow's decoders: total with nulls, got
// without. The vector has room for n.
func (v *vector) fetchArrow(chunk file.ColumnChunkReader, n int) (total int64, got int, err error) {
	switch r := chunk.(type) {
	case *file.Int64ColumnChunkReader:
		return r.ReadBatch(int64(n), v.ints, v.present, nil)
	case *file.Int32ColumnChunkReader:
		v.narrow = sized(v.narrow, n)
		total, got, err = r.ReadBatch(int64(n), v.narrow, v.present, nil)
		for i, x := range v.narrow[:got] {
			v.ints[i] = int64(x)
		}
		return total, got, err
	case *file.Float64ColumnChunkReader:
		v.floats = sized(v.floats, n)
		return r.ReadBatch(int64(n), v.floats, v.present, nil)
	case *file.BooleanColumnChunkReader:
		v.truths = sized(v.truths, n)
		return r.ReadBatch(int64(n), v.truths, v.present, nil)
	case *file.ByteArrayColumnChunkReader:
		v.bytes = sized(v.bytes, n)
		return r.ReadBatch(int64(n), v.bytes, v.present, nil)
	}
	return 0, 0, fmt.Errorf("no column of ours is of type %s", chunk.Type())
}

// spread moves the values that were read to their rows and fills the
// others with what stands for null.
func (v *vector) spread(f *field) {
	null, got := f.none(), v.got
	if f.kind == texts && got < len(v.ints) {
		null = v.words.code("")
	}
	for i := len(v.ints) - 1; i >= 0; i-- {
		if v.present[i] == 0 {
			v.ints[i] = null
			continue
		}
		got--
		v.ints[i] = v.ints[got]
	}
}
