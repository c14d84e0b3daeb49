package spec

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// decoder turns syntax into structs and gathers what the author did wrong. It
// goes on after a mistake, so that one run tells of all of them.
type decoder struct {
	diags   hcl.Diagnostics
	partial bool // the file has syntax errors: what seems missing may only be unread
}

// contents is a block that has been checked against its kind. It holds only
// what the kind allows; the rest has become diagnostics.
type contents struct {
	Named
	kind   *kind
	attrs  map[string]*hclsyntax.Attribute
	rest   []*Attribute       // of an open kind, in written order: let, matrix and inputs depend on it
	blocks []*hclsyntax.Block // in written order
}

// block checks b and its label against k.
func (d *decoder) block(b *hclsyntax.Block, k *kind) *contents {
	c := d.body(b.Body, k, b.DefRange())
	c.Named = d.named(b, k)
	return c
}

// body checks a body against k; header is where something missing is reported,
// since what is not there has no range of its own.
func (d *decoder) body(body *hclsyntax.Body, k *kind, header hcl.Range) *contents {
	c := &contents{kind: k, attrs: make(map[string]*hclsyntax.Attribute, len(body.Attributes))}
	for _, a := range inOrder(body.Attributes) {
		switch {
		case k.attr(a.Name) != nil:
			c.attrs[a.Name] = a
		case k.open != "" && k.block(a.Name) == nil:
			c.rest = append(c.rest, &Attribute{Name: a.Name, Value: a.Expr, NameRange: a.NameRange})
		default:
			d.add(unknownAttribute(k, a))
		}
	}
	c.blocks = d.nestedBlocks(body.Blocks, k)
	d.missing(c, header)
	return c
}

// nestedBlocks gives the blocks that k allows. Those beyond a maximum are
// reported and left out.
func (d *decoder) nestedBlocks(blocks hclsyntax.Blocks, k *kind) []*hclsyntax.Block {
	var kept []*hclsyntax.Block
	first := map[string]*hclsyntax.Block{}
	for _, b := range blocks {
		n := k.block(b.Type)
		if n == nil {
			d.add(strayBlock(k, b))
			continue
		}
		if f := first[b.Type]; f != nil && n.max == 1 {
			d.add(secondBlock(k, b, f.DefRange()))
			continue
		}
		if first[b.Type] == nil {
			first[b.Type] = b
		}
		kept = append(kept, b)
	}
	return kept
}

// missing reports attributes and blocks that the kind requires.
func (d *decoder) missing(c *contents, header hcl.Range) {
	if d.partial {
		return
	}
	for i := range c.kind.attrs {
		a := &c.kind.attrs[i]
		if a.required && c.attrs[a.name] == nil {
			d.add(missingAttribute(c.kind, a, header))
		}
	}
	for _, n := range c.kind.blocks {
		isKind := func(b *hclsyntax.Block) bool { return b.Type == n.kind }
		if n.min > 0 && !slices.ContainsFunc(c.blocks, isKind) {
			d.add(missingBlock(c.kind, n.kind, header))
		}
	}
}

// named checks a block's label and gives its names and ranges.
func (d *decoder) named(b *hclsyntax.Block, k *kind) Named {
	n := Named{NameRange: b.TypeRange, DeclRange: b.DefRange(), Body: b.Range()}
	want := 0
	if k.label != "" {
		want = 1
	}
	switch {
	case len(b.Labels) > want:
		d.add(extraLabel(k, b, want))
	case len(b.Labels) < want:
		d.add(missingLabel(k, b))
	}
	if want == 1 && len(b.Labels) > 0 {
		n.Name, n.NameRange = b.Labels[0], b.LabelRanges[0]
		d.add(badName(k, n))
	}
	return n
}

// expr gives the expression of an attribute, or nil if it is absent. A name
// that is not in the kind's table is a mistake in this package.
func (c *contents) expr(name string) hcl.Expression {
	if c.kind.attr(name) == nil {
		panic(fmt.Sprintf("spec: %s has no attribute %q in its table", c.kind.title(), name))
	}
	if a := c.attrs[name]; a != nil {
		return a.Expr
	}
	return nil // not a nil *Attribute in an interface
}

// literal evaluates an attribute that must be a plain constant of type want,
// since it is needed before anything else can be evaluated. Absent and wrong
// attributes give want's null value; wrong ones are reported.
func (d *decoder) literal(c *contents, name string, want cty.Type) cty.Value {
	e := c.expr(name)
	if e == nil {
		return cty.NullVal(want)
	}
	v, diags := e.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() || v.IsNull() || !v.Type().Equals(want) {
		d.add(notLiteral(c.kind, name, want, e.Range()))
		return cty.NullVal(want)
	}
	return v
}

// text is a literal attribute as a string; absent is the empty string.
func (d *decoder) text(c *contents, name string) string {
	if v := d.literal(c, name, cty.String); !v.IsNull() {
		return v.AsString()
	}
	return ""
}

// add keeps diagnostics up to a limit that nobody reads to; nil is nothing.
func (d *decoder) add(diags ...*hcl.Diagnostic) {
	for _, diag := range diags {
		if diag == nil || len(d.diags) > maxProblems {
			continue
		}
		if len(d.diags) == maxProblems {
			diag = tooMany(diag)
		}
		d.diags = append(d.diags, diag)
	}
}

// scope remembers where names were declared, by kind and name.
type scope map[[2]string]hcl.Range

// claim reports a name that its scope has already. Blocks without a valid
// label were reported before and claim nothing.
func (d *decoder) claim(s scope, what, name string, at hcl.Range) {
	if name == "" {
		return
	}
	key := [2]string{what, name}
	if first, ok := s[key]; ok {
		d.add(duplicate(what, name, at, first))
		return
	}
	s[key] = at
}

// inOrder gives attributes by position; hclsyntax keeps them in a map.
func inOrder(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	list := make([]*hclsyntax.Attribute, 0, len(attrs))
	for _, a := range attrs {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *hclsyntax.Attribute) int {
		return a.NameRange.Start.Byte - b.NameRange.Start.Byte
	})
	return list
}
