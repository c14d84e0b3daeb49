package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Local is one name of a locals block.
type Local struct {
	Name      string
	Value     hcl.Expression
	NameRange hcl.Range
}

// locals gives the names of one block; a spec may have several.
func (d *decoder) locals(b *hclsyntax.Block) []*Local {
	c := d.block(b, &localsKind)
	var locals []*Local
	for _, a := range c.rest {
		locals = append(locals, &Local{Name: a.Name, Value: a.Value, NameRange: a.NameRange})
	}
	return locals
}

var localsKind = kind{
	name: "locals",
	about: `Names for expressions, referred to as ` + "`local.NAME`" + `. A local is an expression and not a value: one that draws
draws anew at each use. Locals may refer to each other in any order, but not in a circle. There may be several
` + "`locals`" + ` blocks; a name stands once in all of them.`,
	open: "The expression that the name stands for",
	example: `locals {
  hot_share = 0.1
  id        = hotspot(1, 100000, local.hot_share, 0.9)
}
`,
}
