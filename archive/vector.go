package archive

import (
	"fmt"

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
	present []int16 // definition levels: 1, or 0 for null
	valid   []byte  // the same as bits
	local   []int32 // code to index in the dictionary of this row group
}

// size makes room for n values.
func (v *vector) size(n int) {
	v.ints = sized(v.ints, n)
	v.floats = sized(v.floats, n)
}

func sized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
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
	if f.null {
		levels = v.squeeze()
	}
	var err error
	switch w := w.(type) {
	case *file.Int64ColumnChunkWriter:
		_, err = w.WriteBatch(v.ints, levels, nil)
	case *file.Int32ColumnChunkWriter:
		v.narrow = sized(v.narrow, len(v.ints))
		for i, x := range v.ints {
			v.narrow[i] = int32(x)
		}
		_, err = w.WriteBatch(v.narrow, levels, nil)
	case *file.Float64ColumnChunkWriter:
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

// squeeze leaves only the numbers that are known and returns which were.
func (v *vector) squeeze() []int16 {
	v.present = sized(v.present, len(v.ints))
	kept := v.ints[:0]
	for i, x := range v.ints {
		v.present[i] = 0
		if x != event.Unknown {
			v.present[i] = 1
			kept = append(kept, x)
		}
	}
	v.ints = kept
	return v.present
}

// read fills the vector with the next values of a column chunk, as many as
// it has room for.
func (v *vector) read(r file.ColumnChunkReader, f *field) error {
	n := len(v.ints)
	v.present = sized(v.present, n)
	var total int64
	var got int
	var err error
	switch r := r.(type) {
	case *file.Int64ColumnChunkReader:
		total, got, err = r.ReadBatch(int64(n), v.ints, v.present, nil)
	case *file.Int32ColumnChunkReader:
		v.narrow = sized(v.narrow, n)
		total, got, err = r.ReadBatch(int64(n), v.narrow, v.present, nil)
		for i, x := range v.narrow[:got] {
			v.ints[i] = int64(x)
		}
	case *file.Float64ColumnChunkReader:
		total, got, err = r.ReadBatch(int64(n), v.floats, v.present, nil)
	case *file.BooleanColumnChunkReader:
		v.truths = sized(v.truths, n)
		total, got, err = r.ReadBatch(int64(n), v.truths, v.present, nil)
		for i, x := range v.truths[:got] {
			v.ints[i] = 0
			if x {
				v.ints[i] = 1
			}
		}
	case *file.ByteArrayColumnChunkReader:
		total, got, err = v.readStrings(r)
	}
	if err == nil && total != int64(n) {
		err = fmt.Errorf("%d of %d values", total, n)
	}
	if err == nil && f.null {
		v.spread(got, f.kind == texts)
	}
	return err
}

// spread moves the got values that were read to their rows and fills the
// others with what stands for null.
func (v *vector) spread(got int, words bool) {
	null := event.Unknown
	if words && got < len(v.ints) {
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
