package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// Variable is an input of a spec.
type Variable struct {
	Named
	Type        cty.Type       // cty.DynamicPseudoType if not declared
	Default     hcl.Expression // a constant; nil: a value must be given
	Description string
	Sensitive   bool
	Validations []*Validation
}

// Validation is a rule for a variable's value.
type Validation struct {
	Condition    hcl.Expression // refers to the variable itself
	ErrorMessage hcl.Expression
	DeclRange    hcl.Range
}

// Local is one name of a locals block.
type Local struct {
	Name      string
	Value     hcl.Expression
	NameRange hcl.Range
}

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
