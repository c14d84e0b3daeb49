package mysql

import (
	"errors"
	"math"
	"strconv"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// none is a text of no bytes that is not NULL, as a nil slice would be.
var none = []byte{}

// bind puts the arguments into s.args. Numbers and texts go over the wire in
// binary; an instant goes as text, which spares the module's time.Time.
func (s *session) bind(args []expr.Value) {
	s.args, s.sent = s.args[:0], s.sent[:0]
	for i := range args {
		v := &args[i]
		switch v.Kind {
		case expr.Int:
			s.args = append(s.args, v.Int)
		case expr.Float:
			s.args = append(s.args, v.Float)
		case expr.Bool:
			s.args = append(s.args, v.Int != 0)
		case expr.String, expr.Bytes:
			if v.Text == nil {
				s.args = append(s.args, none)
			} else {
				s.args = append(s.args, v.Text)
			}
		case expr.Time:
			start := len(s.sent)
			s.sent = v.Append(s.sent)
			s.args = append(s.args, s.sent[start:])
		default:
			s.args = append(s.args, nil)
		}
	}
}

// readRow decodes the leading columns of s.dest into res.Row. Text is copied:
// the module's lives until the next row only.
func (s *session) readRow(reads []expr.Kind, res *driver.Result) *driver.Error {
	if len(reads) > len(s.dest) {
		return driver.TooFewColumns(len(s.dest), len(reads))
	}
	for i, want := range reads {
		v, err := s.column(i, want)
		if err != nil {
			res.Row = res.Row[:0]
			var misfit *driver.Error
			errors.As(err, &misfit)
			return misfit
		}
		res.Row = append(res.Row, v)
	}
	return nil
}

// column converts what the module has made of a column: decimals, and in the
// text protocol more, arrive as text.
func (s *session) column(i int, want expr.Kind) (expr.Value, error) {
	switch v := s.dest[i].(type) {
	case int64:
		return driver.FromInt(v, want, &s.text)
	case uint64:
		// Only the text protocol gives these; in binary, integers above the
		// int64s arrive as text.
		if v <= math.MaxInt64 {
			return driver.FromInt(int64(v), want, &s.text)
		}
		return s.copied(strconv.AppendUint(nil, v, 10), want)
	case float64:
		return driver.FromFloat(v, want, &s.text)
	case float32:
		return driver.FromFloat(float64(v), want, &s.text)
	case []byte:
		return s.copied(v, want)
	}
	return expr.Value{}, nil
}

// copied keeps a text of the module's until the next statement.
func (s *session) copied(b []byte, want expr.Kind) (expr.Value, error) {
	start := len(s.text)
	s.text = append(s.text, b...)
	return driver.FromText(s.text[start:], want)
}

// AppendLiteral writes v as a literal that the session's server reads as the
// same value.
func (s *session) AppendLiteral(dst []byte, v expr.Value) []byte {
	return s.lexis.appendLiteral(dst, &v)
}
