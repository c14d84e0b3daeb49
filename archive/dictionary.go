package archive

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
)

// dictionary numbers words in the order in which they are met.
type dictionary struct {
	list  *[]string // may belong to event.Names, which grows with it
	index map[string]int64
	room  int   // how many words it may have
	err   error // the first word for which there was no room
}

// newDictionary numbers the words in list, where it also puts new ones up to
// the number that there is room for.
func newDictionary(list *[]string, room int) dictionary {
	d := dictionary{list: list, index: make(map[string]int64, len(*list)), room: room}
	for i, word := range *list {
		if _, seen := d.index[word]; !seen {
			d.index[word] = int64(i)
		}
	}
	return d
}

// unlimited is for words that are stored as they are and need no code.
const unlimited = math.MaxInt

// ownWords is a dictionary for such words.
func ownWords() dictionary { return newDictionary(new([]string), unlimited) }

func (d *dictionary) names() []string { return *d.list }

// code is the number of a word, a new one if need be.
func (d *dictionary) code(word string) int64 {
	if n, ok := d.index[word]; ok {
		return n
	}
	return d.add(word)
}

// add gives a new word the next code, as long as there is one.
func (d *dictionary) add(word string) int64 {
	if len(*d.list) >= d.room {
		if d.err == nil {
			d.err = fmt.Errorf("there is no code for the word %q", word)
		}
		return 0
	}
	n := int64(len(*d.list))
	*d.list = append(*d.list, word)
	d.index[word] = n
	return n
}

// writeStrings puts the words behind the codes in v.ints into a column chunk.
//
// The dictionary page and the indexes are handed to the encoder as they are.
// Its usual way is to hash every value again, 20 to 30 ns each, which for the
// six names of an event is as much as all the rest.
func (v *vector) writeStrings(w *file.ByteArrayColumnChunkWriter, null bool) error {
	used, nulls := v.localize(null)
	builder := array.NewStringBuilder(memory.DefaultAllocator)
	builder.AppendValues(used, nil)
	words := builder.NewStringArray()

	// The encoder is of an internal package; this is the method of it that
	// arrow's own writer calls for arrays with a dictionary.
	encoder := w.CurrentEncoder().(interface{ PutDictionary(arrow.Array) error })
	if err := encoder.PutDictionary(words); err != nil {
		return err
	}
	var valid *memory.Buffer
	var levels []int16
	if null {
		valid, levels = memory.NewBufferBytes(v.valid), v.present
	}
	n := len(v.narrow)
	indexes := array.NewInt32Data(array.NewData(arrow.PrimitiveTypes.Int32, n,
		[]*memory.Buffer{valid, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(v.narrow))}, nil, nulls, 0))

	// Indexes leave no statistics behind, so they are made from the words.
	statistics := w.PageStatistics()
	statistics.IncNulls(int64(nulls))
	statistics.IncNumValues(int64(n - nulls))
	if err := statistics.UpdateFromArrow(words, false); err != nil {
		return err
	}
	return w.WriteDictIndices(indexes, levels, nil)
}

// localize numbers afresh the words that this row group uses, into v.narrow.
// With null, the empty word is none: its rows are marked in v.present and
// v.valid, and counted.
func (v *vector) localize(null bool) (used []string, nulls int) {
	all := v.words.names()
	v.narrow = sized(v.narrow, len(v.ints))
	v.local = sized(v.local, len(all))
	for i := range v.local {
		v.local[i] = -1
	}
	if null {
		v.present = sized(v.present, len(v.ints))
		v.valid = sized(v.valid, (len(v.ints)+7)/8)
		clear(v.valid)
	}
	for i, c := range v.ints {
		if null {
			v.present[i] = 0
			if all[c] == "" {
				v.narrow[i] = 0
				nulls++
				continue
			}
			v.present[i] = 1
			v.valid[i/8] |= 1 << (i % 8)
		}
		if v.local[c] < 0 {
			used = v.use(used, all[c], c)
		}
		v.narrow[i] = v.local[c]
	}
	return used, nulls
}

// use gives code c its number among the used words. Two codes may share a word.
func (v *vector) use(used []string, word string, c int64) []string {
	for i, other := range used {
		if other == word {
			v.local[c] = int32(i)
			return used
		}
	}
	v.local[c] = int32(len(used))
	return append(used, word)
}

// encode fills v.ints with the codes of words.
func (v *vector) encode(words []parquet.ByteArray) error {
	// A word of a dictionary page is one place in memory, so the same place
	// as the row before means the same word and saves the look-up.
	var last *byte
	var length int
	var c int64
	for i, word := range words {
		if len(word) == 0 {
			v.ints[i] = v.words.code("")
			continue
		}
		if &word[0] != last || len(word) != length {
			last, length = &word[0], len(word)
			known := false
			if c, known = v.words.index[string(word)]; !known {
				c = v.words.add(string(word))
			}
		}
		v.ints[i] = c
	}
	return v.words.err
}

// translate makes codes of the indexes in v.ints. Words that are new get theirs
// in the order of the rows.
func (v *vector) translate() error {
	const unmet = -1
	codes := sized(v.local, len(v.found))
	for i := range codes {
		codes[i] = unmet
	}
	for i, index := range v.ints[:v.got] {
		if codes[index] == unmet {
			codes[index] = int32(v.words.code(v.found[index]))
		}
		v.ints[i] = int64(codes[index])
	}
	v.local = codes
	return v.words.err
}
