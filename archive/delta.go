package archive

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// deltaColumn reads a column of whole numbers without nulls, whose pages are
// DELTA_BINARY_PACKED as all of ours are. The layout is that of Encodings.md
// of the Parquet format. arrow's own decoder reads bit by bit through a reader
// and takes five times as long, which was half of a report's time.
type deltaColumn struct {
	pages  file.PageReader
	narrow bool // the column is INT32: its differences wrap at 32 bits
	page   deltaPage
}

// read fills dst with the next values and returns how many there were.
func (d *deltaColumn) read(dst []int64) (n int, err error) {
	for n < len(dst) {
		if d.page.left == 0 {
			if !d.pages.Next() {
				return n, d.pages.Err()
			}
			if err := d.open(d.pages.Page()); err != nil {
				return n, err
			}
			continue
		}
		got, err := d.page.read(dst[n:])
		if err != nil {
			return n, err
		}
		if d.narrow {
			for i, x := range dst[n : n+got] {
				dst[n+i] = int64(int32(x))
			}
		}
		n += got
	}
	return n, nil
}

// open begins a page. Numbers of page types and encodings are those of
// parquet.thrift; arrow keeps its names for them internal.
func (d *deltaColumn) open(p file.Page) error {
	const dataPage, dataPageV2, deltaBinaryPacked = 0, 3, 5
	if t := int(p.Type()); t != dataPage && t != dataPageV2 {
		return fmt.Errorf("a page of type %d among numbers", t)
	}
	if e := int(p.Encoding()); e != deltaBinaryPacked {
		return fmt.Errorf("a page of encoding %d among those of %d", e, deltaBinaryPacked)
	}
	if err := d.page.open(p.Data()); err != nil {
		return err
	}
	if d.page.left != int(p.NumValues()) {
		return fmt.Errorf("a page of %d values says that it has %d", d.page.left, p.NumValues())
	}
	return nil
}

// deltaPage is one page while it is decoded: a first value, then blocks of
// differences. A block has the least difference and some miniblocks, each of
// which has differences from that in its own number of bits.
type deltaPage struct {
	data   []byte // what is not decoded yet
	left   int    // values that are not read yet
	coming int    // of these, values that are not decoded yet, without the first
	minis  int    // miniblocks in a block
	size   int    // values in a miniblock
	last   int64  // the value before
	began  bool   // the first value was read
	least  int64  // of the block's differences
	widths []byte // bits of a difference, of the miniblocks to come in the block
	ready  []int64
	buffer []int64 // for ready: what of a miniblock was decoded and not read
	padded []byte  // the end of a page, with room to read beyond it
}

var errDelta = errors.New("a page of numbers is broken")

// miniMost is the most values of a miniblock that we take; writers have 32.
const miniMost = 1 << 12

// open reads the head of a page.
func (p *deltaPage) open(data []byte) error {
	p.data = data
	block, count, minis := p.varint(), p.varint(), uint64(0)
	minis, count = count, p.varint()
	p.last = unzigzag(p.varint())
	if p.data == nil || minis == 0 || block%minis != 0 || block/minis%32 != 0 || block/minis == 0 || block/minis > miniMost ||
		minis > miniMost || count > 1<<31 {
		return errDelta
	}
	p.minis, p.size, p.left = int(minis), int(block/minis), int(count)
	p.coming, p.began, p.widths, p.ready = max(0, p.left-1), false, nil, nil
	return nil
}

// varint reads a number; data is nil once there was none.
func (p *deltaPage) varint() uint64 {
	x, n := binary.Uvarint(p.data)
	if n <= 0 {
		p.data = nil
		return 0
	}
	p.data = p.data[n:]
	return x
}

func unzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// read fills dst with the next values, as far as the page has them.
func (p *deltaPage) read(dst []int64) (n int, err error) {
	dst = dst[:min(len(dst), p.left)]
	if !p.began && len(dst) > 0 {
		p.began = true
		dst[0], n = p.last, 1
	}
	for n < len(dst) {
		if len(p.ready) > 0 {
			k := copy(dst[n:], p.ready)
			p.ready = p.ready[k:]
			n += k
			continue
		}
		if len(dst)-n >= p.size {
			err = p.miniblock(dst[n : n+p.size])
			n += p.size
		} else {
			p.buffer = sized(p.buffer, p.size)
			p.ready = p.buffer
			err = p.miniblock(p.ready)
		}
		if err != nil {
			return 0, err
		}
	}
	p.left -= n
	return n, nil
}

// miniblock decodes the next miniblock into dst, which has its size.
func (p *deltaPage) miniblock(dst []int64) error {
	if len(p.widths) == 0 {
		p.least = unzigzag(p.varint())
		if len(p.data) < p.minis {
			return errDelta
		}
		p.widths, p.data = p.data[:p.minis], p.data[p.minis:]
	}
	width := int(p.widths[0])
	p.widths = p.widths[1:]
	if width > 64 {
		return errDelta
	}
	bytes := width * len(dst) / 8
	const beyond = 8 // what unpacking may read behind the last difference
	from := p.data
	// The last miniblock of a page may lack the bytes of values that are not.
	needed := (width*min(len(dst), p.coming) + 7) / 8
	if len(from) < needed {
		return errDelta
	}
	p.coming -= min(len(dst), p.coming)
	if len(from) < bytes+beyond {
		p.padded = append(append(p.padded[:0], from[:min(len(from), bytes)]...), make([]byte, bytes+beyond)...)
		from = p.padded
	}
	p.data = p.data[min(bytes, len(p.data)):]
	p.last = unpack(dst, from, width, p.least, p.last)
	return nil
}

// unpack adds up differences of a number of bits, each to the least and to the
// value before, and returns the last value.
func unpack(dst []int64, from []byte, width int, least, last int64) int64 {
	mask := uint64(1)<<width - 1 // all ones for 64, as Go shifts 1 out
	switch {
	case width == 0:
		for i := range dst {
			last += least
			dst[i] = last
		}
	case width <= 56: // within eight bytes, wherever in a byte it begins
		for i, bit := 0, 0; i < len(dst); i, bit = i+1, bit+width {
			last += least + int64(binary.LittleEndian.Uint64(from[bit>>3:])>>(bit&7)&mask)
			dst[i] = last
		}
	default:
		for i, bit := 0, 0; i < len(dst); i, bit = i+1, bit+width {
			x := binary.LittleEndian.Uint64(from[bit>>3:]) >> (bit & 7)
			if shift := 64 - bit&7; shift < 64 {
				x |= uint64(from[bit>>3+8]) << shift
			}
			last += least + int64(x&mask)
			dst[i] = last
		}
	}
	return last
}
