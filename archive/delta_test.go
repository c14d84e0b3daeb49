package archive

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
	"github.com/parquet-go/parquet-go/encoding/delta"
)

// numberSeries are columns of every number of bits, and the awkward ones.
func numberSeries() map[string][]int64 {
	r := rand.New(rand.NewPCG(1, 2))
	all := map[string][]int64{
		"one": {7}, "two": {-1, 1}, "constant": slices.Repeat([]int64{5}, 1000), "ends": {math.MinInt64, math.MaxInt64, math.MinInt64, 0, -1},
	}
	for bits := range 65 {
		var values []int64
		for range 400 + bits { // no whole number of blocks
			values = append(values, int64(r.Uint64()>>(64-bits)))
		}
		all["bits "+string(rune('0'+bits/10))+string(rune('0'+bits%10))] = values
	}
	return all
}

// TestDeltaPage decodes what another implementation has encoded, in pieces of
// several sizes.
func TestDeltaPage(t *testing.T) {
	for name, want := range numberSeries() {
		data, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range []int{1, 31, 32, 33, 1000, 4096} {
			var p deltaPage
			if err := p.open(data); err != nil || p.left != len(want) {
				t.Fatalf("%s: %d values, %v", name, p.left, err)
			}
			var got []int64
			buffer := make([]int64, piece)
			for p.left > 0 {
				n, err := p.read(buffer)
				if err != nil || n == 0 {
					t.Fatalf("%s: %d values read, %v", name, n, err)
				}
				got = append(got, buffer[:n]...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s in pieces of %d: %v, want %v", name, piece, got, want)
			}
		}
	}
}

// TestDeltaPageCutShort expects an error wherever a page ends too early.
func TestDeltaPageCutShort(t *testing.T) {
	values := numberSeries()["bits 20"]
	data, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, values)
	if err != nil {
		t.Fatal(err)
	}
	for end := range data {
		var p deltaPage
		err := p.open(data[:end])
		for err == nil && p.left > 0 {
			_, err = p.read(make([]int64, 50))
		}
		// The last miniblock is padded, so up to 31 differences more than are needed.
		if err == nil && end < len(data)-31*20/8 {
			t.Errorf("%d of %d bytes are a whole page", end, len(data))
		}
	}
}

// TestDeltaColumn decodes columns of files that arrow has written, of both
// widths, over several pages.
func TestDeltaColumn(t *testing.T) {
	for name, values := range numberSeries() {
		wide, narrow := values, make([]int32, len(values))
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		for i, x := range values {
			narrow[i] = int32(x)
			low, high = min(low, int64(narrow[i])), max(high, int64(narrow[i]))
		}
		if high-low > math.MaxInt32 { // see narrowDown
			clear(narrow)
		}
		f := numbersFile(t, wide, narrow)
		chunks, err := openChunks(f, 0, []int{0, 1, -1})
		if err != nil {
			t.Fatal(err)
		}
		if chunks[2] != nil || chunks[0].delta == nil || chunks[1].delta == nil {
			t.Fatalf("%s: chunks %v", name, chunks)
		}
		for i, want := range [][]int64{wide, widened(narrow)} {
			got := make([]int64, len(want)+1)
			n, err := chunks[i].delta.read(got)
			if err != nil || !slices.Equal(got[:n], want) {
				t.Errorf("%s, column %d: %v, %v, want %v", name, i, got[:n], err, want)
			}
		}
	}
}

func widened(narrow []int32) []int64 {
	wide := make([]int64, len(narrow))
	for i, x := range narrow {
		wide[i] = int64(x)
	}
	return wide
}

// numbersFile is a file of an INT64 and an INT32 column, with small pages.
func numbersFile(t *testing.T, wide []int64, narrow []int32) *file.Reader {
	t.Helper()
	w, n := field{name: "wide", kind: int64s}, field{name: "narrow", kind: int32s}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{w.node(), n.node()}, -1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	to := file.NewParquetWriter(&out, root, file.WithWriterProps(parquet.NewWriterProperties(
		parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(300), parquet.WithBatchSize(64),
		parquet.WithEncodingFor("wide", parquet.Encodings.DeltaBinaryPacked), parquet.WithEncodingFor("narrow", parquet.Encodings.DeltaBinaryPacked),
	)))
	group := to.AppendRowGroup()
	for range 2 {
		column, err := group.NextColumn()
		if err != nil {
			t.Fatal(err)
		}
		switch column := column.(type) {
		case *file.Int64ColumnChunkWriter:
			_, err = column.WriteBatch(wide, nil, nil)
		case *file.Int32ColumnChunkWriter:
			_, err = column.WriteBatch(narrow, nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestOursAreDelta holds that the quick ways are taken for words and for numbers
// that cannot be null; otherwise it would be correct and slow.
func TestOursAreDelta(t *testing.T) {
	run, err := OpenDir(finished(t, fill(100, 1)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := openParquet(run.fsys, "events/cell=0/repeat=0/part-0000.parquet")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range eventTable.columns {
		c := &eventTable.columns[i]
		chunks, err := openChunks(f, 0, []int{f.MetaData().Schema.ColumnIndexByName(c.name)})
		if err != nil {
			t.Fatal(err)
		}
		if (chunks[0].words != nil) != (c.kind == texts) {
			t.Errorf("column %s is read by way of arrow", c.name)
		}
		if want := c.kind != texts && !c.null; (chunks[0].delta != nil) != want {
			t.Errorf("column %s: delta %v, want %v", c.name, chunks[0].delta != nil, want)
		}
	}
}

// FuzzDelta gives broken pages: an error or values, no panic, and no more
// values than the page says that it has.
func FuzzDelta(f *testing.F) {
	for _, values := range numberSeries() {
		data, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, values)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p deltaPage
		if p.open(data) != nil {
			return
		}
		count, read := p.left, 0
		buffer := make([]int64, 100)
		for p.left > 0 && read < 100_000 {
			n, err := p.read(buffer)
			if err != nil {
				return
			}
			if read += n; n == 0 || read > count {
				t.Fatalf("%d of %d values", read, count)
			}
		}
	})
}
