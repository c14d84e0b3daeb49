package planner

import (
	"fmt"
	"math"
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// quantityFunc reads text as a whole number: duration("10s") is nanoseconds,
// size("512MiB") bytes.
func quantityFunc(parse func(string) (int64, error)) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "text", Type: cty.String}},
		Type:   function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			n, err := parse(args[0].AsString())
			return cty.NumberIntVal(n), err
		},
	})
}

// ofFloat is a function of one number through float64, as at run time: HCL's own
// numbers have more digits, and the same expression must not differ by when it
// is evaluated.
func ofFloat(f func(float64) float64) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "number", Type: cty.Number}},
		Type:   function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			x, _ := args[0].AsBigFloat().Float64()
			y := f(x)
			if math.IsNaN(y) || math.IsInf(y, 0) {
				return cty.NilVal, fmt.Errorf("there is no such number for %v", x)
			}
			return cty.NumberFloatVal(y), nil
		},
	})
}

var (
	roundFunc = ofFloat(math.Round) // half away from zero
	sqrtFunc  = ofFloat(math.Sqrt)
	logFunc   = ofFloat(math.Log) // natural logarithm
	floatFunc = ofFloat(func(x float64) float64 { return x })
)

// lengthFunc counts the elements of a collection or the bytes of a text, which
// is what servers bound and what planner/expr counts.
var lengthFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if args[0].Type() == cty.String {
			return cty.NumberIntVal(int64(len(args[0].AsString()))), nil
		}
		if !args[0].CanIterateElements() {
			return cty.NilVal, function.NewArgErrorf(0, "only text and collections have a length")
		}
		return cty.NumberIntVal(int64(args[0].LengthInt())), nil
	},
})

// sumFunc adds up a list of numbers.
var sumFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "numbers", Type: cty.List(cty.Number)}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		sum := cty.Zero
		for _, v := range args[0].AsValueSlice() {
			if v.IsNull() {
				return cty.NilVal, function.NewArgErrorf(0, "one of the numbers is null")
			}
			sum = sum.Add(v)
		}
		return sum, nil
	},
})

// rangeFunc is range(limit), range(start, limit) or range(start, limit, step)
// without the limit itself. The length is bounded before it begins.
var rangeFunc = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "limits", Type: cty.Number},
	Type:     function.StaticReturnType(cty.List(cty.Number)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		start, limit, step, err := rangeLimits(args)
		if err != nil {
			return cty.NilVal, err
		}
		count := int(math.Ceil(max(0, min((limit-start)/step, maxUnrolled+1))))
		if count > maxUnrolled {
			return cty.NilVal, fmt.Errorf("the range has more than %d elements", maxUnrolled)
		}
		if count == 0 {
			return cty.ListValEmpty(cty.Number), nil
		}
		elements := make([]cty.Value, count)
		for i := range elements {
			elements[i] = cty.NumberFloatVal(start + float64(i)*step)
		}
		return cty.ListVal(elements), nil
	},
})

// rangeLimits are what range's one to three arguments say.
func rangeLimits(args []cty.Value) (start, limit, step float64, err error) {
	numbers := make([]float64, len(args))
	for i, a := range args {
		numbers[i], _ = a.AsBigFloat().Float64()
		if math.IsInf(numbers[i], 0) {
			return 0, 0, 0, function.NewArgErrorf(i, "the number is too large")
		}
	}
	switch len(numbers) {
	case 1:
		return 0, numbers[0], 1, nil
	case 2:
		return numbers[0], numbers[1], 1, nil
	case 3:
		if numbers[2] == 0 {
			return 0, 0, 0, function.NewArgErrorf(2, "the step must not be zero")
		}
		return numbers[0], numbers[1], numbers[2], nil
	}
	return 0, 0, 0, fmt.Errorf("it takes one to three numbers: limit, or start and limit, or start, limit and step")
}

// wholeNumber is v as an int64; false if it is not whole or does not fit.
func wholeNumber(v cty.Value) (int64, bool) {
	n, accuracy := v.AsBigFloat().Int64()
	return n, accuracy == big.Exact
}
