package planner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// lateFunction is a function that drawn values can go through.
type lateFunction struct {
	least, most int // arguments; most -1: any number
	lower       func(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics)
}

// arity is the number of arguments in words.
func (f *lateFunction) arity() string {
	switch {
	case f.most < 0:
		return "at least " + count(f.least, "argument")
	case f.most > f.least:
		return fmt.Sprintf("%d to %d arguments", f.least, f.most)
	}
	return count(f.least, "argument")
}

// lateFunctions are the functions of planner/expr by their names in HCL.
var lateFunctions = map[string]*lateFunction{
	"floor":    {1, 1, ofNumbers(expr.OpFloor, expr.Int)},
	"ceil":     {1, 1, ofNumbers(expr.OpCeil, expr.Int)},
	"round":    {1, 1, ofNumbers(expr.OpRound, expr.Int)},
	"abs":      {1, 1, ofNumbers(expr.OpAbs, expr.Null)},
	"min":      {1, -1, ofNumbers(expr.OpMin, expr.Null)},
	"max":      {1, -1, ofNumbers(expr.OpMax, expr.Null)},
	"pow":      {2, 2, lowerPow},
	"sqrt":     {1, 1, ofNumbers(expr.OpSqrt, expr.Float)},
	"log":      {1, 1, ofNumbers(expr.OpLog, expr.Float)},
	"int":      {1, 1, conversion(expr.OpInt, expr.Int)},
	"float":    {1, 1, conversion(expr.OpFloat, expr.Float)},
	"tonumber": {1, 1, conversion(expr.OpFloat, expr.Float)},
	"string":   {1, 1, conversion(expr.OpString, expr.String)},
	"tostring": {1, 1, conversion(expr.OpString, expr.String)},
	"length":   {1, 1, ofText(expr.OpLength, expr.Int)},
	"strlen":   {1, 1, ofText(expr.OpLength, expr.Int)},
	"lower":    {1, 1, ofText(expr.OpLower, expr.String)},
	"upper":    {1, 1, ofText(expr.OpUpper, expr.String)},
	"substr":   {3, 3, lowerSubstr},
	"format":   {1, -1, lowerFormat},
	"coalesce": {1, -1, lowerCoalesce},
}

// lateFunctionNames lists them for messages, join included.
func lateFunctionNames() []string {
	return append(slices.Sorted(maps.Keys(lateFunctions)), "join")
}

// ofNumbers takes numbers and gives kind, or, for Null, what they are.
func ofNumbers(op expr.Op, kind expr.Kind) func(*hclsyntax.FunctionCallExpr, []term) (term, hcl.Diagnostics) {
	return func(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
		widest := expr.Int
		for _, t := range args {
			if !t.number() {
				return term{}, argumentFault(e, t, "a number")
			}
			widest = max(widest, t.Kind) // Float is the greater
		}
		if kind == expr.Null {
			return node(callRange(e), op, widest, args...)
		}
		return node(callRange(e), op, kind, args...)
	}
}

// argumentFault says what a function takes, at the argument that is something
// else.
func argumentFault(e *hclsyntax.FunctionCallExpr, t term, want string) hcl.Diagnostics {
	return errorAt(t.at, "Wrong type", "%s takes %s here, and this is %s.", e.Name, want, t.called())
}

// lowerPow keeps ints only where no negative exponent can come.
func lowerPow(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
	kind := expr.Float
	if x := args[1]; args[0].Kind == expr.Int && x.Kind == expr.Int && x.constant() && x.Int >= 0 {
		kind = expr.Null
	}
	return ofNumbers(expr.OpPow, kind)(e, args)
}

// conversion takes numbers, bools and texts; string takes all. A text that holds
// no number is found out when it is drawn, and fails the event.
func conversion(op expr.Op, to expr.Kind) func(*hclsyntax.FunctionCallExpr, []term) (term, hcl.Diagnostics) {
	return func(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
		t := args[0]
		switch {
		case t.Kind == to:
			return value(t.Expr, callRange(e)), nil
		case to != expr.String && !t.number() && t.Kind != expr.Bool && t.Kind != expr.String:
			return term{}, argumentFault(e, t, "a number, a bool or a text")
		}
		return node(callRange(e), op, to, t)
	}
}

// text tells whether a term is text, readable or binary.
func (t *term) text() bool { return t.Kind == expr.String || t.Kind == expr.Bytes }

// ofText takes one text.
func ofText(op expr.Op, kind expr.Kind) func(*hclsyntax.FunctionCallExpr, []term) (term, hcl.Diagnostics) {
	return func(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
		if !args[0].text() {
			return term{}, argumentFault(e, args[0], "a text")
		}
		return node(callRange(e), op, kind, args...)
	}
}

// lowerSubstr takes a text, an offset and a length, both in bytes.
func lowerSubstr(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
	if !args[0].text() {
		return term{}, argumentFault(e, args[0], "a text")
	}
	for _, t := range args[1:] {
		if t.Kind != expr.Int {
			return term{}, argumentFault(e, t, "an int")
		}
	}
	return node(callRange(e), expr.OpSubstr, args[0].Kind, args...)
}

// lowerFormat checks the verbs of a format against its operands.
func lowerFormat(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
	layout, operands := args[0], args[1:]
	if layout.Kind != expr.String || !layout.constant() {
		return term{}, argumentFault(e, layout, "a constant text")
	}
	verbs, ok := expr.FormatVerbs(layout.Text)
	if !ok {
		return term{}, errorAt(layout.at, "Unknown verb", "With drawn values a format may have %d, %s, %f with flags -, 0 and +, width and precision, and %%.")
	}
	if len(verbs) != len(operands) {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "The format has %s, and %s given.", count(len(verbs), "verb"), are(len(operands)))
	}
	for i, t := range operands {
		if verbs[i] != 's' && !t.number() {
			return term{}, argumentFault(e, t, fmt.Sprintf("a number for %%%c", verbs[i]))
		}
	}
	tree := expr.Expr{Op: expr.OpFormat, Kind: expr.String, Text: layout.Text, Args: trees(operands)}
	return foldable(tree, callRange(e), operands)
}

// lowerCoalesce is the first argument that is not null.
func lowerCoalesce(e *hclsyntax.FunctionCallExpr, args []term) (term, hcl.Diagnostics) {
	kind, diags := unify(args, "The arguments of coalesce")
	if diags.HasErrors() {
		return term{}, diags
	}
	return node(callRange(e), expr.OpCoalesce, kind, args...)
}
