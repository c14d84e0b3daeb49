package expr

import (
	"math"
	"strconv"
)

// truncate makes an Int of f's whole part.
func truncate(f float64) (Value, error) {
	if !(f >= -1<<63 && f < 1<<63) {
		return Value{}, ErrOverflow
	}
	return IntValue(int64(f)), nil
}

// toInt is int(v): toward zero from a Float, 0 or 1 from a Bool, read in
// decimal from a text.
func toInt(v Value) (Value, error) {
	switch v.Kind {
	case Int:
		return v, nil
	case Bool:
		return IntValue(v.Int), nil
	case Float:
		return truncate(math.Trunc(v.Float))
	case String:
		if n, err := strconv.ParseInt(string(v.Text), 10, 64); err == nil {
			return IntValue(n), nil
		}
		f, err := toFloat(v)
		if err != nil {
			return Value{}, err
		}
		return truncate(math.Trunc(f.Float))
	}
	return Value{}, ErrKind
}

// toFloat is float(v), with the same rules.
func toFloat(v Value) (Value, error) {
	switch v.Kind {
	case Float:
		return v, nil
	case Int, Bool:
		return FloatValue(float64(v.Int)), nil
	case String:
		f, err := strconv.ParseFloat(string(v.Text), 64)
		if err != nil {
			return Value{}, ErrKind
		}
		return finite(f)
	}
	return Value{}, ErrKind
}
