package main

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/probes/probe"
	"github.com/assay-bench/assay/spec"
	"github.com/spf13/cobra"
)

func newProbe(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe",
		Short: "Measure the hardware without a spec, or show what the host is",
		Long: "Measure the hardware without a spec: flags stand for the options of a probe block and of a load, and\n" +
			"the plan is that of the spec that --spec prints. Options have sysbench's names, with or without the\n" +
			"word for the kind: --cpu-max-prime is --max-prime.",
	}
	cmd.AddCommand(newProbeHost(a), newProbePeer(a))
	for _, k := range probe.Kinds() {
		cmd.AddCommand(newProbeKind(a, k))
	}
	return cmd
}

// probing is what the flags of one kind of probe say.
type probing struct {
	kind    *probe.Kind
	options map[string]*string // by the option's name
	load    map[string]*string // by the attribute's name
	in      inputs
	run     runOptions
	show    bool // print the spec and run nothing
}

// loadFlags are the attributes of the load that can be given; those in quotes
// are texts.
var loadFlags = []struct{ name, usage, quote string }{
	{"threads", "`NUMBER` of workers", ""},
	{"events", "measure exactly so many events: `NUMBER`", ""},
	{"warmup", "run for this `TIME` first, without counting", `"`},
	{"duration", "measure for this `TIME` (default 10s, or until the events are done)", `"`},
}

func newProbeKind(a *app, k *probe.Kind) *cobra.Command {
	p := &probing{kind: k, options: map[string]*string{}, load: map[string]*string{}}
	cmd := &cobra.Command{
		Use:   k.Name,
		Short: firstSentence(k.About),
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.run.output.check(); err != nil {
				return err
			}
			text, err := p.spec(cmd)
			if err != nil {
				return err
			}
			if p.show {
				return writeOut(a.out, p.run.output.file, []byte(text))
			}
			j, err := a.fromFlags(&p.in, text)
			if err != nil {
				return err
			}
			return a.run(cmd.Context(), j, &p.run)
		},
	}
	p.register(cmd)
	return cmd
}

// register adds the flags: each option by its short name and, unseen, by
// sysbench's.
func (p *probing) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	for i := range p.kind.Options {
		o := &p.kind.Options[i]
		value := new(string)
		p.options[o.Name] = value
		short, long := p.kind.Flag(o), probe.LongFlag(o)
		flags.StringVar(value, short, "", optionUsage(o))
		if long != short {
			flags.StringVar(value, long, "", optionUsage(o))
			flags.Lookup(long).Hidden = true
		}
		if o.Type == probe.Truth {
			flags.Lookup(short).NoOptDefVal, flags.Lookup(long).NoOptDefVal = "true", "true"
		}
	}
	for _, f := range loadFlags {
		p.load[f.name] = flags.String(f.name, "", f.usage)
	}
	flags.StringVar(&p.in.seed, "seed", "", "the `NUMBER` that all randomness comes from (default 1)")
	flags.BoolVar(&p.run.keep, "keep", false, "leave what the probe made, such as files")
	flags.BoolVar(&p.show, "spec", false, "print the spec that the flags stand for, and run nothing")
	p.run.output.register(cmd)
}

// optionUsage is an option in the words of the reference, without its markup.
func optionUsage(o *probe.Option) string {
	usage := fmt.Sprintf("%s (`%s`", strings.ReplaceAll(firstSentence(o.About), "`", ""), optionWord[o.Type])
	switch {
	case o.Required:
		usage += ", required"
	case o.Default != "":
		usage += ", default " + o.Default
	}
	return usage + ")"
}

// optionWord stands for the value of an option.
var optionWord = map[probe.Type]string{
	probe.Count: "NUMBER", probe.Size: "SIZE", probe.Span: "TIME", probe.Ratio: "NUMBER", probe.Truth: "on|off",
	probe.Word: "WORD", probe.Words: "WORDS", probe.Place: "PATH",
}

// firstSentence is where a description may stop.
func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

// spec writes the spec that the flags stand for, after a check of each value
// that names its flag: the planner would name an attribute that nobody wrote.
// Options that were not given are left to their defaults, so that the spec says
// no more than its author.
func (p *probing) spec(cmd *cobra.Command) (string, error) {
	var b strings.Builder
	values := p.kind.Defaults()
	fmt.Fprintf(&b, "probe %q %q {\n", p.kind.Name, p.kind.Name)
	for i := range p.kind.Options {
		o := &p.kind.Options[i]
		short := p.kind.Flag(o)
		if !cmd.Flags().Changed(short) && !cmd.Flags().Changed(probe.LongFlag(o)) {
			if o.Required {
				return "", fmt.Errorf("--%s is missing: %s", short, firstSentence(o.About))
			}
			continue
		}
		v, err := o.Parse(*p.options[o.Name])
		if err != nil {
			return "", fmt.Errorf("--%s: %w", short, err)
		}
		values.Set(o.Name, v)
		fmt.Fprintf(&b, "  %s = %s\n", o.Name, o.Literal(v))
	}
	for _, problem := range values.Problems() {
		return "", fmt.Errorf("--%s: %s", p.kind.Flag(p.kind.Option(problem.Option)), strings.TrimSuffix(problem.Detail, "."))
	}
	fmt.Fprintf(&b, "}\n\nexperiment %q {\n  load %[1]q {\n    probe = probe.%[1]s.%[1]s\n", p.kind.Name)
	if err := p.writeLoad(&b); err != nil {
		return "", err
	}
	b.WriteString("  }\n}\n")
	text, _ := spec.Format([]byte(b.String()), flagsFile) // whose parts have been checked
	return string(text), nil
}

// writeLoad writes the attributes of the load. Their values are expressions, such
// as host.cpus, and go into the spec as they are; what is none would spoil it.
func (p *probing) writeLoad(b *strings.Builder) error {
	for _, f := range loadFlags {
		value := *p.load[f.name]
		if value == "" {
			continue
		}
		line := fmt.Sprintf("%s = %s%s%s\n", f.name, f.quote, value, f.quote)
		if _, diags := spec.Format([]byte(line), flagsFile); diags.HasErrors() {
			return fmt.Errorf("--%s cannot be %q: %s", f.name, value, strings.ReplaceAll(f.usage, "`", ""))
		}
		b.WriteString("    " + line)
	}
	return nil
}

// flagsFile is the name under which the spec of flags is archived, and told of
// if the planner refuses a value.
const flagsFile = "probe.hcl"

// fromFlags compiles the spec of flags.
func (a *app) fromFlags(in *inputs, text string) (*job, error) {
	s, diags := spec.Read(flagsFile, spec.Options{FS: oneFile{flagsFile, text}})
	if err := a.diagnose(diags, s.Files); err != nil {
		return nil, err
	}
	var o planner.Options
	if err := in.seedAndTarget(&o); err != nil {
		return nil, err
	}
	j, err := a.compile(in, s, o)
	if err != nil {
		return nil, err
	}
	return j, j.complete(in)
}
