package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/probes/probe"
)

// Probe is a hardware probe. It has two labels and is referred to by both, as
// probe.cpu.primes, so its Name is KIND.NAME.
type Probe struct {
	Named
	Kind    string       // as in package probe; empty if there is no such kind
	Options []*Attribute // known to the kind, in its order
}

// Option is the expression of an option, or nil if it is not given.
func (p *Probe) Option(name string) hcl.Expression {
	for _, o := range p.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return nil
}

// probe decodes the block by the options of its kind.
func (d *decoder) probe(b *hclsyntax.Block) *Probe {
	p := &Probe{Named: Named{NameRange: b.TypeRange, DeclRange: b.DefRange(), Body: b.Range()}}
	if len(b.Labels) != 2 {
		d.add(problem("Two labels are needed",
			fmt.Sprintf("A probe block has its kind and a name, as in probe \"cpu\" \"primes\". The kinds are %s.", strings.Join(probe.Names(), ", ")), b.DefRange()))
		return p
	}
	p.NameRange = b.LabelRanges[1]
	if diag := badName(&probeKind, Named{Name: b.Labels[1], NameRange: p.NameRange}); diag != nil {
		d.add(diag)
		return p
	}
	k := probe.Find(b.Labels[0])
	if k == nil {
		d.add(unknownProbe(b))
		return p
	}
	p.Kind, p.Name = k.Name, k.Name+"."+b.Labels[1]
	given := d.body(b.Body, optionsKind(k), b.DefRange()).attrs
	for _, o := range k.Options {
		if a := given[o.Name]; a != nil {
			p.Options = append(p.Options, &Attribute{Name: o.Name, Value: a.Expr, NameRange: a.NameRange})
		}
	}
	return p
}

// unknownProbe lists the kinds that there are.
func unknownProbe(b *hclsyntax.Block) *hcl.Diagnostic {
	detail := fmt.Sprintf("There is no probe of kind %q.", shorten(b.Labels[0]))
	hint := didYouMean(b.Labels[0], probe.Names())
	if hint == "" {
		hint = " The kinds are " + strings.Join(probe.Names(), ", ") + "."
	}
	return problem("Unknown kind of probe", detail+hint, b.LabelRanges[0])
}

// optionsKind is the block of one kind of probe.
func optionsKind(k *probe.Kind) *kind {
	of := kind{name: probeKind.name, about: k.About, example: k.Example}
	for _, o := range k.Options {
		of.attrs = append(of.attrs, attr{name: o.Name, required: o.Required, words: optionWords(&o), def: optionDefault(&o), about: o.About})
	}
	return &of
}

// optionWords is what an option takes, in the words of the reference.
func optionWords(o *probe.Option) string {
	switch o.Type {
	case probe.Size:
		return "size, as text with a unit or a number of bytes"
	case probe.Span:
		return "duration"
	case probe.Truth:
		return "bool"
	case probe.Word, probe.Place:
		return "text"
	case probe.Words:
		return "list of texts"
	}
	return "number"
}

// optionDefault is the default as HCL.
func optionDefault(o *probe.Option) string {
	switch {
	case o.Required:
		return ""
	case o.Type == probe.Words && o.Default == "":
		return "`[]`"
	case o.Type == probe.Words:
		return "`[\"" + strings.ReplaceAll(o.Default, ",", "\", \"") + "\"]`"
	case slices.Contains([]probe.Type{probe.Count, probe.Ratio, probe.Truth}, o.Type):
		return o.Default
	}
	return "`\"" + o.Default + "\"`"
}

// probeSections are the sections of the reference on each kind of probe.
func probeSections() string {
	var b strings.Builder
	for _, k := range probe.Kinds() {
		of := optionsKind(k)
		fmt.Fprintf(&b, "#### probe %s\n\n%s\n\nIts events are called %s.\n\n%s", k.Name, k.About, quotedWords(k.Operations), of.attrTable())
		fmt.Fprintf(&b, "```hcl\n%s```\n\n", of.example)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// quotedWords lists words as code.
func quotedWords(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

// probeKind is what all probes have in common; what stands in the block
// depends on its first label.
var probeKind = kind{
	name:  "probe",
	label: "first the kind, then the name: `probe \"cpu\" \"primes\"` is referred to as `probe.cpu.primes`",
	about: "A probe of the hardware: what a load runs in place of a mix (`probe = probe.cpu.primes`), without any database. " +
		"Threads, warm-up, duration, matrix, repeats, assertions and the archive are those of every load; an event is one operation of the probe, named in the column `transaction`. " +
		"Options are known when the experiment is planned: they may be made of variables, so that a matrix can vary them. They are named as in sysbench 1.0 where sysbench has them, with its defaults. " +
		"Where a probe works (a directory, a peer) is no part of the plan, as addresses are none: a plan file runs in the current directory, and with a peer of its own.",
	example: `variable "limit" {
  default = 10000
}

probe "cpu" "primes" {
  cpu_max_prime = var.limit
}

experiment "sizes" {
  matrix {
    limit = [1000, 10000]
  }
  load "cpu" {
    probe = probe.cpu.primes
  }
}
`,
}
