package planner

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/plan"
)

// reserved are the options that make a server private and let Assay find it,
// with what to do instead.
var reserved = map[string]string{
	"datadir": "", "socket": "", "pid_file": "", "log_error": "", "user": "", "init_file": "", "basedir": "", "bootstrap": "", "daemonize": "", "chroot": "",
	"defaults_file": "", "defaults_extra_file": "", "defaults_group_suffix": "", "no_defaults": "", "print_defaults": "",
	"help": "", "verbose": "", "version": "", "skip_grant_tables": "",
	"port":            " Set `port` of the server.",
	"bind_address":    " Set `port` of the server, and it listens on 127.0.0.1.",
	"skip_networking": " Leave out `port` of the server.",
	"plugin_load":     " Set `plugins` of the server.",
	"plugin_load_add": " Set `plugins` of the server.",
}

var optionForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// serverOptions are the options that are given, in written order. Names are
// written with underscores, as servers report them, so that two spellings are
// one option.
func (r *reading) serverOptions(e hcl.Expression) (options []plan.ServerOption) {
	seen := map[string]bool{}
	for _, p := range r.pairs(e) {
		name := strings.ToLower(strings.ReplaceAll(p.name, "-", "_"))
		advice, taken := reserved[name]
		switch {
		case !optionForm.MatchString(name):
			r.wrong(p.value.Range(), "Invalid option", "%q is no name of an option; write it without leading dashes.", p.name)
		case taken:
			r.wrong(p.value.Range(), "Reserved option", "Assay sets the option %q itself, so that the server is private and nothing is left behind.%s", p.name, advice)
		case seen[name]:
			r.wrong(p.value.Range(), "Option given twice", "The option %q stands here already; to a server - and _ are the same.", p.name)
		default:
			if text, given := r.optionValue(p); given {
				options = append(options, plan.ServerOption{Name: name, Value: text})
			}
		}
		seen[name] = true
	}
	return options
}

// optionValue is the text of an option's value; null is none.
func (r *reading) optionValue(p pair) (text string, given bool) {
	v, ok := r.value(p.value, cty.DynamicPseudoType)
	if !ok {
		return "", false
	}
	switch v.Type() {
	case cty.Bool:
		if v.True() {
			return "ON", true
		}
		return "OFF", true
	case cty.Number:
		return v.AsBigFloat().Text('f', -1), true
	case cty.String:
		text = v.AsString()
		if strings.ContainsAny(text, "\x00\r\n") {
			r.wrong(p.value.Range(), "Invalid option", "The value of an option is one line of text.")
		}
		return bytesOf(text), true
	}
	r.wrong(p.value.Range(), "Wrong type", "The value of an option is text, a number or a bool; this is %s.", article(v.Type()))
	return "", false
}

// binarySize is a size that no server reads as it is meant: they know K, M
// and G, and no option means anything else by "MiB".
var binarySize = regexp.MustCompile(`^[0-9.]+ ?[KMGT]iB$`)

// bytesOf is a size with a binary unit in bytes, and other text as it is.
func bytesOf(text string) string {
	if !binarySize.MatchString(text) {
		return text
	}
	n, err := parseSize(text)
	if err != nil {
		return text
	}
	return strconv.FormatInt(n, 10)
}
