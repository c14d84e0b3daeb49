package sysbench

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// maxLine bounds a command line, in bytes.
const maxLine = 64 << 10

// word is one argument of the command line, without the shell's quotes.
type word struct {
	text string
	at   hcl.Range
}

// words cuts a line as a shell does: at blanks outside of quotes. A backslash
// takes the next character as it is, and joins lines at their ends.
func (c *converter) words(line string) (words []word) {
	w := &splitter{line: line, pos: hcl.InitialPos}
	if len(line) > maxLine || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }) {
		c.fail(hcl.Range{Filename: File, Start: hcl.InitialPos, End: hcl.InitialPos}, "Unreadable command line",
			"A command line is text of up to %d bytes, and this has more, or others.", maxLine)
		return nil
	}
	for {
		w.blanks()
		if w.pos.Byte >= len(line) {
			return words
		}
		start := w.pos
		text, fault := w.word()
		at := hcl.Range{Filename: File, Start: start, End: w.pos}
		switch {
		case fault != "":
			c.fail(at, "Unreadable command line", "%s", fault)
			return nil
		case text == "" && w.pos.Byte > start.Byte:
			c.fail(at, "Empty argument", "An empty argument means nothing to sysbench; remove it.")
			return nil
		case text == "":
			w.step()
			at.End = w.pos
			c.fail(at, "More than one command", "The shell gives %q a meaning of its own. Pass the sysbench command alone, within quotes.", line[start.Byte:w.pos.Byte])
			return nil
		}
		words = append(words, word{text, at})
	}
}

// splitter walks over a command line.
type splitter struct {
	line string
	pos  hcl.Pos
}

// step takes one byte.
func (s *splitter) step() byte {
	b := s.line[s.pos.Byte]
	s.pos.Byte++
	s.pos.Column++
	if b == '\n' {
		s.pos.Line, s.pos.Column = s.pos.Line+1, 1
	}
	return b
}

// rest is what is left of the line.
func (s *splitter) rest() string { return s.line[s.pos.Byte:] }

// blanks skips blanks and joined lines.
func (s *splitter) blanks() {
	for s.rest() != "" {
		switch {
		case strings.ContainsRune(" \t\r\n", rune(s.line[s.pos.Byte])):
			s.step()
		case strings.HasPrefix(s.rest(), "\\\n"):
			s.step()
			s.step()
		default:
			return
		}
	}
}

// word takes one word; an operator of the shell gives an empty one.
func (s *splitter) word() (text, fault string) {
	var b strings.Builder
	for s.rest() != "" {
		switch next := s.line[s.pos.Byte]; {
		case strings.IndexByte(" \t\r\n;&|<>", next) >= 0:
			return b.String(), ""
		case next == '\'' || next == '"':
			s.step()
			length := strings.IndexByte(s.rest(), next)
			if length < 0 {
				return "", fmt.Sprintf("The quote %c is never closed.", next)
			}
			for range length {
				b.WriteByte(s.step())
			}
			s.step()
		case next == '\\':
			s.step()
			if s.rest() == "" {
				return "", "The line ends with a backslash; what follows is missing."
			}
			if b2 := s.step(); b2 != '\n' {
				b.WriteByte(b2)
			}
		default:
			b.WriteByte(s.step())
		}
	}
	return b.String(), ""
}

// program drops what stands before the arguments: a prompt, sudo, settings of
// the environment, the path of the program.
func (c *converter) program(words []word) []word {
	for i, w := range words {
		if path.Base(w.text) == "sysbench" {
			return words[i+1:]
		}
		if strings.HasPrefix(w.text, "-") {
			break
		}
	}
	if !c.diags.HasErrors() {
		at := hcl.Range{Filename: File, Start: hcl.InitialPos, End: hcl.InitialPos}
		if len(words) > 0 {
			at = words[0].at
		}
		c.fail(at, "No sysbench command", "A command line begins with sysbench, as in: sysbench oltp_read_write --tables=4 run.")
	}
	return nil
}

// fail and warn add a diagnostic.
func (c *converter) fail(at hcl.Range, summary, detail string, args ...any) {
	c.diags = append(c.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &at})
}

func (c *converter) warn(at hcl.Range, summary, detail string, args ...any) {
	c.diags = append(c.diags, &hcl.Diagnostic{Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &at})
}
