package archive

import (
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// csvSink writes rows as lines of text.
type csvSink struct {
	columns []outColumn
	to      io.Writer
	buf     []byte
}

// csvBuffer is up to how many bytes are written at once.
const csvBuffer = 256 << 10

// head writes the names of the columns.
func (s *csvSink) head() {
	for i := range s.columns {
		s.separate(i)
		s.buf = appendQuoted(s.buf, s.columns[i].name)
	}
	s.buf = append(s.buf, '\n')
}

// separate goes on to column i.
func (s *csvSink) separate(i int) {
	if i > 0 {
		s.buf = append(s.buf, ',')
	}
}

// add writes n rows, a line each.
func (s *csvSink) add(columns []vector, n int) error {
	for row := range n {
		for i := range columns {
			s.separate(i)
			s.buf = columns[i].appendCSV(s.buf, &s.columns[i].field, row)
		}
		s.buf = append(s.buf, '\n')
		if len(s.buf) > csvBuffer {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the lines at hand.
func (s *csvSink) flush() error {
	_, err := s.to.Write(s.buf)
	s.buf = s.buf[:0]
	return err
}

// appendCSV appends a value as a field of CSV, null as nothing.
func (v *values) appendCSV(buf []byte, f *field, row int) []byte {
	switch {
	case f.kind == texts:
		word := v.words.names()[v.ints[row]]
		if word == "" && f.null {
			return buf
		}
		return appendQuoted(buf, word)
	case f.null && f.kind == doubles && math.IsNaN(v.floats[row]):
		return buf
	case f.null && f.kind != doubles && v.ints[row] == f.none():
		return buf
	}
	return v.appendText(buf, f, row)
}

// appendText appends a value that is not null as people write it.
func (v *values) appendText(buf []byte, f *field, row int) []byte {
	switch f.kind {
	case texts:
		return append(buf, v.words.names()[v.ints[row]]...)
	case doubles:
		return strconv.AppendFloat(buf, v.floats[row], 'g', -1, 64)
	case booleans:
		return strconv.AppendBool(buf, v.ints[row] != 0)
	case uint64s:
		return strconv.AppendUint(buf, uint64(v.ints[row]), 10)
	case instants:
		return time.UnixMicro(v.ints[row]).UTC().AppendFormat(buf, "2006-01-02T15:04:05.000000Z07:00")
	}
	return strconv.AppendInt(buf, v.ints[row], 10)
}

// appendQuoted appends a text, in quotes where it would be read otherwise: as two
// fields, as two lines or, if it is empty, as null.
func appendQuoted(buf []byte, text string) []byte {
	if text != "" && !strings.ContainsAny(text, "\",\r\n") {
		return append(buf, text...)
	}
	buf = append(buf, '"')
	buf = append(buf, strings.ReplaceAll(text, `"`, `""`)...)
	return append(buf, '"')
}
