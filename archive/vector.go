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

// sized is a slice of n elements, s itself if it has room. What is in them does
// not count.
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
