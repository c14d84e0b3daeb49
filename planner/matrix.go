package planner

import (
	"math/bits"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// Bounds of a matrix. A set of factors is a word of bits.
const (
	maxFactors = 32
	maxCells   = 100_000 // before `where`
)

// matrix reads the factors of the experiment. Each is a variable and takes its
// values from a list. False if there are no cells to go on with.
func (c *compiler) matrix(x *spec.Experiment) bool {
	if len(x.Factors) > maxFactors {
		c.report(errorAt(x.MatrixRange, "Too many factors", "A matrix may have at most %d factors.", maxFactors))
		return false
	}
	whole := true
	combinations := uint64(1)
	for _, a := range x.Factors {
		f, diags := c.factor(a)
		c.report(diags)
		if whole = whole && !diags.HasErrors(); !whole {
			continue
		}
		high, low := bits.Mul64(combinations, uint64(len(f.levels)))
		if combinations = low; high != 0 || combinations > maxCells {
			c.report(errorAt(x.MatrixRange, "Too many cells", "The combinations of this matrix are more than %d cells. Sweep fewer values, or several experiments.", maxCells))
			return false
		}
		c.factors = append(c.factors, *f)
	}
	return whole
}

// factor finds the variable that a key of the matrix names, and its values. What
// a module's variables are is for its inputs to say, so a factor is one of the
// root's.
func (c *compiler) factor(a *spec.Attribute) (*factor, hcl.Diagnostics) {
	v := c.variable(a.Name)
	if v == nil {
		return nil, errorAt(a.NameRange, "Factor is no variable",
			"Each factor is a variable of the spec, and there is no variable %q. Declare it, with the value for runs without a matrix as its default.%s",
			a.Name, didYouMean(a.Name, c.cell(0, nil).root.variableNames()))
	}
	if v.Sensitive {
		return nil, errorAt(a.NameRange, "Sensitive factor", "Variable %q is sensitive, and factors are written into plan and results.", a.Name)
	}
	f := &factor{name: a.Name, variable: v}
	if diags := c.levels(f, a.Value); diags.HasErrors() {
		return nil, diags
	}
	return f, c.distinct(f, a.Value)
}

// levels evaluates and checks the values of a factor, one by one, as each
// would be checked if it were given on the command line.
func (c *compiler) levels(f *factor, list hcl.Expression) (diags hcl.Diagnostics) {
	outside := c.cell(0, nil)
	all, diags := outside.root.constant(list, cty.DynamicPseudoType)
	if diags.HasErrors() {
		return diags
	}
	t := all.Type()
	if !t.IsTupleType() && !t.IsListType() && !t.IsSetType() {
		return errorAt(list.Range(), "Wrong type", "The values of a factor stand in a list, such as [1, 2, 4]; this is %s.", article(t))
	}
	if all.LengthInt() == 0 {
		return errorAt(list.Range(), "Empty factor", "A factor needs at least one value; with none the matrix has no cells.")
	}
	if all.LengthInt() > maxUnrolled {
		return errorAt(list.Range(), "Too many values", "A factor may have at most %d values.", maxUnrolled)
	}
	if outside.reads != 0 {
		return errorAt(list.Range(), "Factor depends on a factor", "The values of a factor cannot depend on another factor. Use `where` to leave combinations out.")
	}
	for i, value := range all.AsValueSlice() {
		r := elementRange(list, i)
		if value.IsNull() {
			diags = append(diags, errorAt(r, "No value", "A factor's value cannot be null.")...)
			continue
		}
		b := accept(f.variable, value, r, nil)
		diags = append(diags, b.diags...)
		f.levels = append(f.levels, b)
	}
	return diags
}

// elementRange is where element i of a written list stands, or else the list.
func elementRange(list hcl.Expression, i int) hcl.Range {
	if tuple, ok := list.(*hclsyntax.TupleConsExpr); ok && i < len(tuple.Exprs) {
		return tuple.Exprs[i].Range()
	}
	return list.Range()
}

// distinct writes the levels down and makes sure that no two are the same:
// their cells could not be told apart.
func (c *compiler) distinct(f *factor, list hcl.Expression) (diags hcl.Diagnostics) {
	f.kind = factorKind(f.levels)
	seen := map[string]bool{}
	for i, b := range f.levels {
		value, more := factorValue(b.value, f.kind, elementRange(list, i))
		diags = append(diags, more...)
		text := plainText(value)
		if seen[text] {
			diags = append(diags, errorAt(elementRange(list, i), "Value given twice",
				"The value %s of factor %q is in the list already. To run a cell several times set `repeat`.", text, f.name)...)
		}
		seen[text] = true
		f.values = append(f.values, value)
	}
	return diags
}

// cells calls visit for each combination in order: the last factor varies
// fastest.
func (c *compiler) cells(visit func(number int, levels []int)) {
	levels := make([]int, len(c.factors))
	for number := 0; ; number++ {
		visit(number, append([]int(nil), levels...))
		i := len(levels) - 1
		for ; i >= 0; i-- {
			if levels[i]++; levels[i] < len(c.factors[i].levels) {
				break
			}
			levels[i] = 0
		}
		if i < 0 {
			return
		}
	}
}
