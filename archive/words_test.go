package archive

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/rle"
)

// indexSeries are indexes in runs and without, below 2^bits.
func indexSeries(bits int) []int64 {
	r := rand.New(rand.NewPCG(uint64(bits), 1))
	var all []int64
	for len(all) < 1000 {
		n := 1
		if r.IntN(3) == 0 {
			n = r.IntN(100)
		}
		all = append(all, slices.Repeat([]int64{r.Int64N(1 << bits)}, n)...)
	}
	return all
}

// TestHybrid decodes what another implementation has encoded, in pieces of
// several sizes.
func TestHybrid(t *testing.T) {
	for bits := 1; bits <= 30; bits++ {
		want := indexSeries(bits)
		narrow := make([]int32, len(want))
		for i, x := range want {
			narrow[i] = int32(x)
		}
		data, err := (&rle.Encoding{BitWidth: bits}).EncodeInt32(nil, narrow)
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range []int{1, 7, 8, 100, len(want)} {
			var h hybrid
			h.open(data, bits)
			var got []int64
			for len(got) < len(want) {
				buffer := make([]int64, min(piece, len(want)-len(got)))
				if err := h.read(buffer, 1<<bits); err != nil {
					t.Fatalf("%d bits: %v", bits, err)
				}
				got = append(got, buffer...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d bits in pieces of %d: other numbers", bits, piece)
			}
		}
		var h hybrid
		h.open(data, bits)
		if err := h.read(make([]int64, len(want)), slices.Max(want)); err == nil {
			t.Errorf("%d bits: an index beyond the words is taken", bits)
		}
		for _, end := range []int{0, 1, len(data) / 2} {
			h.open(data[:end], bits)
			if err := h.read(make([]int64, len(want)), 1<<bits); err == nil {
				t.Errorf("%d bits: %d of %d bytes are whole", bits, end, len(data))
			}
		}
	}
}

// TestWords reads columns with few words and many, with and without nulls, that
// cross batches, pages and row groups.
func TestWords(t *testing.T) {
	const rows = 10_000
	r := rand.New(rand.NewPCG(5, 5))
	few, many, sparse, none := make([]string, rows), make([]string, rows), make([]string, rows), make([]string, rows)
	for i := range rows {
		few[i], many[i] = fmt.Sprint(r.IntN(3)), fmt.Sprint("ü", i)
		if r.IntN(10) == 0 {
			sparse[i] = few[i]
		}
	}
	columns := []Column{{Name: "few", Texts: few}, {Name: "many", Texts: many}, {Name: "sparse", Null: true, Texts: sparse}, {Name: "none", Null: true, Texts: none}}
	w := create(t, sampleInfo())
	if err := w.AddTable("words", columns); err != nil {
		t.Fatal(err)
	}
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	f, err := openParquet(run.fsys, "words.parquet")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	chunks, err := openChunks(f, 0, []int{0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range columns {
		if chunks[i].words == nil {
			t.Fatalf("column %s is not read as words", c.Name)
		}
		v, about := vector{values: values{words: ownWords()}}, field{name: c.Name, kind: texts, null: c.Null}
		var got []string
		for left := rows; left > 0; left -= min(left, 999) {
			if err := v.read(chunks[i], &about, min(left, 999)); err != nil {
				t.Fatal(err)
			}
			for _, code := range v.ints {
				got = append(got, v.words.names()[code])
			}
		}
		if !slices.Equal(got, c.Texts) {
			t.Errorf("column %s is read otherwise than it was written", c.Name)
		}
	}
}

// FuzzHybrid gives broken runs: an error or numbers below the limit, no panic.
func FuzzHybrid(f *testing.F) {
	for _, bits := range []int{1, 5, 30} {
		f.Add([]byte{3, 255, 8, 1}, bits)
	}
	f.Fuzz(func(t *testing.T, data []byte, bits int) {
		if bits < 0 || bits > 32 {
			return
		}
		var h hybrid
		h.open(data, bits)
		buffer := make([]int64, 100)
		for range 100 {
			if h.read(buffer, 1000) != nil {
				return
			}
			if most := slices.Max(buffer); most >= 1000 || slices.Min(buffer) < 0 {
				t.Fatalf("numbers up to %d", most)
			}
		}
	})
}

// FuzzDictionary gives broken pages of words: an error or as many as asked for.
func FuzzDictionary(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 'a', 0, 0, 0, 0}, 2)
	f.Add([]byte{255, 255, 255, 255}, 1)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		var w wordColumn
		if err := w.dictionary(data, n); err == nil && len(w.words) != max(n, 0) {
			t.Fatalf("%d words, want %d", len(w.words), n)
		}
	})
}
