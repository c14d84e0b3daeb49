package spec

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed reference.md.tmpl
var referenceText string

// Reference is the language reference in Markdown, docs/language.md: written
// text, with a section for each kind of block that is made from the table that
// also decodes it.
func Reference() string {
	t := template.Must(template.New("reference").Funcs(template.FuncMap{
		"section": section,
		"limits":  limitLines,
		"probes":  probeSections,
	}).Parse(referenceText))
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		panic(err) // the template is part of the program
	}
	return b.String()
}

// section is one kind of block.
func section(name string) (string, error) {
	k := findKind(name)
	if k == nil {
		return "", fmt.Errorf("there is no kind of block %q", name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n", k.name, k.about)
	fmt.Fprintf(&b, "It stands %s. %s\n\n", k.linkedPlace(), k.labelSentence())
	if len(k.attrs) > 0 || k.open != "" {
		b.WriteString(k.attrTable())
	}
	if len(k.blocks) > 0 {
		fmt.Fprintf(&b, "Blocks in it: %s.\n\n", k.blockList())
	}
	fmt.Fprintf(&b, "```hcl\n%s```\n", k.example)
	return b.String(), nil
}

// labelSentence says what stands behind the name of the block.
func (k *kind) labelSentence() string {
	if k.label == "" {
		return "It has no label."
	}
	return "Its label is " + k.label + "."
}

// linkedPlace is place with links to the parents' sections.
func (k *kind) linkedPlace() string {
	parents := k.parents()
	if len(parents) == 0 {
		return k.place()
	}
	links := make([]string, len(parents))
	for i, p := range parents {
		links[i] = article(p) + " " + link(p)
	}
	return "in " + choice(links)
}

// attrTable has a row for each attribute, and one for all others of an open
// kind.
func (k *kind) attrTable() string {
	var b strings.Builder
	b.WriteString("| attribute | value | default | meaning |\n|---|---|---|---|\n")
	for _, a := range k.attrs {
		def := a.def
		if a.required {
			def = "**required**"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s. |\n", a.name, a.words, def, a.about)
	}
	if k.open != "" {
		fmt.Fprintf(&b, "| *any name* | any | | %s. |\n", k.open)
	}
	return b.String() + "\n"
}

// blockList is the blocks that may stand in it, with links.
func (k *kind) blockList() string {
	parts := make([]string, len(k.blocks))
	for i, n := range k.blocks {
		parts[i] = link(n.kind) + " (" + n.often() + ")"
	}
	return strings.Join(parts, ", ")
}

// often is a cardinality in words.
func (n nested) often() string {
	switch {
	case n.min == 1:
		return "at least one"
	case n.max == 1:
		return "at most one"
	}
	return "any number"
}

func link(name string) string { return "[" + name + "](#" + name + ")" }

// limitLines is the section on limits, from the constants themselves.
func limitLines() string {
	var b strings.Builder
	for _, l := range []struct {
		what string
		n    any
	}{
		{"size of a file", fmt.Sprintf("%d MiB", maxFileBytes>>20)},
		{"size of a spec with its modules", fmt.Sprintf("%d MiB", maxBytes>>20)},
		{"words and signs in it", maxTokens},
		{"files in it", maxFiles},
		{"modules, each counted as often as it is used", maxModules},
		{"modules within each other", maxDepth},
		{"blocks and brackets within each other", maxNesting},
		{"operators in one expression", maxChain},
		{"digits of a number", maxDigits},
		{"bytes of a label", maxName},
	} {
		fmt.Fprintf(&b, "| %s | %v |\n", l.what, l.n)
	}
	return b.String()
}
