package spec

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
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

// VarFile is the file name in the ranges of a value given by itself, by --var
// or in the environment. To print such a diagnostic with its source, put the
// text into Spec.Files under this name.
func VarFile(name string) string { return "var." + name }

// ParseVar makes the text given for variable v into its value, an expression
// of the native syntax. A variable that is a string takes the text as it is,
// quotes and all; so does an undeclared type whose default is a string, or a
// bare word such as InnoDB. Anything else is parsed: 8, [1, 2], {a = 1}.
func ParseVar(name, text string, v *Variable) (hcl.Expression, hcl.Diagnostics) {
	at := VarFile(name)
	if _, diag := measure([]byte(text), at, maxTokens); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	if isText(v) {
		return literalText(text, at), nil
	}
	e, diags := hclsyntax.ParseExpression([]byte(text), at, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, hcl.Diagnostics{unparsable(name, text, v.Sensitive, diags[0])}
	}
	_, reference := e.(*hclsyntax.ScopeTraversalExpr) // true, false and null are none
	if reference && hcl.ExprAsKeyword(e) != "" && v.Type == cty.DynamicPseudoType {
		return literalText(text, at), nil
	}
	return e, nil
}

// isText tells whether a variable's values are taken as they are.
func isText(v *Variable) bool {
	if v.Type != cty.DynamicPseudoType || v.Default == nil {
		return v.Type == cty.String
	}
	value, diags := v.Default.Value(nil)
	return !diags.HasErrors() && value.Type() == cty.String
}

func literalText(text, at string) hcl.Expression {
	end := hcl.Pos{Line: 1, Column: 1 + len([]rune(text)), Byte: len(text)}
	return &hclsyntax.LiteralValueExpr{
		Val:      cty.StringVal(text),
		SrcRange: hcl.Range{Filename: at, Start: hcl.InitialPos, End: end},
	}
}

// unparsable keeps the place but puts the whole value before the eyes, since
// a command line has no line to look at; not if it is a secret.
func unparsable(name, text string, secret bool, cause *hcl.Diagnostic) *hcl.Diagnostic {
	value := fmt.Sprintf("The value %q", shorten(text))
	if secret {
		value = "The value"
	}
	return problem("Unreadable value",
		fmt.Sprintf("%s of variable %q is no HCL expression: %s", value, name, cause.Detail), *cause.Subject)
}
