package planner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// call lowers a function with drawn arguments, or a generator.
func (s *scope) call(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	if generators[e.Name] != nil {
		return s.draw(e, n)
	}
	if of, ok := ofResult(e); ok {
		return s.statistic(e, of, n)
	}
	if e.Name == "join" {
		return s.join(e, n)
	}
	f, known := lateFunctions[e.Name]
	if !known {
		return term{}, noLateFunction(e)
	}
	args, diags := s.arguments(e, n)
	if diags.HasErrors() {
		return term{}, diags
	}
	if len(args) < f.least || f.most >= 0 && len(args) > f.most {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "%s takes %s, and %s given.", e.Name, f.arity(), are(len(args)))
	}
	return f.lower(e, args)
}

// callRange is the whole call.
func callRange(e *hclsyntax.FunctionCallExpr) hcl.Range {
	return hcl.RangeBetween(e.NameRange, e.CloseParenRange)
}

// noLateFunction lists what is possible with drawn values.
func noLateFunction(e *hclsyntax.FunctionCallExpr) hcl.Diagnostics {
	if _, known := functions[e.Name]; !known {
		all := append(functionNames(), slices.Sorted(maps.Keys(statistics))...)
		return errorAt(e.NameRange, "Unknown function", "There is no function %q.%s", e.Name, didYouMean(e.Name, all))
	}
	return errorAt(e.NameRange, "Not possible with drawn values",
		"%s(…) takes constants only. With drawn values there are operators, templates and the functions %s.", e.Name, listed(lateFunctionNames()))
}

// arguments lowers the arguments of a call, f(list...) too.
func (s *scope) arguments(e *hclsyntax.FunctionCallExpr, n *names) ([]term, hcl.Diagnostics) {
	var items []item
	for i, arg := range e.Args {
		if e.ExpandFinal && i == len(e.Args)-1 {
			more, diags := s.items(arg, n)
			if diags.HasErrors() {
				return nil, diags
			}
			items = append(items, more...)
			continue
		}
		items = append(items, item{arg, n})
	}
	return s.terms(items, nil)
}

// join lowers join(separator, list) to the elements with the separator
// between them.
func (s *scope) join(e *hclsyntax.FunctionCallExpr, n *names) (term, hcl.Diagnostics) {
	if len(e.Args) != 2 {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "With drawn values join takes a separator and one list.")
	}
	separator, diags := s.scalar(e.Args[0], n)
	elements, more := s.list(e.Args[1], n)
	if diags = append(diags, more...); diags.HasErrors() {
		return term{}, diags
	}
	var parts []term
	for i, element := range elements {
		if i > 0 {
			parts = append(parts, separator)
		}
		parts = append(parts, element)
	}
	return text(callRange(e), parts)
}

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

// are is "1 is", "2 are".
func are(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// count is "1 argument", "2 arguments".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
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

// argumentFault says what a function takes.
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

// conversion takes numbers, bools and texts; string takes all.
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
