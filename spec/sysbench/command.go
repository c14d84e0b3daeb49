package sysbench

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// command is a command line taken apart.
type command struct {
	script   word      // the test, positional or of --test
	verb     word      // run, prepare, …
	options  []setting // the last of each name
	byOption bool      // the test is given by --test
	line     string    // all of it, without a password
}

// setting is one option of a command line.
type setting struct {
	name  string // with underscores, as the spec's variables
	value string
	bare  bool // without a value
	word
}

var verbs = []string{"run", "prepare", "cleanup", "prewarm", "warmup", "help"}

// command tells options from the test and the verb. Options and others may
// come in any order.
func (c *converter) command(words []word) *command {
	cmd := &command{}
	var plain []word
	for _, w := range words {
		name, isOption := strings.CutPrefix(w.text, "--")
		if !isOption && dashed.MatchString(w.text) {
			c.fail(w.at, "Not an option", "An option begins with two plain hyphens, as in --threads=4, and %q does not.", w.text)
			continue
		}
		if !isOption {
			plain = append(plain, w)
			continue
		}
		name, value, given := strings.Cut(name, "=")
		o := setting{name: strings.ReplaceAll(name, "-", "_"), value: value, bare: !given, word: w}
		if o.name == "test" {
			cmd.script, cmd.byOption = word{text: value, at: w.at, shell: w.shell}, true
			continue
		}
		cmd.options = slices.DeleteFunc(cmd.options, func(older setting) bool { return older.name == o.name })
		cmd.options = append(cmd.options, o)
	}
	c.filled(words)
	c.positional(cmd, plain, words)
	cmd.line = plainLine(words)
	return cmd
}

// dashed is what looks like an option: short ones, which sysbench has not, and
// the dashes that web pages and word processors make of hyphens.
var dashed = regexp.MustCompile(`^[-\x{2010}-\x{2015}\x{2212}]`)

// filled refuses what a shell would put a value for. A password is left out in
// any case.
func (c *converter) filled(words []word) {
	for _, w := range words {
		if w.shell != "" && !isSecret(w) {
			c.fail(w.at, "Value unknown", "The shell would put a value for %s. Write the value, or give the command within double quotes, so that the shell does it.", w.shell)
		}
	}
}

// isSecret tells whether an option is a password, as far as its name shows.
func isSecret(w word) bool {
	name, _, _ := strings.Cut(strings.ToLower(w.text), "=")
	return strings.HasPrefix(name, "--") && strings.Contains(name, "pas")
}

// positional finds the test, unless --test gives it, and the verb.
func (c *converter) positional(cmd *command, plain, all []word) {
	if cmd.script.text == "" && len(plain) > 0 {
		cmd.script, plain = plain[0], plain[1:]
	}
	if len(plain) > 0 {
		cmd.verb, plain = plain[0], plain[1:]
	}
	switch {
	case slices.Contains(verbs, cmd.script.text):
		c.fail(cmd.script.at, "No test", "%q is a command, and the test stands before it, as in: sysbench oltp_read_write %[1]s. Assay converts %s.", cmd.script.text, listed(workloads()))
	case cmd.script.text == "":
		c.fail(wholeOf(all), "No test", "The command line names no test. Assay converts %s.", listed(workloads()))
	case cmd.verb.text == "":
		cmd.verb.text = "run" // whoever has no command yet wants to run it
	case !slices.Contains(verbs, cmd.verb.text):
		c.fail(cmd.verb.at, "Unknown command", "sysbench has the commands %s, but no %q.%s", listed(verbs), shown(cmd.verb, all), joinHint(cmd.verb, all))
	case cmd.verb.text == "help":
		c.fail(cmd.verb.at, "Nothing to convert", "The command help runs nothing. Write run in its place.")
	case len(plain) > 0 && isProgram(plain[0]):
		c.fail(plain[0].at, "More than one command", "A second sysbench begins here. Pass one alone; `assay run` prepares and cleans up as well.")
	case len(plain) > 0:
		c.fail(plain[0].at, "Unrecognised argument", "sysbench takes a test and a command, and %q is a third.%s", shown(plain[0], all), joinHint(plain[0], all))
	case strings.HasSuffix(cmd.verb.text, "warm") || cmd.verb.text == "warmup":
		c.warn(cmd.verb.at, "No such command", "Assay has no command that reads tables into memory. The spec is that of run; its load may have warmup.")
	}
}

// plainLine is the command in one line, without a password.
func plainLine(words []word) string {
	parts := []string{"sysbench"}
	for _, w := range words {
		if name, _, given := strings.Cut(w.text, "="); given && isSecret(w) {
			w.text = name + "=…"
		}
		parts = append(parts, strings.Join(strings.Fields(w.text), " ")) // a comment is one line
	}
	return strings.Join(parts, " ")
}

// joinHint is for people who write --threads 16: sysbench takes a value after
// an equals sign only.
func joinHint(stray word, all []word) string {
	if before := optionBefore(stray, all); before != nil {
		return " If it is the value of the option before it, write " + before.text + "=" + shown(stray, all) + ": sysbench takes no other form."
	}
	return ""
}

// shown is a stray word, unless it seems to be a password.
func shown(stray word, all []word) string {
	if before := optionBefore(stray, all); before != nil && isSecret(*before) {
		return "…"
	}
	return stray.text
}

// optionBefore is the option without a value that a word follows.
func optionBefore(stray word, all []word) *word {
	i := slices.Index(all, stray)
	if i > 0 && strings.HasPrefix(all[i-1].text, "--") && !strings.Contains(all[i-1].text, "=") {
		return &all[i-1]
	}
	return nil
}

// base is a test's name without its path and ending.
func base(script string) string { return strings.TrimSuffix(path.Base(script), ".lua") }
