// Package sysbench turns a command line of sysbench into a spec.
//
// It knows the OLTP tests of sysbench 0.4, 0.5 and 1.0 and its tests of hardware,
// their options and how that program reads values, which is not always what
// people expect; where the two differ it says so. It knows nothing of databases,
// and runs nothing: the spec is a module call of assay/sysbench or
// assay/sysbench-0.4, or a probe, with an experiment, for people to read and
// change.
package sysbench

import (
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// File is the name that ranges in diagnostics bear: the command line is their
// source, as a file of this name.
const File = "command line"

// Converted is the spec that a command line became.
type Converted struct {
	Spec       []byte // in the layout of `assay fmt`
	Experiment string // its name
	Command    string // what sysbench was told to do: prepare, run, cleanup, …
}

// Convert makes a spec of a command line such as "sysbench oltp_read_write
// --tables=4 run". Mistakes are errors with a remedy; what has no effect here,
// or another one than its author may think, is a warning. With an error there
// is no spec. A password never enters the spec: a sensitive variable takes its
// place.
func Convert(line string) (*Converted, hcl.Diagnostics) {
	c := &converter{}
	words := c.program(c.words(line))
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	cmd := c.command(words)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	t := c.test(cmd)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	made := c.settings(cmd, t)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	return &Converted{Spec: made.write(), Experiment: t.workload, Command: cmd.verb.text}, c.diags
}

// secret is a password on a command line: of an option, right or wrong, or of
// the environment that MySQL's own programs read.
var secret = regexp.MustCompile(`(?i)(--[\w-]*pas[\w-]*(?:=|\s+)|\bMYSQL_PWD=)('[^']*'|"(?:\\.|[^"])*"|[^\s'"]+)`)

// Source is the command line as people may see it again, in a terminal or the
// log of a job: with asterisks for passwords, byte for byte, so that the ranges
// of diagnostics fit.
func Source(line string) []byte {
	return []byte(secret.ReplaceAllStringFunc(line, func(found string) string {
		name := secret.FindStringSubmatch(found)[1]
		return name + strings.Repeat("*", len(found)-len(name))
	}))
}

// converter gathers what is wrong with a command line.
type converter struct {
	diags hcl.Diagnostics
}
