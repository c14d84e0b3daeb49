package driver

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/assay-bench/assay/planner/expr"
)

// The functions below make the values of Result.Row from what a database
// sent, so that every driver gives the same value for the same answer. A
// number that does not fit, or text that does not read as the kind wanted, is
// an *Error with CodeValue: reading 0 instead would silently change the work.

// Exact integers of a float64 end here: the next float64 is 2^63.
const beyondInt = 1 << 63

// FromInt converts an integer. Time is taken as Unix seconds; String and
// Bytes are appended to *text, from which the value borrows.
func FromInt(n int64, want expr.Kind, text *[]byte) (expr.Value, error) {
	switch want {
	case expr.Int:
		return expr.IntValue(n), nil
	case expr.Float:
		return expr.FloatValue(float64(n)), nil
	case expr.Bool:
		return expr.BoolValue(n != 0), nil
	case expr.Time:
		return expr.Value{Kind: expr.Time, Int: n * int64(time.Second/time.Microsecond)}, nil
	case expr.String, expr.Bytes:
		start := len(*text)
		*text = strconv.AppendInt(*text, n, 10)
		return expr.Value{Kind: want, Text: (*text)[start:]}, nil
	}
	return expr.Value{}, unfit(want, strconv.FormatInt(n, 10))
}

// FromFloat converts a floating point number; an Int is made only of a whole
// number in range.
func FromFloat(f float64, want expr.Kind, text *[]byte) (expr.Value, error) {
	switch want {
	case expr.Float:
		return expr.FloatValue(f), nil
	case expr.Bool:
		return expr.BoolValue(f != 0), nil
	case expr.Int:
		if f == math.Trunc(f) && f >= -beyondInt && f < beyondInt {
			return expr.IntValue(int64(f)), nil
		}
	case expr.String, expr.Bytes:
		start := len(*text)
		*text = expr.FloatValue(f).Append(*text)
		return expr.Value{Kind: want, Text: (*text)[start:]}, nil
	}
	return expr.Value{}, unfit(want, strconv.FormatFloat(f, 'g', -1, 64))
}

// FromText converts text, which is also how decimals and, in MySQL's text
// protocol, instants arrive. String and Bytes borrow from b.
func FromText(b []byte, want expr.Kind) (expr.Value, error) {
	switch want {
	case expr.String, expr.Bytes:
		return expr.Value{Kind: want, Text: b}, nil
	case expr.Int, expr.Bool:
		return intFromText(b, want)
	case expr.Float:
		if f, err := strconv.ParseFloat(string(b), 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return expr.FloatValue(f), nil
		}
	case expr.Time:
		for _, layout := range []string{time.DateTime, time.DateOnly} {
			// A fraction of a second is accepted after the seconds of any layout.
			if t, err := time.Parse(layout, string(b)); err == nil {
				return expr.TimeValue(t), nil
			}
		}
	}
	return expr.Value{}, unfit(want, string(b))
}

// intFromText reads an integer, also one written as a decimal: SUM over an
// integer column is a DECIMAL.
func intFromText(b []byte, want expr.Kind) (expr.Value, error) {
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err == nil {
		return FromInt(n, want, nil)
	}
	f, floatErr := strconv.ParseFloat(string(b), 64)
	if errors.Is(err, strconv.ErrRange) || floatErr != nil {
		return expr.Value{}, unfit(want, string(b))
	}
	return FromFloat(f, want, nil)
}

// unfit is the failure of a value that is not of the kind wanted.
func unfit(want expr.Kind, got string) *Error {
	const most = 64 // bytes of the value worth showing
	if len(got) > most {
		got = got[:most] + "…"
	}
	return &Error{Code: CodeValue, Message: fmt.Sprintf("the answer's first row has %q where the query reads a value of kind %s", got, want)}
}
