package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Module is another spec with its variables set.
type Module struct {
	Named
	Source      string // relative path, or "assay/NAME" for a built-in one
	SourceRange hcl.Range
	Inputs      []*Attribute // variables of the module, in written order
	Spec        *Spec        // as loaded; nil only if loading failed
}

// Attribute is a name, an expression and where both stand.
type Attribute struct {
	Name      string
	Value     hcl.Expression
	NameRange hcl.Range
}

// module decodes the block; the loader fills in Spec.
func (d *decoder) module(b *hclsyntax.Block) *Module {
	c := d.block(b, &moduleKind)
	m := &Module{Named: c.Named, SourceRange: c.DeclRange, Inputs: c.rest}
	if e := c.expr("source"); e != nil {
		m.SourceRange = e.Range()
	}
	if v := d.literal(c, "source", cty.String); !v.IsNull() {
		m.Source = v.AsString()
		d.add(badSource(m))
	}
	return m
}

var moduleKind = kind{
	name:  "module",
	label: "the name its parts are referred to by, as `module.NAME.mix.oltp`",
	about: `Another spec with its variables set. Its schemas, mixes and targets are used as ` + "`module.NAME.schema.X`" + `,
` + "`module.NAME.mix.X`" + ` and ` + "`module.NAME.target.X`" + `; its experiments are left aside. A module sees nothing of the spec that uses it but
its inputs. Modules may use modules, not in a circle.`,
	attrs: []attr{
		{name: "source", words: "text", required: true,
			about: "A path that begins with `./` or `../`, relative to the file it stands in, to a file or a directory; or `\"assay/NAME\"` for an example built into the command, such as `\"assay/tpcc\"`"},
	},
	open: "The value of the module's variable of this name",
	example: `module "oltp" {
  source = "assay/quickstart"
  rows   = 100000
}
`,
}
