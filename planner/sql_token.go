package planner

import "strings"

// tokenKind is what a piece of SQL is.
type tokenKind uint8

const (
	wordToken   tokenKind = iota // a keyword or plain name, or the place of an interpolation
	quotedToken                  // a name in quotes or brackets
	textToken                    // a text literal
	numberToken
	markToken // ?
	punctToken
)

// token is a piece of SQL between blanks and comments.
type token struct {
	kind tokenKind
	text string // as written; a quoted name without its quotes
	at   int    // offset of its first byte
}

// hole stands for an interpolation in the text that the tokenizer sees: a
// byte that no SQL has outside of literals. Next to letters it is part of the
// name, as in sbtest${var.n}.
const hole = '\x00'

// is tells whether the token is that keyword or mark.
func (t token) is(word string) bool {
	return (t.kind == wordToken || t.kind == punctToken || t.kind == markToken) && strings.EqualFold(t.text, word)
}

// tokenizer cuts SQL into tokens. It knows literals, quoted names and
// comments, so that a question mark or semicolon in one of them is none.
type tokenizer struct {
	sql    string
	lite   bool // SQLite's rules rather than MySQL's
	pos    int
	inline int // depth of /*! … */, whose content MySQL executes
	tokens []token
	fault  string // what is never closed: "text", "name" or "comment"
}

// tokenize cuts sql by the rules of a dialect. unclosed names a literal or
// comment without end; the tokens before it are still right.
func tokenize(sql string, lite bool) (tokens []token, unclosed string) {
	t := &tokenizer{sql: sql, lite: lite}
	for t.pos < len(t.sql) && t.fault == "" {
		t.next()
	}
	if t.fault == "" && t.inline > 0 {
		t.fault = "comment"
	}
	return t.tokens, t.fault
}

// next reads one token, blank or comment.
func (t *tokenizer) next() {
	switch c := t.sql[t.pos]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
		t.pos++
	case t.comment():
	case c == '\'':
		t.quoted(textToken, '\'', !t.lite)
	case c == '"' && !t.lite:
		t.quoted(textToken, '"', true)
	case c == '"' || c == '`':
		t.quoted(quotedToken, c, false)
	case c == '[' && t.lite:
		t.until(quotedToken, 1, "]", "name")
	case c >= '0' && c <= '9':
		t.run(numberToken, func(c byte) bool { return wordByte(c) || c == '.' })
	case wordByte(c):
		t.run(wordToken, wordByte)
	case c == '?':
		t.mark()
	default:
		t.add(punctToken, t.pos, t.pos+1)
		t.pos++
	}
}

// wordByte tells whether c can be part of a plain name. Bytes beyond ASCII
// can, in both grammars.
func wordByte(c byte) bool {
	return c == '_' || c == '$' || c == '@' || c == hole || c >= 0x80 ||
		c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// add keeps the text between two offsets as a token.
func (t *tokenizer) add(kind tokenKind, from, to int) {
	t.tokens = append(t.tokens, token{kind, t.sql[from:to], from})
}

// run reads bytes as long as they belong.
func (t *tokenizer) run(kind tokenKind, belongs func(byte) bool) {
	start := t.pos
	for t.pos < len(t.sql) && belongs(t.sql[t.pos]) {
		t.pos++
	}
	t.add(kind, start, t.pos)
}

// mark reads a placeholder; SQLite may number it.
func (t *tokenizer) mark() {
	start := t.pos
	t.pos++
	for t.lite && t.pos < len(t.sql) && t.sql[t.pos] >= '0' && t.sql[t.pos] <= '9' {
		t.pos++
	}
	t.add(markToken, start, t.pos)
}

// quoted reads up to the closing quote. A doubled quote stands for one, and
// so does one after a backslash where those escape.
func (t *tokenizer) quoted(kind tokenKind, quote byte, escapes bool) {
	start := t.pos
	for i := start + 1; i < len(t.sql); i++ {
		switch c := t.sql[i]; {
		case escapes && c == '\\':
			i++
		case c != quote:
		case i+1 < len(t.sql) && t.sql[i+1] == quote:
			i++
		default:
			t.add(kind, start+1, i)
			t.pos = i + 1
			return
		}
	}
	t.fault = "text"
	if kind == quotedToken {
		t.fault = "name"
	}
}

// until reads to a closing mark that nothing escapes.
func (t *tokenizer) until(kind tokenKind, opening int, closing, what string) {
	start := t.pos + opening
	length := strings.Index(t.sql[start:], closing)
	if length < 0 {
		t.fault = what
		return
	}
	if kind == quotedToken {
		t.add(kind, start, start+length)
	}
	t.pos = start + length + len(closing)
}

// comment skips a comment, if one begins here. The content of /*! … */ and
// /*M! … */ is code to MySQL and MariaDB.
func (t *tokenizer) comment() bool {
	rest := t.sql[t.pos:]
	switch {
	case !t.lite && executed(rest) > 0:
		t.inline++
		t.pos += executed(rest)
	case t.inline > 0 && strings.HasPrefix(rest, "*/"):
		t.inline--
		t.pos += 2
	case strings.HasPrefix(rest, "/*"):
		t.until(punctToken, 2, "*/", "comment")
	case strings.HasPrefix(rest, "--") && (t.lite || dashes(rest)), rest[0] == '#' && !t.lite:
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest) - 1
		}
		t.pos += end + 1
	default:
		return false
	}
	return true
}

// executed is the length of the opening of a comment that is code, with the
// version that may stand in it, or 0.
func executed(s string) int {
	for _, opening := range []string{"/*!", "/*M!"} {
		if strings.HasPrefix(s, opening) {
			n := len(opening)
			for n < len(s) && s[n] >= '0' && s[n] <= '9' {
				n++
			}
			return n
		}
	}
	return 0
}

// dashes tells whether -- begins a comment in MySQL: only before a blank, as
// otherwise 5--1 would lose its end.
func dashes(s string) bool { return len(s) == 2 || s[2] <= ' ' }
