package expr

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Kind is the static type of an expression and the dynamic type of a Value.
// Only Null is never a static type.
type Kind uint8

// The kinds. Their names in a plan are those of Kind.String.
const (
	Null   Kind = iota
	Int         // int64
	Float       // float64
	Bool        // 0 or 1 in Value.Int
	String      // text in Value.Text
	Bytes       // binary in Value.Text
	Time        // an instant: Unix microseconds, UTC, in Value.Int
)

var kindNames = [...]string{"null", "int", "float", "bool", "string", "bytes", "time"}

// String is the kind's name in plans and messages.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// MarshalText and UnmarshalText write a kind by name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown kind %q", text)
}

// Value is one value at draw time. Text is borrowed: it is valid until the
// Env that made it is reset, so whoever keeps a Value longer copies Text.
type Value struct {
	Kind  Kind
	Int   int64
	Float float64
	Text  []byte
}

// IntValue, FloatValue, BoolValue, TextValue and TimeValue make values without allocation.
func IntValue(n int64) Value { return Value{Kind: Int, Int: n} }

// FloatValue is a floating point number.
func FloatValue(f float64) Value { return Value{Kind: Float, Float: f} }

// BoolValue is a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, Int: 1}
	}
	return Value{Kind: Bool}
}

// TextValue borrows text as a String.
func TextValue(text []byte) Value { return Value{Kind: String, Text: text} }

// TimeValue is an instant with the resolution of a microsecond.
func TimeValue(t time.Time) Value { return Value{Kind: Time, Int: t.UnixMicro()} }

// True tells whether v is the truth value true; Null is not.
func (v Value) True() bool { return v.Kind == Bool && v.Int != 0 }

// AsFloat is the number in v as a float64; 0 if v is no number.
func (v Value) AsFloat() float64 {
	if v.Kind == Float {
		return v.Float
	}
	return float64(v.Int)
}

// timeLayout is how a Time value is written in text: what MySQL, MariaDB and
// SQLite all read as a date and time.
const timeLayout = "2006-01-02 15:04:05.000000"

// Append writes v as plain, unquoted text, as templates and text protocols
// want it: numbers in decimal, floats in the shortest form that reads back
// the same, Null as NULL.
func (v Value) Append(dst []byte) []byte {
	switch v.Kind {
	case Int:
		return strconv.AppendInt(dst, v.Int, 10)
	case Float:
		return appendFloat(dst, v.Float)
	case Bool:
		return strconv.AppendBool(dst, v.Int != 0)
	case String, Bytes:
		return append(dst, v.Text...)
	case Time:
		return time.UnixMicro(v.Int).UTC().AppendFormat(dst, timeLayout)
	}
	return append(dst, "NULL"...)
}

// appendFloat keeps whole floats free of exponents up to 2^53, since a server
// compares 1e+06 and 1000000 as different types.
func appendFloat(dst []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}
