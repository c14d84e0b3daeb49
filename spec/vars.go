package spec

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ReadVars reads a file of values for variables, which must end in .vars.hcl.
// The values are in written order; they are expressions without references,
// and whether the variables exist is the planner's business. The file is for
// printing diagnostics, under the name that ranges have; it is nil if it could
// not be read.
func ReadVars(name string) ([]*Attribute, *hcl.File, hcl.Diagnostics) {
	if !strings.HasSuffix(name, varsEnding) {
		return nil, nil, hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "Not a file of variables",
			Detail:   fmt.Sprintf("%s does not end in %s, as files of values for variables do. Rename it.", name, varsEnding),
		}}
	}
	src, err := origin{}.read(name, maxFileBytes)
	if err != nil {
		return nil, nil, hcl.Diagnostics{cannotRead(name, err, nil)}
	}
	return parseVars(src, name)
}

// parseVars is ReadVars without the file system.
func parseVars(src []byte, name string) ([]*Attribute, *hcl.File, hcl.Diagnostics) {
	f, _, diags := parse(src, name, maxTokens)
	body, ok := f.Body.(*hclsyntax.Body)
	if !ok {
		return nil, f, diags
	}
	d := decoder{partial: diags.HasErrors()}
	d.add(diags...)
	for _, b := range body.Blocks {
		d.add(problem("Block in a file of variables",
			fmt.Sprintf("A file that ends in %s holds lines such as threads = 8 and no blocks. Move the block into the spec.", varsEnding), b.DefRange()))
	}
	return d.body(&hclsyntax.Body{Attributes: body.Attributes}, &varsKind, body.SrcRange).rest, f, d.diags
}

// varsKind is a file of values for variables.
var varsKind = kind{open: "The value of the variable of this name"}

// AutoVars gives the path of auto.vars.hcl beside the spec at path (a file or
// a directory), or the empty text if there is none.
func AutoVars(spec string) string {
	spec = clean(spec)
	dir := path.Dir(spec)
	if info, err := (origin{}).stat(spec); err == nil && info.IsDir() {
		dir = spec
	}
	file := path.Join(dir, autoVars)
	if info, err := (origin{}).stat(file); err != nil || info.IsDir() {
		return ""
	}
	return file
}
