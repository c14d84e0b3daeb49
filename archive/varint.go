package archive

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// How the values of a column stand in a journal. Most columns of a worker's
// batch do not change, and the others change by little.
const (
	constant = iota // one value for all rows
	deltas          // each value less the one before, the first less 0
)

// appendInts appends the values of a column: one byte that says how, then
// zigzag varints.
func appendInts(buf []byte, ints []int64) []byte {
	if !slices.ContainsFunc(ints, func(x int64) bool { return x != ints[0] }) {
		return binary.AppendVarint(append(buf, constant), ints[0])
	}
	buf = slices.Grow(append(buf, deltas), len(ints)*binary.MaxVarintLen64)
	at, room, last := len(buf), buf[:cap(buf)], int64(0)
	for _, x := range ints {
		d := x - last
		last = x
		z := uint64(d<<1) ^ uint64(d>>63)
		for z >= 0x80 {
			room[at] = byte(z) | 0x80
			z >>= 7
			at++
		}
		room[at] = byte(z)
		at++
	}
	return room[:at]
}

// appendFloats appends the values of a column of doubles as they are.
func appendFloats(buf []byte, floats []float64) []byte {
	for _, x := range floats {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x))
	}
	return buf
}

// cursor takes a frame of a journal apart. After the first error everything
// is zero.
type cursor struct {
	data []byte
	err  error
}

// errFrame is a frame whose checksum is right and whose content is not, as
// if another program had written it.
var errFrame = errors.New("the journal has a frame that means nothing")

func (c *cursor) fail() { c.data, c.err = nil, errFrame }

// number takes a number from 0 to most.
func (c *cursor) number(most int) int {
	x, n := binary.Uvarint(c.data)
	if n <= 0 || x > uint64(most) {
		c.fail()
		return 0
	}
	c.data = c.data[n:]
	return int(x)
}

// text takes bytes with their number before them.
func (c *cursor) text() string {
	n := c.number(len(c.data))
	if n > len(c.data) { // now that the number is taken
		c.fail()
		return ""
	}
	s := string(c.data[:n])
	c.data = c.data[n:]
	return s
}

// integer takes a signed number.
func (c *cursor) integer() int64 {
	x, n := binary.Varint(c.data)
	if n <= 0 {
		c.fail()
		return 0
	}
	c.data = c.data[n:]
	return x
}

// ints takes the values of a column.
func (c *cursor) ints(into []int64) {
	form := c.number(deltas)
	last := int64(0)
	for i := range into {
		if i == 0 || form == deltas {
			last += c.integer()
		}
		into[i] = last
	}
}

// floats takes the values of a column of doubles.
func (c *cursor) floats(into []float64) {
	if len(c.data) < 8*len(into) {
		c.fail()
		return
	}
	for i := range into {
		into[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.data[8*i:]))
	}
	c.data = c.data[8*len(into):]
}
