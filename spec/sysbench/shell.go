package sysbench

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

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

// blanks skips blanks and joined lines, and comments where they may stand.
func (s *splitter) blanks(comments bool) {
	for s.rest() != "" {
		switch {
		case strings.ContainsRune(" \t\r\n", rune(s.line[s.pos.Byte])):
			s.step()
		case joint.MatchString(s.rest()):
			s.skip(len(joint.FindString(s.rest())))
		case comments && s.line[s.pos.Byte] == '#':
			length := strings.IndexByte(s.rest(), '\n')
			if length < 0 {
				length = len(s.rest())
			}
			s.skip(length)
		default:
			return
		}
	}
}

// joint joins two lines. Blanks before its end are no part of the text, though
// a shell would take the first: copied text often has them.
var joint = regexp.MustCompile(`^\\[ \t\r]*\n`)

// skip takes so many bytes, and keeps the place that diagnostics point to.
func (s *splitter) skip(bytes int) {
	for range bytes {
		s.step()
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
			if !s.quoted(&b) {
				return "", fmt.Sprintf("The quote %c is never closed.", next)
			}
		case joint.MatchString(s.rest()):
			s.skip(len(joint.FindString(s.rest())))
		case next == '\\':
			s.step()
			if s.rest() == "" {
				return "", "The line ends with a backslash; what follows is missing."
			}
			b.WriteByte(s.step())
		default:
			b.WriteByte(s.step())
		}
	}
	return b.String(), ""
}

// quoted takes the text within quotes, and tells whether they are closed.
// Within double quotes a backslash guards what means something there.
func (s *splitter) quoted(b *strings.Builder) bool {
	mark := s.step()
	opened := s.pos
	for s.rest() != "" {
		next := s.step()
		switch {
		case next == mark:
			return true
		case next == '\\' && mark == '"' && s.rest() != "" && strings.IndexByte("\"\\$`", s.line[s.pos.Byte]) >= 0:
			b.WriteByte(s.step())
		default:
			b.WriteByte(next)
		}
	}
	s.pos = opened
	return false
}
