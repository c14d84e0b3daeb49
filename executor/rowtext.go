package executor

import (
	"errors"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// rowText is the text of an INSERT … VALUES (…) cut so that many rows can be
// put into one: what comes before the first row, the row between its
// placeholders, and what comes after it.
type rowText struct {
	head string
	row  []string // one more than there are placeholders
	tail string
}

// cut takes sql apart. Quoted text is left alone, whatever it holds.
func (t *rowText) cut(sql string) error {
	start := values(sql)
	if start < 0 {
		return errors.New("a query with batch must be INSERT … VALUES (…)")
	}
	depth, from := 0, start
	var row []string
	for i := start; i < len(sql); i++ {
		switch sql[i] {
		case '\'', '"', '`':
			i = skipQuoted(sql, i)
		case '?':
			row = append(row, sql[from:i])
			from = i + 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				*t = rowText{head: sql[:start], row: append(row, sql[from:i+1]), tail: sql[i+1:]}
				return nil
			}
		}
	}
	return errors.New("the row of a query with batch has no closing parenthesis")
}

// values is where the row after the word VALUES or VALUE starts; -1 if nowhere.
func values(sql string) int {
	for i := 0; i < len(sql); i++ {
		switch sql[i] {
		case '\'', '"', '`':
			i = skipQuoted(sql, i)
		case 'v', 'V':
			if i > 0 && inName(sql[i-1]) || len(sql)-i < len("VALUE") || !strings.EqualFold(sql[i:i+len("VALUE")], "VALUE") {
				continue
			}
			// With or without its S; the row follows at once.
			rest := strings.TrimLeft(strings.TrimLeft(sql[i+len("VALUE"):], "sS"), " \t\r\n")
			if strings.HasPrefix(rest, "(") {
				return len(sql) - len(rest)
			}
		}
	}
	return -1
}

// inName tells whether a name goes on after c, so that the word VALUES does not
// begin there: key_value (…) is a table and its columns.
func inName(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '.' || c >= 0x80
}

// skipQuoted is the index of the quote that ends the text starting at i. A
// doubled quote starts another quoted text, which comes to the same.
func skipQuoted(sql string, i int) int {
	quote := sql[i]
	for i++; i < len(sql) && sql[i] != quote; i++ {
		if sql[i] == '\\' {
			i++
		}
	}
	return i
}

// append writes one row with its arguments as literals.
func (t *rowText) append(dst []byte, args []expr.Value, l driver.Literals) []byte {
	for i, part := range t.row {
		dst = append(dst, part...)
		if i < len(t.row)-1 {
			dst = l.AppendLiteral(dst, args[i])
		}
	}
	return dst
}
