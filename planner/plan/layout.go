package plan

// lineWidth is the longest compact value that layout keeps on one line. A
// constant, a slot or a cell fits; a query takes a line for each attribute,
// so a change of one shows as one line in a diff.
const lineWidth = 100

// layout appends compact JSON to dst with line breaks. It takes time
// proportional to the text, since it looks lineWidth bytes ahead at most.
func layout(dst, compact []byte) []byte {
	l := layouter{dst: dst, src: compact}
	l.value(0)
	return l.dst
}

// layouter holds what is written and what is left to read.
type layouter struct{ dst, src []byte }

// value moves the next value, which starts at the given depth.
func (l *layouter) value(depth int) {
	c := l.src[0]
	if n := span(l.src, lineWidth); n > 0 || c != '{' && c != '[' {
		l.line(n)
		return
	}
	l.take(1)
	for l.src[0] != '}' && l.src[0] != ']' {
		if l.src[0] == ',' {
			l.take(1)
		}
		l.newline(depth + 1)
		if c == '{' {
			l.take(span(l.src, len(l.src)) + 1) // the key and its colon
			l.dst = append(l.dst, ' ')
		}
		l.value(depth + 1)
	}
	l.newline(depth)
	l.take(1)
}

// line moves n bytes, or the whole of a long scalar if n is 0, with a space
// after each comma and colon.
func (l *layouter) line(n int) {
	if n == 0 {
		n = span(l.src, len(l.src))
	}
	for end := len(l.src) - n; len(l.src) > end; {
		c := l.src[0]
		if c == '"' {
			l.take(span(l.src, len(l.src)))
			continue
		}
		l.take(1)
		if c == ',' || c == ':' {
			l.dst = append(l.dst, ' ')
		}
	}
}

// take moves n bytes as they are.
func (l *layouter) take(n int) {
	l.dst = append(l.dst, l.src[:n]...)
	l.src = l.src[n:]
}

// newline breaks the line and indents the next by two spaces a level.
func (l *layouter) newline(depth int) {
	l.dst = append(l.dst, '\n')
	for range depth {
		l.dst = append(l.dst, ' ', ' ')
	}
}

// span is the length of the JSON value at the start of src, or 0 if that is
// longer than limit.
func span(src []byte, limit int) int {
	depth := 0
	for i := 0; i < len(src) && i < limit; i++ {
		switch src[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ':':
			continue
		case '"':
			i += quoted(src[i:]) - 1
		default:
			i += plain(src[i:]) - 1
		}
		if depth == 0 && i < limit {
			return i + 1
		}
	}
	return 0
}

// plain is the length of the number, true, false or null at the start of src.
func plain(src []byte) int {
	for i, c := range src {
		if c == ',' || c == ']' || c == '}' {
			return i
		}
	}
	return len(src)
}

// quoted is the length of the JSON string at the start of src.
func quoted(src []byte) int {
	for i := 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(src)
}
