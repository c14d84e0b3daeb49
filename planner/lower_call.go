package planner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// call lowers a function with drawn arguments, or a generator. What only HCL has,
// such as regex, works on constants: a run evaluates no more than planner/expr.
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

// noLateFunction says that there is no such function, or that it is one for
// constants, and what there is for drawn values.
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
