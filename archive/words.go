package archive

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// wordColumn reads a column of words as the indexes that its pages hold, into
// the dictionary of its row group. arrow reads a slice of bytes for each value
// instead, whose word would then have to be looked up.
type wordColumn struct {
	pages   file.PageReader
	null    bool
	words   []string // of the dictionary page
	left    int      // rows of the page that are not read yet
	levels  hybrid   // with null: 1 for a word, 0 for none
	indexes hybrid
}

var errWords = errors.New("a page of words is broken")

// read reads n rows: present tells which are not null, and indexes gets those
// that are not.
func (w *wordColumn) read(indexes []int64, present []int16, n int) (rows, got int, err error) {
	for rows < n {
		if w.left == 0 {
			if !w.pages.Next() {
				return rows, got, w.pages.Err()
			}
			if err := w.open(w.pages.Page()); err != nil {
				return rows, got, err
			}
			continue
		}
		k := min(n-rows, w.left)
		there := k
		if w.null {
			// The levels go where the indexes will be, which are no more.
			if there, err = w.present(indexes[got:got+k], present[rows:rows+k]); err != nil {
				return rows, got, err
			}
		}
		if err := w.indexes.read(indexes[got:got+there], int64(len(w.words))); err != nil {
			return rows, got, err
		}
		rows, got, w.left = rows+k, got+there, w.left-k
	}
	return rows, got, nil
}

// present reads the levels of some rows and counts those that are not null.
func (w *wordColumn) present(levels []int64, present []int16) (there int, err error) {
	err = w.levels.read(levels, 2)
	for i, level := range levels {
		present[i] = int16(level)
		there += int(level)
	}
	return there, err
}

// open takes a page. Numbers of page types and encodings are those of
// parquet.thrift; arrow keeps its names for them internal.
func (w *wordColumn) open(p file.Page) error {
	const dataPage, dictionaryPage, plainDictionary, rleDictionary = 0, 2, 2, 8
	switch t, e := int(p.Type()), int(p.Encoding()); {
	case t == dictionaryPage:
		return w.dictionary(p.Data(), int(p.NumValues()))
	case t != dataPage || e != plainDictionary && e != rleDictionary:
		return fmt.Errorf("a page of type %d and encoding %d among words", t, e)
	}
	data := p.Data()
	if w.null {
		if len(data) < 4 || uint64(len(data)-4) < uint64(binary.LittleEndian.Uint32(data)) {
			return errWords
		}
		size := int(binary.LittleEndian.Uint32(data))
		w.levels.open(data[4:4+size], 1)
		data = data[4+size:]
	}
	w.left = int(p.NumValues())
	w.indexes.open(nil, 0)
	if len(data) > 0 { // else all are null
		if data[0] > 32 {
			return errWords
		}
		w.indexes.open(data[1:], int(data[0]))
	}
	return nil
}

// dictionary reads the words of a row group: each its length and its bytes.
func (w *wordColumn) dictionary(data []byte, n int) error {
	w.words = nil
	for range n {
		if len(data) < 4 || uint64(len(data)-4) < uint64(binary.LittleEndian.Uint32(data)) {
			return errWords
		}
		size := int(binary.LittleEndian.Uint32(data))
		w.words = append(w.words, string(data[4:4+size]))
		data = data[4+size:]
	}
	return nil
}

// hybrid decodes small numbers in runs: one number repeated, or several in so
// many bits each, eight at a time. It is the RLE/bit-packing hybrid of
// Encodings.md of the Parquet format.
type hybrid struct {
	data   []byte // with room to read beyond its end
	size   int    // without that room
	width  int    // bits of a number, up to 32
	at     int    // the next byte of data, behind a packed run
	left   int    // numbers of the run at hand
	packed bool
	value  int64 // of a run of one number
	bit    int   // the next of a packed run, from the beginning of data
}

// open begins with some bytes, which are copied.
func (h *hybrid) open(data []byte, width int) {
	const beyond = 8
	h.data = append(append(h.data[:0], data...), make([]byte, beyond)...)
	h.size, h.width, h.at, h.left = len(data), width, 0, 0
}

// read fills dst with the next numbers, which must be below limit.
func (h *hybrid) read(dst []int64, limit int64) error {
	for len(dst) > 0 {
		if h.left == 0 {
			if err := h.run(); err != nil {
				return err
			}
			continue
		}
		n := min(len(dst), h.left)
		most := h.value
		if h.packed {
			most = h.unpack(dst[:n])
		} else {
			for i := range n {
				dst[i] = h.value
			}
		}
		if most >= limit {
			return errWords
		}
		dst, h.left = dst[n:], h.left-n
	}
	return nil
}

// unpack decodes packed numbers and returns the greatest.
func (h *hybrid) unpack(dst []int64) (most int64) {
	mask := uint64(1)<<h.width - 1
	for i := range dst {
		x := int64(binary.LittleEndian.Uint64(h.data[h.bit>>3:]) >> (h.bit & 7) & mask)
		dst[i], most = x, max(most, x)
		h.bit += h.width
	}
	return most
}

// run reads the head of the next run.
func (h *hybrid) run() error {
	head, n := binary.Uvarint(h.data[h.at:h.size])
	if n <= 0 || head < 2 || head > 1<<32 {
		return errWords
	}
	h.at += n
	if h.packed = head&1 == 1; h.packed {
		bytes := int(head>>1) * h.width
		h.left, h.bit = int(head>>1)*8, h.at*8
		if bytes > h.size-h.at {
			return errWords
		}
		h.at += bytes
		return nil
	}
	bytes := (h.width + 7) / 8
	if bytes > h.size-h.at {
		return errWords
	}
	h.left = int(head >> 1)
	h.value = int64(binary.LittleEndian.Uint64(h.data[h.at:]) & (1<<(8*bytes) - 1))
	h.at += bytes
	return nil
}
