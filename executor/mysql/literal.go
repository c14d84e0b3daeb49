package mysql

import (
	"bytes"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-bench/assay/planner/expr"
)

// lexis is how a session's server reads texts: what its sql_mode and
// character set change about literals.
type lexis struct {
	backslash bool   // a backslash in a string escapes the next character
	ansi      bool   // "…" is a name, in which it does not
	hex       string // not empty: strings are written in hexadecimal, with this introducer
	foreign   byte   // not 0: UTF-8 from this byte on is not the session's, which would take it for other characters
	lenient   bool   // a value that does not fit is changed, with a warning
}

// foreignTo tells whether a text has characters that a session would misread:
// Assay's texts are UTF-8, whatever the session's character set is. What is no
// UTF-8 can only have been read from the session, and goes back as it came.
func (l *lexis) foreignTo(text []byte) bool {
	return l.foreign != 0 && slices.ContainsFunc(text, func(c byte) bool { return c >= l.foreign }) && utf8.Valid(text)
}

// anyForeign tells it of arguments.
func (l *lexis) anyForeign(args []expr.Value) bool {
	return l.foreign != 0 && slices.ContainsFunc(args, func(v expr.Value) bool { return v.Kind == expr.String && l.foreignTo(v.Text) })
}

// unsafeCharsets are those in which the second byte of a character may be a
// quote's or a backslash's.
var unsafeCharsets = []string{"big5", "cp932", "gb18030", "gbk", "sjis"}

// lexisOf takes the values of sql_mode and character_set_client.
func lexisOf(mode, charset string) lexis {
	modes := strings.Split(mode, ",")
	l := lexis{
		backslash: !slices.Contains(modes, "NO_BACKSLASH_ESCAPES"),
		ansi:      slices.Contains(modes, "ANSI_QUOTES"),
	}
	l.lenient = !slices.Contains(modes, "STRICT_TRANS_TABLES") && !slices.Contains(modes, "STRICT_ALL_TABLES")
	if slices.Contains(unsafeCharsets, charset) {
		l.hex = "_" + charset
	}
	switch charset {
	case "utf8mb4", "binary":
	case "utf8mb3", "utf8":
		l.foreign = 0xf0 // of four bytes
	default:
		l.foreign = 0x80
	}
	return l
}

// appendLiteral writes v. A float always has an exponent, without which it
// would be a DECIMAL or an integer; infinities and NaN, which MySQL has not,
// are NULL.
func (l lexis) appendLiteral(dst []byte, v *expr.Value) []byte {
	switch v.Kind {
	case expr.Bool:
		return strconv.AppendInt(dst, v.Int, 10)
	case expr.Float:
		if math.IsInf(v.Float, 0) || math.IsNaN(v.Float) {
			return append(dst, "NULL"...)
		}
		start := len(dst)
		dst = v.Append(dst)
		if bytes.IndexByte(dst[start:], 'e') < 0 {
			dst = append(dst, "e0"...)
		}
		return dst
	case expr.String:
		if l.foreignTo(v.Text) {
			return l.appendString(dst, "_utf8mb4", v.Text)
		}
		return l.appendString(dst, l.hex, v.Text)
	case expr.Bytes:
		return l.appendString(dst, "_binary", v.Text)
	case expr.Time:
		return append(v.Append(append(dst, '\'')), '\'')
	}
	return v.Append(dst)
}

// appendString writes a string after its introducer, if any. Only the quote
// and, where it escapes, the backslash need care; every other byte, NUL too,
// stands for itself.
func (l lexis) appendString(dst []byte, introducer string, text []byte) []byte {
	dst = append(dst, introducer...)
	if l.hex != "" {
		return appendHex(dst, text)
	}
	dst = append(dst, '\'')
	for _, c := range text {
		if c == '\'' || c == '\\' && l.backslash {
			dst = append(dst, c)
		}
		dst = append(dst, c)
	}
	return append(dst, '\'')
}

// appendHex writes a string in hexadecimal, apart from its introducer.
func appendHex(dst, text []byte) []byte {
	return append(hex.AppendEncode(append(dst, " x'"...), text), '\'')
}

// join writes the pieces with the arguments between them.
func (l lexis) join(dst []byte, pieces []string, args []expr.Value) []byte {
	dst = append(dst, pieces[0]...)
	for i := range args {
		dst = l.appendLiteral(dst, &args[i])
		dst = append(dst, pieces[i+1]...)
	}
	return dst
}

// split cuts a text at its placeholders: the question marks outside strings,
// quoted names and comments. Pieces get a space at their ends where a literal
// might otherwise run into a word, a minus sign or a quote.
func (l lexis) split(sql string) []string {
	var pieces []string
	start := 0
	for i := 0; i < len(sql); {
		if sql[i] != '?' {
			i = l.skip(sql, i)
			continue
		}
		pieces = append(pieces, apart(sql[start:i], len(pieces) > 0, true))
		i++
		start = i
	}
	return append(pieces, apart(sql[start:], len(pieces) > 0, false))
}

// apart gives a piece of a text its spaces, on the sides where a literal stands.
func apart(piece string, before, after bool) string {
	if before && piece != "" && !strings.ContainsRune(" \t\r\n,)", rune(piece[0])) {
		piece = " " + piece
	}
	if after && piece != "" && !strings.ContainsRune(" \t\r\n,(=", rune(piece[len(piece)-1])) {
		piece += " "
	}
	if before && after && piece == "" {
		piece = " "
	}
	return piece
}

// skip gives the place after the string, name, comment or other byte at i.
func (l lexis) skip(sql string, i int) int {
	rest := sql[i:]
	switch rest[0] {
	case '\'':
		return l.skipQuoted(sql, i, l.backslash)
	case '"':
		return l.skipQuoted(sql, i, l.backslash && !l.ansi)
	case '`':
		return l.skipQuoted(sql, i, false)
	case '#':
		return skipPast(sql, i, "\n")
	case '-':
		// Two are a comment only before white space or the end.
		if strings.HasPrefix(rest, "--") && (len(rest) == 2 || rest[2] <= ' ') {
			return skipPast(sql, i, "\n")
		}
	case '/':
		// The server executes what is in /*! … */ and /*M! … */.
		if strings.HasPrefix(rest, "/*") && !strings.HasPrefix(rest, "/*!") && !strings.HasPrefix(rest, "/*M!") {
			return skipPast(sql, i+2, "*/")
		}
	}
	return i + 1
}

// skipQuoted gives the place after the closing quote; a doubled one does not
// close, but opens the next string at once, which comes to the same.
func (l lexis) skipQuoted(sql string, i int, escapes bool) int {
	quote := sql[i]
	for i++; i < len(sql); i++ {
		switch {
		case sql[i] == quote:
			return i + 1
		case sql[i] == '\\' && escapes:
			i++
		}
	}
	return len(sql)
}

// skipPast gives the place after the next end, or the end of the text.
func skipPast(sql string, from int, end string) int {
	if at := strings.Index(sql[from:], end); at >= 0 {
		return from + at + len(end)
	}
	return len(sql)
}
