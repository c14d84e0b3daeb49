package spec

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// maxName bounds labels, since they become parts of file names.
const maxName = 64

// Roots are the first words of all references. They are reserved: no label
// of a block that is referred to may be one of them.
var Roots = []string{
	"var", "local", "let", "query", "count", "self", "table", "schema", "mix", "target",
	"server", "probe", "module", "host", "result", "worker",
}

// sqlNames are kinds whose labels are names in the database or inputs of a
// user. A column called count or a variable called host hides nothing, since
// every reference begins with a root.
var sqlNames = []string{"variable", "table", "column", "index"}

// badName reports a label that cannot be a name; nil if it can.
func badName(k *kind, n Named) *hcl.Diagnostic {
	switch {
	case !hclsyntax.ValidIdentifier(n.Name):
		return problem("Invalid name",
			fmt.Sprintf("The name %q must begin with a letter and hold only letters, digits, _ and -.", shorten(n.Name)), n.NameRange)
	case len(n.Name) > maxName:
		return problem("Name too long",
			fmt.Sprintf("The name has %d bytes; %d is the most, since names become parts of file names.", len(n.Name), maxName), n.NameRange)
	case slices.Contains(Roots, n.Name) && !slices.Contains(sqlNames, k.name):
		return problem("Reserved name",
			fmt.Sprintf("%q begins references, as in %s.NAME, and cannot name %s. Choose another name.", n.Name, n.Name, k.title()), n.NameRange)
	}
	return nil
}
