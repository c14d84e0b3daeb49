package expr

import (
	"unicode"
	"unicode/utf8"
)

// tail is the free end of the arena, to append a text of unknown length to;
// keep then makes it part of the arena. Nothing else may be made in between.
func (env *Env) tail() []byte { return env.arena[len(env.arena):] }

// keep gives text, which was appended to tail, a place until Reset. If it
// outgrew the arena it is moved once and the arena is larger from then on.
func (env *Env) keep(text []byte) []byte {
	start, n := len(env.arena), len(text)
	if n <= cap(env.arena)-start {
		env.arena = env.arena[:start+n]
		return env.arena[start : start+n : start+n]
	}
	kept := env.Alloc(n)
	copy(kept, text)
	return kept
}

// textUnary is the functions of one text; string takes any kind.
func (v *Value) textUnary(op Op, env *Env) error {
	if op == OpString {
		v.setText(env.keep(v.Append(env.tail())))
		return nil
	}
	if !v.text() {
		return ErrKind
	}
	switch op {
	case OpLength:
		v.setInt(int64(len(v.Text)))
	case OpLower:
		v.setText(env.keep(mapRunes(env.tail(), v.Text, unicode.ToLower)))
	case OpUpper:
		v.setText(env.keep(mapRunes(env.tail(), v.Text, unicode.ToUpper)))
	default:
		return ErrKind
	}
	return nil
}

// mapRunes appends src with each character mapped; bytes that are not UTF-8
// stay as they are.
func mapRunes(dst, src []byte, change func(rune) rune) []byte {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			dst = append(dst, src[i])
		} else {
			dst = utf8.AppendRune(dst, change(r))
		}
		i += size
	}
	return dst
}

// concat joins operands as text, Null as nothing.
func concat(dst *Value, args []Value, env *Env) error {
	text := env.tail()
	for i := range args {
		v := &args[i]
		if v.Kind == Null {
			continue
		}
		if len(text)+len(v.Text) > MaxText {
			return ErrSize
		}
		text = v.Append(text)
	}
	dst.setText(env.keep(text))
	return nil
}

// substr takes args text, offset and length as HCL's function does, but in
// bytes: an offset below 0 counts from the end, a length below 0 means the
// rest, and what lies outside of the text is left out.
func substr(dst *Value, args []Value) error {
	v, offset, length := &args[0], &args[1], &args[2]
	if !v.text() || offset.Kind != Int || length.Kind != Int {
		return ErrKind
	}
	size := int64(len(v.Text))
	from := offset.Int
	if from < 0 {
		from = max(from+size, 0)
	}
	from = min(from, size)
	to := size
	if length.Int >= 0 && length.Int < size-from {
		to = from + length.Int
	}
	*dst = Value{Kind: v.Kind, Text: v.Text[from:to]}
	return nil
}
