package expr

import (
	"bytes"
	"cmp"
	"math"
)

// equal is eq and ne. Null equals Null and nothing else, as null does in HCL:
// `query.q.x == null` is how an author asks whether a column was NULL.
func equal(a, b Value, want bool) (Value, error) {
	if a.Kind == Null || b.Kind == Null {
		return BoolValue((a.Kind == b.Kind) == want), nil
	}
	c, err := compare(a, b)
	if err != nil {
		return Value{}, err
	}
	return BoolValue((c == 0) == want), nil
}

// ordered is the four comparisons by size; Null beside anything gives Null.
func ordered(op Op, a, b Value) (Value, error) {
	if a.Kind == Null || b.Kind == Null {
		return Value{}, nil
	}
	c, err := compare(a, b)
	if err != nil {
		return Value{}, err
	}
	switch op {
	case OpLt:
		return BoolValue(c < 0), nil
	case OpLe:
		return BoolValue(c <= 0), nil
	case OpGt:
		return BoolValue(c > 0), nil
	}
	return BoolValue(c >= 0), nil
}

// compare orders two values of one kind, or two numbers, or two texts by
// their bytes.
func compare(a, b Value) (int, error) {
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
func extreme(args []Value, side int) (Value, error) {
	best, isReal := args[0], false
	for _, v := range args {
		if !v.number() {
			return Value{}, ErrKind
		}
		isReal = isReal || v.Kind == Float
		if c, _ := compare(v, best); c == side {
			best = v
		}
	}
	if isReal {
		return FloatValue(best.AsFloat()), nil
	}
	return best, nil
}
