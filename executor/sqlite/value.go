package sqlite

import (
	"encoding/hex"
	"errors"
	"math"
	"strconv"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"modernc.org/libc"
	"modernc.org/sqlite/lib"
)

// bind hands over the arguments. Their texts are first copied to one block,
// which stays as it is until the next bind; the values themselves are
// borrowed from a worker that goes on using their memory.
func (s *session) bind(handle uintptr, args []expr.Value) *driver.Error {
	s.joined, s.ends = s.joined[:0], s.ends[:0]
	for i := range args {
		switch args[i].Kind {
		case expr.String, expr.Bytes, expr.Time:
			s.joined = args[i].Append(s.joined)
		}
		s.ends = append(s.ends, len(s.joined))
	}
	// One byte more, so that an empty text, too, has an address.
	copy(s.bound.hold(s.tls, len(s.joined)+1), s.joined)
	start := 0
	for i := range args {
		at, length := s.bound.at+uintptr(start), int32(s.ends[i]-start)
		if rc := s.bindOne(handle, int32(i+1), &args[i], at, length); rc != sqlite3.SQLITE_OK {
			return s.failure(rc)
		}
		start = s.ends[i]
	}
	return nil
}

// bindOne binds argument i, from 1; its text, if any, is at the address given.
func (s *session) bindOne(handle uintptr, i int32, v *expr.Value, at uintptr, length int32) (rc int32) {
	switch v.Kind {
	case expr.Int, expr.Bool:
		return sqlite3.Xsqlite3_bind_int64(s.tls, handle, i, v.Int)
	case expr.Float:
		return sqlite3.Xsqlite3_bind_double(s.tls, handle, i, v.Float)
	case expr.String, expr.Time:
		return sqlite3.Xsqlite3_bind_text(s.tls, handle, i, at, length, sqlite3.SQLITE_STATIC)
	case expr.Bytes:
		return sqlite3.Xsqlite3_bind_blob(s.tls, handle, i, at, length, sqlite3.SQLITE_STATIC)
	}
	return sqlite3.Xsqlite3_bind_null(s.tls, handle, i)
}

// readRow decodes the leading columns of the current row into res.Row.
func (s *session) readRow(one *prepared, reads []expr.Kind, res *driver.Result) *driver.Error {
	for i, want := range reads {
		if i >= one.columns {
			return driver.TooFewColumns(one.columns, len(reads))
		}
		v, err := s.column(one.handle, int32(i), want)
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

// column converts one column of the current row. SQLite's types belong to
// values, not columns.
func (s *session) column(handle uintptr, i int32, want expr.Kind) (expr.Value, error) {
	switch sqlite3.Xsqlite3_column_type(s.tls, handle, i) {
	case sqlite3.SQLITE_INTEGER:
		return driver.FromInt(sqlite3.Xsqlite3_column_int64(s.tls, handle, i), want, &s.text)
	case sqlite3.SQLITE_FLOAT:
		return driver.FromFloat(sqlite3.Xsqlite3_column_double(s.tls, handle, i), want, &s.text)
	case sqlite3.SQLITE_TEXT, sqlite3.SQLITE_BLOB:
		// Asked as a blob, a text comes as it is stored: the files are UTF-8.
		// It is copied, since the next step frees it.
		start := len(s.text)
		at := sqlite3.Xsqlite3_column_blob(s.tls, handle, i)
		if n := int(sqlite3.Xsqlite3_column_bytes(s.tls, handle, i)); n > 0 {
			s.text = append(s.text, libc.GoBytes(at, n)...)
		}
		return driver.FromText(s.text[start:], want)
	}
	return expr.Value{}, nil
}

// rowBytes is the size of the current row's values: of text and blobs their
// length, of numbers eight. The types are asked first, because asking for the
// length of a number would convert it to text.
func (s *session) rowBytes(one *prepared) int64 {
	var size int64
	for i := range int32(one.columns) {
		switch sqlite3.Xsqlite3_column_type(s.tls, one.handle, i) {
		case sqlite3.SQLITE_TEXT, sqlite3.SQLITE_BLOB:
			size += int64(sqlite3.Xsqlite3_column_bytes(s.tls, one.handle, i))
		case sqlite3.SQLITE_INTEGER, sqlite3.SQLITE_FLOAT:
			size += 8
		}
	}
	return size
}

// AppendLiteral writes v as a literal of SQLite: text quoted with its quotes
// doubled, or as a cast blob if it holds a NUL, at which a text literal ends;
// infinities as numbers out of range, which read back as such; NaN as NULL,
// as SQLite stores it.
func (s *session) AppendLiteral(dst []byte, v expr.Value) []byte {
	switch v.Kind {
	case expr.String:
		return appendText(dst, v.Text)
	case expr.Bytes:
		return appendHex(dst, v.Text)
	case expr.Bool:
		return strconv.AppendInt(dst, v.Int, 10)
	case expr.Float:
		return appendFloat(dst, v)
	case expr.Time:
		return append(v.Append(append(dst, '\'')), '\'')
	}
	return v.Append(dst)
}

// appendText starts over in hexadecimal when it meets a NUL.
func appendText(dst, text []byte) []byte {
	start := len(dst)
	dst = append(dst, '\'')
	for _, c := range text {
		switch c {
		case 0:
			dst = append(dst[:start], "CAST("...)
			return append(appendHex(dst, text), " AS TEXT)"...)
		case '\'':
			dst = append(dst, '\'')
		}
		dst = append(dst, c)
	}
	return append(dst, '\'')
}

// appendHex writes a blob literal, x'…'.
func appendHex(dst, b []byte) []byte {
	return append(hex.AppendEncode(append(dst, "x'"...), b), '\'')
}

// appendFloat writes a literal that SQLite reads as REAL.
func appendFloat(dst []byte, v expr.Value) []byte {
	switch {
	case math.IsNaN(v.Float):
		return append(dst, "NULL"...)
	case math.IsInf(v.Float, 1):
		return append(dst, "9e999"...)
	case math.IsInf(v.Float, -1):
		return append(dst, "-9e999"...)
	case v.Float == math.Trunc(v.Float) && math.Abs(v.Float) < 1<<53:
		return append(v.Append(dst), ".0"...) // a REAL, as when bound
	}
	return v.Append(dst)
}
