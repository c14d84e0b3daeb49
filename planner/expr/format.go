package expr

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// verb is one %… of a format.
type verb struct {
	char  byte // d, s, f or %
	left  bool // -: pad at the right
	zero  bool // 0: pad numbers with zeros after the sign
	plus  bool // +: a sign also for numbers from 0
	width int
	prec  int // digits after the point of %f, characters of %s; -1 if not given
}

// maxWidth bounds widths and precisions, which a format could otherwise use
// to make a text of any size.
const maxWidth = 1024

// nextVerb reads the verb after a % at the start of s and tells its length;
// 0 if there is none that this package knows.
func nextVerb(s string) (v verb, size int) {
	v.prec = -1
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			v.left = true
			continue
		case '0':
			v.zero = true
			continue
		case '+':
			v.plus = true
			continue
		}
		break
	}
	v.width, i = digits(s, i)
	if i < len(s) && s[i] == '.' {
		v.prec, i = digits(s, i+1)
	}
	if i == len(s) || v.width > maxWidth || v.prec > maxWidth {
		return v, 0
	}
	switch v.char = s[i]; v.char {
	case 'd', 's', 'f':
		return v, i + 1
	case '%':
		if i == 0 {
			return v, 1
		}
	}
	return v, 0
}

// digits reads digits of s from i. Numbers stop growing past maxWidth.
func digits(s string, i int) (n, next int) {
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = min(n*10+int(s[i]-'0'), maxWidth+1)
	}
	return n, i
}

// FormatVerbs lists the verbs of a format in order, each 'd', 's' or 'f',
// without %%. It is not ok if the format has a % that begins none: only
// %[-+0][width][.precision] before d, s, f, and %%, are understood, with
// width and precision up to 1024.
func FormatVerbs(text string) (verbs []byte, ok bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		v, size := nextVerb(text[i+1:])
		if size == 0 {
			return verbs, false
		}
		if v.char != '%' {
			verbs = append(verbs, v.char)
		}
		i += size
	}
	return verbs, true
}

// format fills in text, which Check has found right, as C's printf does. %d
// takes a Float toward zero; %s takes any kind.
func format(dst *Value, text string, args []Value, env *Env) error {
	out := env.tail()
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out = append(out, text[i])
			continue
		}
		v, size := nextVerb(text[i+1:])
		i += size
		if v.char == '%' {
			out = append(out, '%')
			continue
		}
		var err error
		if out, err = v.append(out, &args[0]); err != nil {
			return err
		}
		args = args[1:]
		if len(out) > MaxText {
			return ErrSize
		}
	}
	dst.setText(env.keep(out))
	return nil
}

// append writes one operand, which it may convert, and then pads it in place.
func (v verb) append(dst []byte, arg *Value) ([]byte, error) {
	start := len(dst)
	switch v.char {
	case 's':
		dst = arg.Append(dst)
		if v.prec >= 0 {
			dst = dst[:start+prefix(dst[start:], v.prec)]
		}
		return v.pad(dst, start, false), nil
	case 'd':
		if err := arg.toInt(); err != nil {
			return dst, err
		}
		dst = strconv.AppendInt(v.sign(dst, arg.Int < 0), arg.Int, 10)
	case 'f':
		if err := arg.toFloat(); err != nil {
			return dst, err
		}
		dst = strconv.AppendFloat(v.sign(dst, math.Signbit(arg.Float)), arg.Float, 'f', v.precision(), 64)
	}
	return v.pad(dst, start, v.zero), nil
}

// sign writes the + that %+d wants before numbers that have no sign.
func (v verb) sign(dst []byte, negative bool) []byte {
	if v.plus && !negative {
		return append(dst, '+')
	}
	return dst
}

// precision is that of %f: six digits unless given.
func (v verb) precision() int {
	if v.prec < 0 {
		return 6
	}
	return v.prec
}

// prefix is the number of bytes in the first n characters of text.
func prefix(text []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(text); n-- {
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return i
}

// pad brings dst[start:] to the width in characters.
func (v verb) pad(dst []byte, start int, zero bool) []byte {
	missing := v.width - utf8.RuneCount(dst[start:])
	if missing <= 0 {
		return dst
	}
	fill := byte(' ')
	if zero && !v.left {
		fill = '0'
		if c := dst[start]; c == '-' || c == '+' {
			start++
		}
	}
	end := len(dst)
	for range missing {
		dst = append(dst, fill)
	}
	if !v.left {
		copy(dst[start+missing:], dst[start:end])
		for i := range missing {
			dst[start+i] = fill
		}
	}
	return dst
}
