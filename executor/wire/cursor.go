package wire

import "encoding/binary"

// cursor reads a packet from its beginning. Whoever reads beyond the end gets
// zeros, and finds it short.
type cursor struct {
	rest  []byte
	short bool
}

// take gives the next n bytes.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.rest)) {
		c.rest, c.short = nil, true
		return nil
	}
	b := c.rest[:n:n]
	c.rest = c.rest[n:]
	return b
}

// byte, uint16, uint32 and uint64 read numbers whose lowest byte comes first.
func (c *cursor) byte() byte {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) uint16() uint16 {
	if b := c.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) uint32() uint32 {
	if b := c.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) uint64() uint64 {
	if b := c.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// length reads a number of one, three, four or nine bytes; null is the one
// that stands for NULL where a text may be.
func (c *cursor) length() (n uint64, null bool) {
	switch first := c.byte(); first {
	case 0xfb:
		return 0, true
	case 0xfc:
		return uint64(c.uint16()), false
	case 0xfd:
		low := uint64(c.uint16())
		return low | uint64(c.byte())<<16, false
	case 0xfe:
		return c.uint64(), false
	case 0xff:
		c.rest, c.short = nil, true
		return 0, false
	default:
		return uint64(first), false
	}
}

// text reads a length and as many bytes; nil is NULL.
func (c *cursor) text() []byte {
	n, null := c.length()
	if null {
		return nil
	}
	if n == 0 {
		return []byte{}
	}
	return c.take(n)
}
