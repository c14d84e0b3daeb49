package expr

import (
	"math"
	"strconv"
)

// finite puts f into v. Infinities and NaN are errors, since neither MySQL
// nor MariaDB stores one.
func (v *Value) finite(f float64) error {
	switch {
	case math.IsNaN(f):
		return ErrDomain
	case math.IsInf(f, 0):
		return ErrOverflow
	}
	v.setFloat(f)
	return nil
}

// truncate puts the whole part of f into v; NaN is out of range like what is too
// large. The least int64 is a float64, the greatest is not.
func (v *Value) truncate(f float64) error {
	f = math.Trunc(f)
	if !(f >= -1<<63 && f < 1<<63) {
		return ErrOverflow
	}
	v.setInt(int64(f))
	return nil
}

// toInt is int(v): toward zero from a Float, 0 or 1 from a Bool, read in
// decimal from a text.
func (v *Value) toInt() error {
	switch v.Kind {
	case Int:
		return nil
	case Bool:
		v.Kind = Int
		return nil
	case Float:
		return v.truncate(v.Float)
	case String:
		if n, err := strconv.ParseInt(string(v.Text), 10, 64); err == nil {
			v.setInt(n)
			return nil
		}
		if err := v.toFloat(); err != nil {
			return err
		}
		return v.truncate(v.Float)
	}
	return ErrKind
}

// toFloat is float(v), with the same rules.
func (v *Value) toFloat() error {
	switch v.Kind {
	case Float:
		return nil
	case Int, Bool:
		v.setFloat(float64(v.Int))
		return nil
	case String:
		f, err := strconv.ParseFloat(string(v.Text), 64)
		if err != nil {
			return ErrKind
		}
		return v.finite(f)
	}
	return ErrKind
}
