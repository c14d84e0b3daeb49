package wire

import "strconv"

// Types of columns besides those that arguments have.
const (
	typeShort     = 2
	typeLong      = 3
	typeFloat     = 4
	typeTimestamp = 7
	typeInt24     = 9
	typeDate      = 10
	typeTime      = 11
	typeDateTime  = 12
	typeYear      = 13
	typeNewDate   = 14
	typeVarchar   = 15
	typeBit       = 16

	typeDecimal    = 0
	typeFirstTexts = 242 // vector; then JSON to geometry, but for two
	typeInvalid    = 243
	typeBool       = 244
)

// texts tells whether the column's values are a length and bytes.
func (of column) texts() bool {
	switch of.kind {
	case typeDecimal, typeVarchar, typeBit:
		return true
	case typeInvalid, typeBool:
		return false
	}
	return of.kind >= typeFirstTexts
}

// integer reads a number in the width of its type. One beyond the int64s is
// negative.
func (of column) integer(c *cursor) int64 {
	var n uint64
	bits := 64
	switch of.kind {
	case typeTiny:
		n, bits = uint64(c.byte()), 8
	case typeShort, typeYear:
		n, bits = uint64(c.uint16()), 16
	case typeInt24, typeLong: // in binary, 24 bits have 32
		n, bits = uint64(c.uint32()), 32
	default:
		n = c.uint64()
	}
	if of.unsigned {
		return int64(n)
	}
	spare := 64 - bits
	return int64(n<<spare) >> spare // the sign goes on into the upper bits
}

// appendInstant writes a date, an instant or a span of time as the text
// protocol has it: 2026-11-30, 2026-11-30 22:15:00.123456, -838:59:59. In
// binary, trailing parts that are zero may be missing.
func (of column) appendInstant(dst, b []byte) ([]byte, error) {
	digits := of.decimals
	if digits == 31 || of.kind == typeDate {
		digits = 0 // none are defined
	}
	if digits > 6 {
		return dst, &MalformedError{"a fraction of a second with more than six digits"}
	}
	c := cursor{rest: b}
	if of.kind == typeTime {
		if n := len(b); n != 0 && n != 8 && n != 12 {
			return dst, &MalformedError{"a time of " + strconv.Itoa(n) + " bytes"}
		}
		if c.byte() == 1 {
			dst = append(dst, '-')
		}
		// Days are apart in binary; in text they are hours, up to 838.
		hours := int64(c.uint32())*24 + int64(c.byte())
		if hours < 10 {
			dst = append(dst, '0')
		}
		return appendMinutes(strconv.AppendInt(dst, hours, 10), &c, digits), nil
	}
	if n := len(b); n != 0 && n != 4 && n != 7 && n != 11 {
		return dst, &MalformedError{"a date of " + strconv.Itoa(n) + " bytes"}
	}
	dst = appendDigits(dst, uint32(c.uint16()), 4)
	dst = appendDigits(append(dst, '-'), uint32(c.byte()), 2)
	dst = appendDigits(append(dst, '-'), uint32(c.byte()), 2)
	if of.kind == typeDate {
		return dst, nil
	}
	dst = appendDigits(append(dst, ' '), uint32(c.byte()), 2)
	return appendMinutes(dst, &c, digits), nil
}

// appendMinutes writes minutes, seconds and so many digits of the fraction.
func appendMinutes(dst []byte, c *cursor, digits byte) []byte {
	dst = appendDigits(append(dst, ':'), uint32(c.byte()), 2)
	dst = appendDigits(append(dst, ':'), uint32(c.byte()), 2)
	if digits == 0 {
		return dst
	}
	dst = appendDigits(append(dst, '.'), c.uint32(), 6)
	return dst[:len(dst)-6+int(digits)]
}

// appendDigits writes the last width digits of n.
func appendDigits(dst []byte, n uint32, width int) []byte {
	start := len(dst)
	for range width {
		dst = append(dst, '0')
	}
	for i := len(dst) - 1; i >= start; i-- {
		dst[i] = '0' + byte(n%10)
		n /= 10
	}
	return dst
}
