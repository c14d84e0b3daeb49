package sysbench

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// maxLine bounds a command line, in bytes.
const maxLine = 64 << 10

// word is one argument of the command line, without the shell's quotes.
type word struct {
	text  string
	at    hcl.Range
	shell string // what the shell would put a value for
}

func isProgram(w word) bool { return path.Base(w.text) == "sysbench" }

// words cuts a line as a shell does: at blanks outside of quotes. A backslash
// takes the next character as it is, and joins lines at their ends. What the
// shell would do with the output, or in the background, is left out.
func (c *converter) words(line string) (words []word) {
	w := &splitter{line: line, pos: hcl.InitialPos}
	if len(line) > maxLine || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }) {
		c.fail(hcl.Range{Filename: File, Start: hcl.InitialPos, End: hcl.InitialPos}, "Unreadable command line",
			"A command line is text of up to %d bytes, and this has more, or others.", maxLine)
		return nil
	}
	for {
		named := slices.ContainsFunc(words, isProgram)
		w.blanks(named)
		if w.rest() == "" {
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
			c.operator(w, named)
			return words
		case redirected.MatchString(line[start.Byte:]):
			continue // the 2 of 2>&1
		}
		words = append(words, word{text, at, expansion(line[start.Byte:w.pos.Byte])})
	}
}

var (
	redirected = regexp.MustCompile(`^\d[<>]`)
	another    = regexp.MustCompile(`(?:^|[\s;&|(/])sysbench\s`)
)

// operator deals with the rest of a line from a character of the shell on:
// where the output of the command goes is passed over, and a second command
// refused.
func (c *converter) operator(w *splitter, named bool) {
	start, rest := w.pos, w.rest()
	sign := rest[:len(rest)-len(strings.TrimLeft(rest, rest[:1]))]
	alone := strings.TrimSpace(rest[len(sign):]) == ""
	elsewhere := (rest[0] == '>' || rest[0] == '<' || sign == "|") && !another.MatchString(rest)
	for range len(sign) {
		w.step()
	}
	at := hcl.Range{Filename: File, Start: start, End: w.pos}
	switch {
	case named && alone && (sign == ";" || sign == "&"):
	case named && elsewhere:
		c.warn(at, "Left out", "Where the output of sysbench goes is no part of a spec: see -o FILE of `assay run`.")
	default:
		c.fail(at, "More than one command", "The shell gives %q a meaning of its own. Pass one sysbench command alone, within quotes; `assay run` prepares and cleans up as well.", sign)
	}
}

// program drops what stands before the arguments: a prompt, sudo, settings of
// the environment, the path of the program.
func (c *converter) program(words []word) []word {
	i := slices.IndexFunc(words, isProgram)
	if i < 0 {
		at := hcl.Range{Filename: File, Start: hcl.InitialPos, End: hcl.InitialPos}
		if len(words) > 0 {
			at = words[0].at
		}
		if !c.diags.HasErrors() {
			c.fail(at, "No sysbench command", "A command line begins with sysbench, as in: sysbench oltp_read_write --tables=4 run.")
		}
		return nil
	}
	before := words[:i]
	for i+1 < len(words) && isProgram(words[i+1]) { // as in sudo -u sysbench sysbench
		i++
	}
	for j := range before {
		if strings.ContainsAny(before[j].text[len(before[j].text)-1:], "$#%>") {
			before = words[j+1 : len(before)]
			break
		}
	}
	if slices.ContainsFunc(before, func(w word) bool { return !slices.Contains(plainPrefixes, w.text) }) {
		c.warn(wholeOf(before), "Left out", "What stands before sysbench is no part of a spec. If it matters where or how the program runs, put it before assay as well.")
	}
	return words[i+1:]
}

// plainPrefixes change nothing that a spec would tell.
var plainPrefixes = []string{"sudo", "time", "nohup", "exec", "env"}

// expansion is what the shell would put a value for, as "$HOST"; its source is
// a word with its quotes. Single quotes and backslashes keep it as it is.
func expansion(source string) string {
	bare := kept.ReplaceAllStringFunc(source, func(s string) string { return strings.Repeat(" ", len(s)) })
	if at := filled.FindStringIndex(bare); at != nil {
		return source[at[0]:at[1]]
	}
	return ""
}

var (
	kept   = regexp.MustCompile(`(?s)\\.|'[^']*'`)
	filled = regexp.MustCompile("\\$(?:[A-Za-z_0-9@*?$!]\\w*|\\{[^}]*\\}?|\\([^)]*\\)?)|`[^`]*`?")
)

// fail and warn add a diagnostic.
func (c *converter) fail(at hcl.Range, summary, detail string, args ...any) {
	c.diags = append(c.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &at})
}

func (c *converter) warn(at hcl.Range, summary, detail string, args ...any) {
	c.diags = append(c.diags, &hcl.Diagnostic{Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &at})
}
