package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Assay is the assay block.
type Assay struct {
	RequiredVersion hcl.Expression // a constraint such as ">= 0.1"; nil if absent
	DeclRange       hcl.Range
}

// assay leaves the constraint to the planner, which knows the version that it
// compiles.
func (d *decoder) assay(b *hclsyntax.Block) *Assay {
	c := d.block(b, &assayKind)
	return &Assay{RequiredVersion: c.expr("required_version"), DeclRange: c.DeclRange}
}

var assayKind = kind{
	name:  "assay",
	about: `Says which versions of the language a spec is written for. At most one in a spec.`,
	attrs: []attr{
		{name: "required_version", words: "text", def: "any version",
			about: "A constraint such as `\">= 0.1\"` or `\">= 0.1, < 2\"`; a version outside it refuses the spec"},
	},
	example: `assay {
  required_version = ">= 0.1"
}
`,
}
