package expr

import (
	"bytes"
	"cmp"
	"math"
)

// equal is eq and ne. Null equals Null and nothing else, as null does in HCL:
// `query.q.x == null` is how an author asks whether a column was NULL.
func (v *Value) equal(w *Value, want bool) error {
	if v.Kind == Null || w.Kind == Null {
		v.setBool((v.Kind == w.Kind) == want)
		return nil
	}
	c, err := compare(v, w)
	v.setBool((c == 0) == want)
	return err
}

// ordered is the four comparisons by size; Null beside anything gives Null.
func (v *Value) ordered(op Op, w *Value) error {
	if v.Kind == Null || w.Kind == Null {
		*v = Value{}
		return nil
	}
	c, err := compare(v, w)
	switch op {
	case OpLt:
		v.setBool(c < 0)
	case OpLe:
		v.setBool(c <= 0)
	case OpGt:
		v.setBool(c > 0)
	default:
		v.setBool(c >= 0)
	}
	return err
}

// compare orders two values of one kind, or two numbers, or two texts by
// their bytes.
func compare(a, b *Value) (int, error) {
	switch {
	case a.Kind == Int && b.Kind == Float:
		return compareExact(a.Int, b.Float), nil
	case a.Kind == Float && b.Kind == Int:
		return -compareExact(b.Int, a.Float), nil
	case a.text() && b.text():
		return bytes.Compare(a.Text, b.Text), nil
	case a.Kind != b.Kind:
		return 0, ErrKind
	case a.Kind == Float:
		return cmp.Compare(a.Float, b.Float), nil
	}
	return cmp.Compare(a.Int, b.Int), nil
}

// compareExact compares without rounding the integer to a float64, which
// would make 2^53 and 2^53+1 equal.
func compareExact(n int64, f float64) int {
	if f >= 1<<63 {
		return -1
	}
	if f < -1<<63 || math.IsNaN(f) {
		return 1
	}
	whole := math.Trunc(f)
	if c := cmp.Compare(n, int64(whole)); c != 0 {
		return c
	}
	return cmp.Compare(0, f-whole)
}

// extreme is the least (side -1) or greatest (side 1) of some numbers. It is
// a Float if any of them is.
func extreme(dst *Value, args []Value, side int) error {
	best, isFloat := &args[0], false
	for i := range args {
		v := &args[i]
		if !v.number() {
			return ErrKind
		}
		isFloat = isFloat || v.Kind == Float
		if c, _ := compare(v, best); c == side {
			best = v
		}
	}
	*dst = *best
	if isFloat {
		dst.setFloat(best.AsFloat())
	}
	return nil
}
