package mysql

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// stream is how rows go into a table by LOAD DATA LOCAL INFILE: fields with
// tabs between them, rows with line feeds after them, and a backslash before
// what would be one of these
// (https://mariadb.com/kb/en/load-data-infile, "Fields and lines").
//
// A column converts the text of a field as it would convert a string literal.
// Where an INSERT has another kind of literal, and the column's type makes a
// difference of that, the field goes through an expression.
type stream struct {
	charset string // of the texts
	plain   bool   // ASCII arrives in every column as it is, also without a character set
	tail    string // of the statement, after the character set
	fields  []field
}

// field is one column of a stream.
type field struct {
	kind expr.Kind
	null bool // the column takes NULL
	hex  bool // written in hexadecimal
}

// loadHead begins the statements of all streams. What stands for the file is
// replaced by the name of the session's reader.
const loadHead = "LOAD DATA LOCAL INFILE 'rows'"

// Name implements driver.Stream.
func (*stream) Name() string { return "LOAD DATA LOCAL INFILE" }

// Statement names the character set of the rows. If all are ASCII it spares the
// server the conversion, which is a fifth of its work.
func (s *stream) Statement(table string, rows []byte, n int64) driver.Statement {
	charset := s.charset
	if s.plain && ascii(rows) {
		charset = binary
	}
	return driver.Statement{ID: -1, SQL: loadHead + " INTO TABLE " + quoted(table) + " CHARACTER SET " + charset + s.tail, Data: rows, Rows: n}
}

// binary is the name of the character set that is none.
const binary = "binary"

// ascii tells whether text has no other characters.
func ascii(text []byte) bool {
	var all byte
	for _, c := range text {
		all |= c
	}
	return all < 0x80
}

// quoted writes a name.
func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// AppendRow writes a row. NULL for a column without NULL is left to an INSERT,
// which refuses it: LOAD DATA would put the present time into a TIMESTAMP.
func (s *stream) AppendRow(dst []byte, row []expr.Value) ([]byte, bool) {
	for i := range row {
		if i > 0 {
			dst = append(dst, '\t')
		}
		v, f := &row[i], &s.fields[i]
		switch {
		case v.Kind == expr.Null, v.Kind == expr.Float && (math.IsInf(v.Float, 0) || math.IsNaN(v.Float)):
			if !f.null {
				return dst, false
			}
			dst = append(dst, `\N`...)
		case v.Kind != f.kind, v.Kind == expr.String && s.charset != binary && !utf8.Valid(v.Text):
			return dst, false
		default:
			dst = f.append(dst, v)
		}
	}
	return append(dst, '\n'), true
}

// append writes a value that is not NULL.
func (f *field) append(dst []byte, v *expr.Value) []byte {
	switch {
	case f.hex:
		return hex.AppendEncode(dst, v.Text)
	case v.Kind == expr.Bool:
		return append(dst, '0'+byte(v.Int))
	case v.Kind == expr.String:
		return appendEscaped(dst, v.Text)
	}
	return v.Append(dst)
}

// appendEscaped writes a text so that it is one field.
func appendEscaped(dst, text []byte) []byte {
	from := 0
	for i, c := range text {
		switch c {
		case '\\', '\t':
		case '\n':
			c = 'n'
		case 0:
			c = '0'
		default:
			continue
		}
		dst = append(append(dst, text[from:i]...), '\\', c)
		from = i + 1
	}
	return append(dst, text[from:]...)
}

// newStream makes the stream of columns, of which the server has told what it
// knows by their names; nil if it does not know one. The session's texts are
// in UTF-8, or have no character set.
func newStream(columns []driver.Column, told map[string]told, charset string) *stream {
	s := &stream{charset: charset, plain: true}
	var targets, conversions []string
	for i, c := range columns {
		of, known := told[strings.ToLower(c.Name)]
		if !known {
			return nil
		}
		target := quoted(c.Name)
		if convert := of.conversion(c.Kind); convert != "" {
			variable := fmt.Sprintf("@assay_%d", i+1)
			conversions = append(conversions, target+" = "+fmt.Sprintf(convert, variable))
			target = variable
		}
		targets = append(targets, target)
		s.fields = append(s.fields, field{kind: c.Kind, null: of.null, hex: c.Kind == expr.Bytes})
		s.plain = s.plain && of.plain()
	}
	// Tab, backslash and line feed in hexadecimal are the same in every sql_mode.
	s.tail = " FIELDS TERMINATED BY x'09' ESCAPED BY x'5c' LINES TERMINATED BY x'0a' (" + strings.Join(targets, ", ") + ")"
	if len(conversions) > 0 {
		s.tail += " SET " + strings.Join(conversions, ", ")
	}
	return s
}

// told is what the server tells of a column.
type told struct {
	kind    string // the type's word
	charset string // empty if it is not of characters
	null    bool   // it takes NULL
}

// The words of types by what they do with the text of a field.
var (
	numbers  = []string{"tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double"}
	texts    = []string{"char", "varchar", "tinytext", "text", "mediumtext", "longtext", "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"}
	temporal = []string{"date", "datetime", "timestamp", "time"}
)

// plain tells whether the column takes ASCII for what it is. JSON, UUID and
// the like ask for characters, and see none without a character set.
func (t told) plain() bool {
	return !t.wide() && (slices.Contains(numbers, t.kind) || slices.Contains(texts, t.kind) || slices.Contains(temporal, t.kind))
}

// wide tells whether ASCII is something else in the column's character set.
func (t told) wide() bool {
	return slices.Contains([]string{"ucs2", "utf16", "utf16le", "utf32"}, t.charset)
}

// conversion is the expression that makes of a field what an INSERT's literal
// is, with %s for the field; empty if the column does as well with its text.
// A BIT takes the bytes of a text and the value of a number, an ENUM the name
// or the place of a word, a YEAR has '0' for 2000 and 0 for 0000, and a number
// of floating point is rounded otherwise than its digits are.
func (t told) conversion(kind expr.Kind) string {
	switch kind {
	case expr.Int, expr.Bool:
		if slices.Contains(numbers, t.kind) || slices.Contains(texts, t.kind) && !t.wide() {
			return ""
		}
		return "CAST(%s AS SIGNED)"
	case expr.Float:
		if t.kind == "float" || t.kind == "double" {
			return ""
		}
		return "1e0 * %s"
	case expr.Bytes:
		return "UNHEX(%s)"
	}
	return ""
}
