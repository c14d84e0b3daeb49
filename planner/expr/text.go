package expr

import (
	"unicode"
	"unicode/utf8"
)

// text tells whether v holds text, readable or binary.
func (v Value) text() bool { return v.Kind == String || v.Kind == Bytes }

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

// textOf is the functions of one text.
func textOf(op Op, v Value, env *Env) (Value, error) {
	if op == OpString {
		if v.Kind == String {
			return v, nil
		}
		return TextValue(env.keep(v.Append(env.tail()))), nil
	}
	if !v.text() {
		return Value{}, ErrKind
	}
	switch op {
	case OpLength:
		return IntValue(int64(len(v.Text))), nil
	case OpLower:
		return TextValue(env.keep(mapRunes(env.tail(), v.Text, unicode.ToLower))), nil
	}
	return TextValue(env.keep(mapRunes(env.tail(), v.Text, unicode.ToUpper))), nil
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
func concat(args []Value, env *Env) (Value, error) {
	dst := env.tail()
	for _, v := range args {
		if v.Kind == Null {
			continue
		}
		if len(dst)+len(v.Text) > MaxText {
			return Value{}, ErrSize
		}
		dst = v.Append(dst)
	}
	return TextValue(env.keep(dst)), nil
}

// substr takes args text, offset and length as HCL's function does, but in
// bytes: an offset below 0 counts from the end, a length below 0 means the
// rest, and what lies outside of the text is left out.
func substr(args []Value) (Value, error) {
	v, offset, length := args[0], args[1], args[2]
	if !v.text() || offset.Kind != Int || length.Kind != Int {
		return Value{}, ErrKind
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
	v.Text = v.Text[from:to]
	return v, nil
}
