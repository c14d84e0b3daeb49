package archive

import (
	"fmt"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// Values are read in two steps. decode needs nothing but the chunk, so that
// several row groups are decoded at a time; code gives words the codes of a
// dictionary that all row groups share, and so is for one goroutine, in order.

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
