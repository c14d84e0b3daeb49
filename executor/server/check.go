package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/planner/plan"
)

// VersionError is a program that does not meet the constraint.
type VersionError struct {
	Program    string // path
	Version    string // what it says of itself
	Constraint string
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%s is version %s, but the spec needs version %s; install such a server, or change `version` of the server block", e.Program, e.Version, e.Constraint)
}

// Check finds out, without starting the server, whether it would start with
// these options: whether the program is there, has the version wanted, and
// knows every option and plugin. An error has a line for each that it refuses.
// The warnings are what it says of options that it takes but adjusts or
// ignores. It costs some tenths of a second.
func Check(ctx context.Context, o Options) (warnings []string, err error) {
	found, err := find(ctx, o.Program, o.Version)
	if err != nil {
		return nil, err
	}
	// What a server without options says as well is no fault of theirs.
	bare, err := found.help(ctx, o.pluginArgs())
	if err != nil && bare.errors == nil {
		return nil, err
	}
	if bare.errors != nil {
		return nil, refusal(found.path, bare.errors)
	}
	full, err := found.help(ctx, append(o.pluginArgs(), o.settingArgs()...))
	refused := news(full.errors, bare.errors)
	if len(refused) > 1 || err != nil && len(o.Settings) > 1 { // a server stops at the first that it refuses
		refused = found.refusedAlone(ctx, &o, refused)
	}
	for i, message := range refused {
		refused[i] += bare.suggestion(message)
	}
	refused = append(refused, bare.abbreviations(o.Settings, full)...)
	switch {
	case len(refused) > 0:
		return nil, refusal(found.path, refused)
	case err != nil:
		return nil, err
	}
	return news(full.warnings, bare.warnings), nil
}

// refusedAlone is what a server refuses of each setting by itself, or else
// what it refused of all together.
func (p program) refusedAlone(ctx context.Context, o *Options, together []string) (refused []string) {
	for _, setting := range o.settingArgs() {
		// The error of the program is in its messages too.
		one, _ := p.help(ctx, append(o.pluginArgs(), setting))
		refused = append(refused, news(one.errors, refused)...)
	}
	if refused == nil {
		return together
	}
	return refused
}

// refusal is the error for what a server will not take.
func refusal(path string, messages []string) error {
	return errors.New(path + " would not start with these options:\n  " + strings.Join(messages, "\n  "))
}

// answer is what a server says to --help --verbose.
type answer struct {
	names            []string // of its options, with underscores
	errors, warnings []string
}

// listedName is an option in the server's help, or a variable in the table
// below it.
var listedName = regexp.MustCompile(`(?m)^(?:  (?:-., )?--)?([a-z][a-zA-Z0-9_-]+)(?:[=\[ ]|$)`)

// help asks for the help, with arguments that are checked on the way.
func (p program) help(ctx context.Context, args []string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.path, append(append([]string{"--no-defaults"}, args...), "--help", "--verbose")...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &out, &log, "/"
	err := cmd.Run()
	a := answer{errors: said(log.String(), "[ERROR]"), warnings: said(log.String(), "[Warning]")}
	for _, m := range listedName.FindAllStringSubmatch(out.String(), -1) {
		a.names = append(a.names, underscored(m[1]))
	}
	if err != nil {
		err = fmt.Errorf("cannot ask %s for its options: %w", p.path, err)
	}
	return a, err
}

// unknownOption is how servers refuse a name.
var unknownOption = regexp.MustCompile(`unknown (?:variable|option) '-*([A-Za-z0-9_-]+)`)

// suggestion is the known name nearest to one that was refused.
func (a *answer) suggestion(message string) string {
	m := unknownOption.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	if near := nearest(underscored(m[1]), a.names); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// abbreviations refuses names that the server completes by itself: the next
// version may have two options that begin so.
func (a *answer) abbreviations(settings []string, full answer) (refused []string) {
	said := underscored(strings.Join(append(full.warnings, full.errors...), "\n"))
	for _, setting := range settings {
		name, _, _ := strings.Cut(underscored(setting), "=")
		if slices.Contains(a.names, name) || strings.Contains(said, name) {
			continue
		}
		begins := func(known string) bool { return strings.HasPrefix(known, name) }
		if i := slices.IndexFunc(a.names, begins); i >= 0 {
			refused = append(refused, fmt.Sprintf("%s is an abbreviation; write %s", name, a.names[i]))
		}
	}
	return refused
}

// underscored is a name as servers list it: dashes and underscores are the same.
func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// number is what differs between messages that say the same.
var number = regexp.MustCompile(`\d+`)

// news is what list says and known does not, whatever the numbers in it: how
// many files a server wants to open follows from other options.
func news(list, known []string) (rest []string) {
	heard := map[string]bool{}
	for _, message := range known {
		heard[number.ReplaceAllString(message, "#")] = true
	}
	for _, message := range list {
		if !heard[number.ReplaceAllString(message, "#")] {
			rest = append(rest, message)
		}
	}
	return rest
}

// OptionsOf are the options that start a server of a plan, but for what the
// plan leaves out.
func OptionsOf(s *plan.Server) Options {
	o := Options{Program: s.Program, Version: s.Version, Plugins: s.Plugins}
	for _, option := range s.Options {
		o.Settings = append(o.Settings, option.Name+"="+option.Value)
	}
	if s.TCP {
		o.Port = AnyPort
	}
	return o
}
