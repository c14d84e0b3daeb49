package sysbench

import (
	"path"
	"slices"
	"strings"
)

// command is a command line taken apart.
type command struct {
	script  word      // the test, positional or of --test
	verb    word      // run, prepare, …
	options []setting // the last of each name
	line    string    // all of it, without a password
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
		if !isOption {
			plain = append(plain, w)
			continue
		}
		name, value, given := strings.Cut(name, "=")
		o := setting{name: strings.ReplaceAll(name, "-", "_"), value: value, bare: !given, word: w}
		if o.name == "test" {
			cmd.script = word{value, w.at}
			continue
		}
		cmd.options = slices.DeleteFunc(cmd.options, func(older setting) bool { return older.name == o.name })
		cmd.options = append(cmd.options, o)
	}
	c.positional(cmd, plain, words)
	cmd.line = plainLine(words)
	return cmd
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
	case cmd.script.text == "":
		c.fail(wholeOf(all), "No test", "The command line names no test. Assay converts %s.", listed(workloads()))
	case cmd.verb.text == "":
		cmd.verb.text = "run" // whoever has no command yet wants to run it
	case !slices.Contains(verbs, cmd.verb.text):
		c.fail(cmd.verb.at, "Unknown command", "sysbench has the commands %s, but no %q.%s", listed(verbs), cmd.verb.text, joinHint(cmd.verb, all))
	case cmd.verb.text == "help":
		c.fail(cmd.verb.at, "Nothing to convert", "The command help runs nothing. Write run in its place.")
	case len(plain) > 0:
		c.fail(plain[0].at, "Unrecognised argument", "sysbench takes a test and a command, and %q is a third.%s", plain[0].text, joinHint(plain[0], all))
	}
}

// plainLine is the command in one line, without a password.
func plainLine(words []word) string {
	parts := []string{"sysbench"}
	for _, w := range words {
		name, _, _ := strings.Cut(strings.ReplaceAll(w.text, "_", "-"), "=")
		if name == "--mysql-password" {
			w.text = "--mysql-password=…"
		}
		parts = append(parts, strings.Join(strings.Fields(w.text), " ")) // a comment is one line
	}
	return strings.Join(parts, " ")
}

// joinHint is for people who write --threads 16: sysbench takes a value after
// an equals sign only.
func joinHint(stray word, all []word) string {
	i := slices.Index(all, stray)
	if i > 0 && strings.HasPrefix(all[i-1].text, "--") && !strings.Contains(all[i-1].text, "=") {
		return " If it is the value of the option before it, write " + all[i-1].text + "=" + stray.text + ": sysbench takes no other form."
	}
	return ""
}

// base is a test's name without its path and ending.
func base(script string) string { return strings.TrimSuffix(path.Base(script), ".lua") }
