package driver

import "strings"

// Verb is the first word of an SQL text in upper case, after white space,
// comments and opening parentheses; empty if the text starts otherwise (so
// also for a comment that MySQL executes). It costs no allocation for a text
// written in upper case.
func Verb(sql string) string {
	for {
		sql = strings.TrimLeft(sql, " \t\r\n\f\v(;")
		rest, ok := skipComment(sql)
		if !ok {
			break
		}
		sql = rest
	}
	end := 0
	for end < len(sql) && isLetter(sql[end]) {
		end++
	}
	return strings.ToUpper(sql[:end])
}

// skipComment tells whether sql starts with a comment and gives what follows.
func skipComment(sql string) (rest string, ok bool) {
	end := "\n"
	switch {
	case strings.HasPrefix(sql, "/*!"), strings.HasPrefix(sql, "/*M!"):
		return sql, false
	case strings.HasPrefix(sql, "/*"):
		end = "*/"
	case strings.HasPrefix(sql, "--"), strings.HasPrefix(sql, "#"):
	default:
		return sql, false
	}
	_, rest, _ = strings.Cut(sql, end)
	return rest, true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
