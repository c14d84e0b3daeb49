package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Variable is an input of a spec.
type Variable struct {
	Named
	Type        cty.Type       // cty.DynamicPseudoType if not declared
	Default     hcl.Expression // a constant; nil: a value must be given
	Description string         // for people; empty if absent
	Sensitive   bool           // the value must not be printed or archived
	Validations []*Validation
}

// Validation is a rule for a variable's value.
type Validation struct {
	Condition    hcl.Expression // refers to the variable itself
	ErrorMessage hcl.Expression // text, shown if the condition is false
	DeclRange    hcl.Range
}

// variable evaluates what must be known before any value is: the type, and
// whether it is a secret.
func (d *decoder) variable(b *hclsyntax.Block) *Variable {
	c := d.block(b, &variableKind)
	v := &Variable{
		Named:       c.Named,
		Type:        cty.DynamicPseudoType,
		Default:     c.expr("default"),
		Description: d.text(c, "description"),
		Sensitive:   d.literal(c, "sensitive", cty.Bool).Equals(cty.True).True(),
	}
	if e := c.expr("type"); e != nil {
		ty, diags := typeexpr.TypeConstraint(e)
		d.add(diags...)
		v.Type = ty
	}
	for _, b := range c.blocks {
		v.Validations = append(v.Validations, d.validation(b))
	}
	return v
}

// validation cannot be checked here: the value comes from outside.
func (d *decoder) validation(b *hclsyntax.Block) *Validation {
	c := d.block(b, &validationKind)
	return &Validation{
		Condition:    c.expr("condition"),
		ErrorMessage: c.expr("error_message"),
		DeclRange:    c.DeclRange,
	}
}

var variableKind = kind{
	name:  "variable",
	label: "the name it is referred to by, as `var.NAME`",
	about: `An input of a spec. Its value comes, in rising priority, from ` + "`default`" + `, from the environment
(` + "`ASSAY_VAR_NAME`" + `), from ` + "`auto.vars.hcl`" + ` beside the spec, from ` + "`--var-file`" + ` and from ` + "`--var NAME=VALUE`" + `. A variable without a value from
any of these is an error. Every variable can be a factor of an experiment's ` + "`matrix`" + `.`,
	attrs: []attr{
		{name: "type", words: "type", def: "any",
			about: "`string`, `number`, `bool`, `list(T)`, `set(T)`, `map(T)`, `object({ … })`, `tuple([ … ])` or `any`; values are converted to it or refused"},
		{name: "default", words: "constant", about: "The value if none is given"},
		{name: "description", words: "text", about: "One sentence for whoever must set the variable"},
		{name: "sensitive", words: "bool", def: "false",
			about: "The value is never printed, planned or archived; a target's `password` must be such a variable"},
	},
	blocks: []nested{many("validation")},
	example: `variable "tables" {
  type        = number
  default     = 10
  description = "How many tables of equal shape to use."

  validation {
    condition     = var.tables >= 1 && var.tables <= 1000
    error_message = "Between 1 and 1000 tables."
  }
}

variable "password" {
  type      = string
  default   = ""
  sensitive = true
}
`,
}

var validationKind = kind{
	name:  "validation",
	about: "A rule for the value of the variable it stands in. A variable may have several; each that fails is reported.",
	attrs: []attr{
		{name: "condition", words: "bool", required: true, about: "True for good values; it refers to the variable itself and to no other"},
		{name: "error_message", words: "text", required: true, about: "A full sentence that says which values are good"},
	},
	example: `variable "engine" {
  default = "InnoDB"

  validation {
    condition     = contains(["InnoDB", "RocksDB"], var.engine)
    error_message = "Only InnoDB and RocksDB are compared here."
  }
}
`,
}
