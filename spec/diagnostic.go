package spec

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Everything that the structure of a file can get wrong, one function each:
// a short summary, a detail that ends with the remedy, and a tight range.

// problem makes an error.
func problem(summary, detail string, at hcl.Range) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: detail, Subject: &at}
}

// in is problem with the surrounding lines that show what is meant.
func in(context hcl.Range, diag *hcl.Diagnostic) *hcl.Diagnostic {
	diag.Context = &context
	return diag
}

// unknownAttribute looks first for what the author may have had in mind: a
// block, a neighbour's attribute, a slip of the finger. Only then does it list
// what there is.
func unknownAttribute(k *kind, a *hclsyntax.Attribute) *hcl.Diagnostic {
	if k.block(a.Name) != nil {
		return problem("Block written as an attribute",
			fmt.Sprintf("%q is a block: write %s { … } without the equals sign.", a.Name, a.Name), a.NameRange)
	}
	if k.name == "" {
		return problem("Attribute outside a block",
			fmt.Sprintf("Only blocks stand at the top of a file. If %q is to be a name for a value, put it into a locals block.", shorten(a.Name)), a.NameRange)
	}
	known := k.attrNames()
	detail := fmt.Sprintf("There is no attribute %q in %s.", shorten(a.Name), k.title())
	hint := didYouMean(a.Name, append(known, k.blockNames()...))
	absence := k.absence(a.Name)
	switch home := k.neighbourWith(a.Name); {
	case absence != "":
		detail += absence
	case home != nil:
		detail += fmt.Sprintf(" It belongs in %s.", home.title())
	case hint != "":
		detail += hint
	case len(known) > 0:
		detail += " It takes " + strings.Join(known, ", ") + "."
	default:
		detail += " It takes none: remove the line."
	}
	return problem("Unknown attribute", detail, a.NameRange)
}

// missingAttribute quotes the reference, so that nobody need look there.
func missingAttribute(k *kind, a *attr, header hcl.Range) *hcl.Diagnostic {
	return problem("Missing attribute",
		fmt.Sprintf("%s needs the attribute %q (%s). %s.", upperFirst(k.title()), a.name, plain(a.words), plain(a.about)), header)
}

// strayBlock is a block that may not stand in a parent: of another parent, of
// no kind at all, or an attribute written as a block.
func strayBlock(parent *kind, b *hclsyntax.Block) *hcl.Diagnostic {
	if parent.attr(b.Type) != nil {
		return problem("Attribute written as a block",
			fmt.Sprintf("%q is an attribute: write %s = … with an equals sign.", b.Type, b.Type), b.TypeRange)
	}
	if k := findKind(b.Type); k != nil {
		where := "in " + parent.title()
		if parent.name == "" {
			where = "at " + parent.title()
		}
		return in(b.DefRange(), problem("Block out of place",
			fmt.Sprintf("%s cannot stand %s; it belongs %s.", upperFirst(k.title()), where, k.place()), b.TypeRange))
	}
	known := parent.blockNames()
	detail := fmt.Sprintf("There is no block %q", shorten(b.Type))
	if parent.name != "" {
		detail += " in " + parent.title()
	}
	detail += "."
	absence := parent.absence(b.Type)
	switch hint := didYouMean(b.Type, known); {
	case absence != "":
		detail += absence
	case hint != "":
		detail += hint
	case len(known) == 0:
		detail += " It holds attributes only."
	default:
		detail += " Blocks that may stand here: " + strings.Join(known, ", ") + "."
	}
	return in(b.DefRange(), problem("Unknown block", detail, b.TypeRange))
}

// secondBlock is for blocks that may stand once; which of two is meant is not
// for Assay to guess.
func secondBlock(parent *kind, b *hclsyntax.Block, first hcl.Range) *hcl.Diagnostic {
	where := "in " + parent.title()
	if parent.name == "" {
		where = "in a spec"
	}
	return problem("Duplicate block",
		fmt.Sprintf("Only one %s block may stand %s; the first is at %s. Join the two.", b.Type, where, place(first)), b.DefRange())
}

// missingBlock is for blocks without which their parent would do nothing.
func missingBlock(k *kind, what string, header hcl.Range) *hcl.Diagnostic {
	return problem("Missing block",
		fmt.Sprintf("%s needs at least one %s block.", upperFirst(k.title()), what), header)
}

// extraLabel points to the first label that is one too many.
func extraLabel(k *kind, b *hclsyntax.Block, want int) *hcl.Diagnostic {
	detail := fmt.Sprintf("%s has no label: write %s { … }.", upperFirst(k.title()), k.name)
	if want > 0 {
		detail = fmt.Sprintf("%s has one label: remove the second and those after it.", upperFirst(k.title()))
	}
	return in(b.DefRange(), problem("Extra label", detail, b.LabelRanges[want]))
}

// missingLabel shows the form, since HCL's labels are strange to newcomers.
func missingLabel(k *kind, b *hclsyntax.Block) *hcl.Diagnostic {
	return problem("Missing label",
		fmt.Sprintf("%s needs a label: write %s \"NAME\" { … }. It is %s.", upperFirst(k.title()), k.name, plain(k.label)), b.TypeRange)
}

// duplicate points to the later declaration and names the place of the first.
func duplicate(what, name string, at, first hcl.Range) *hcl.Diagnostic {
	return problem("Duplicate name",
		fmt.Sprintf("There is already %s %s %q at %s. Rename or remove one of the two.", article(what), what, shorten(name), place(first)), at)
}

// notLiteral is for the few attributes that reading itself needs.
func notLiteral(k *kind, name string, want cty.Type, at hcl.Range) *hcl.Diagnostic {
	return problem("Not a plain constant",
		fmt.Sprintf("The attribute %q of %s is needed before expressions are evaluated, so it must be a plain %s without references or functions.",
			name, k.title(), want.FriendlyName()), at)
}

// tooMany takes the place of a diagnostic that is one too many.
func tooMany(last *hcl.Diagnostic) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Too many problems",
		Detail: "There are more problems from here on. Mend those above first.", Subject: last.Subject}
}

// noSteps: an event without a statement would be counted and measure nothing.
func noSteps(c *contents) *hcl.Diagnostic {
	return problem("No steps",
		fmt.Sprintf("%s needs at least one step: a query, group, rollback or think block.", upperFirst(c.kind.title())), c.DeclRange)
}

// emptyExpect: a block that expects nothing is a line that was forgotten.
func emptyExpect(c *contents) *hcl.Diagnostic {
	return problem("Nothing expected",
		"An expect block needs at least one of rows, affected and error; remove the block if any answer will do.", c.DeclRange)
}

// place is a range as "file:line", the way editors open it.
func place(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }

// shorten keeps hostile names from filling the screen.
func shorten(s string) string {
	if len(s) <= maxName {
		return s
	}
	return strings.ToValidUTF8(s[:maxName], "") + "…"
}

// plain takes the Markdown out of a table's text.
func plain(s string) string { return strings.ReplaceAll(s, "`", "") }

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
