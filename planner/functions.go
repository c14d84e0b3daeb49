package planner

import (
	"errors"
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// functions are those that have a value at plan time. All are pure; those
// whose result could be much larger than their arguments are bounded.
var functions = bounded(map[string]function.Function{
	// numbers
	"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc, "round": roundFunc,
	"int": stdlib.IntFunc, "float": floatFunc, "log": logFunc, "sqrt": sqrtFunc, "pow": stdlib.PowFunc,
	"signum": stdlib.SignumFunc, "min": stdlib.MinFunc, "max": stdlib.MaxFunc,
	"parseint": stdlib.ParseIntFunc, "sum": sumFunc,
	// text
	"lower": stdlib.LowerFunc, "upper": stdlib.UpperFunc, "title": stdlib.TitleFunc, "chomp": stdlib.ChompFunc,
	"indent": stdlib.IndentFunc, "join": stdlib.JoinFunc, "split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc,
	"replace": stdlib.ReplaceFunc, "regex": stdlib.RegexFunc, "regexall": stdlib.RegexAllFunc,
	"trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimsuffix": stdlib.TrimSuffixFunc,
	"trimspace": stdlib.TrimSpaceFunc, "strrev": stdlib.ReverseFunc, "strlen": stdlib.StrlenFunc,
	"format": stdlib.FormatFunc, "formatlist": stdlib.FormatListFunc, "string": stdlib.MakeToFunc(cty.String),
	// collections
	"length": lengthFunc, "element": stdlib.ElementFunc, "index": stdlib.IndexFunc, "contains": stdlib.ContainsFunc,
	"concat": stdlib.ConcatFunc, "flatten": stdlib.FlattenFunc, "distinct": stdlib.DistinctFunc,
	"compact": stdlib.CompactFunc, "chunklist": stdlib.ChunklistFunc, "slice": stdlib.SliceFunc,
	"sort": stdlib.SortFunc, "reverse": stdlib.ReverseListFunc, "range": rangeFunc,
	"keys": stdlib.KeysFunc, "values": stdlib.ValuesFunc, "lookup": stdlib.LookupFunc, "merge": stdlib.MergeFunc,
	"zipmap": stdlib.ZipmapFunc, "setproduct": stdlib.SetProductFunc, "setunion": stdlib.SetUnionFunc,
	"setintersection": stdlib.SetIntersectionFunc, "setsubtract": stdlib.SetSubtractFunc,
	"coalesce": stdlib.CoalesceFunc, "coalescelist": stdlib.CoalesceListFunc,
	// conversion
	"tostring": stdlib.MakeToFunc(cty.String), "tonumber": stdlib.MakeToFunc(cty.Number),
	"tobool": stdlib.MakeToFunc(cty.Bool), "tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
	"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)), "tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"jsonencode": stdlib.JSONEncodeFunc, "jsondecode": stdlib.JSONDecodeFunc, "csvdecode": stdlib.CSVDecodeFunc,
	"duration": quantityFunc(parseDuration), "size": quantityFunc(parseSize),
})

// Functions that look outside (files, the environment, the clock) are left out
// on purpose: a plan is the same wherever and whenever it is made.

// errTooLarge is what a call says whose result would pass the bounds.
var errTooLarge = fmt.Errorf("the result would have more than %d elements or 1 MiB of text", maxUnrolled)

// bounded wraps the functions whose result can be far larger than their
// arguments: they look at these first. All others do work in proportion to
// their arguments, which evaluation counts.
func bounded(all map[string]function.Function) map[string]function.Function {
	ahead := map[string]func([]cty.Value) error{
		"format": aheadFormat, "formatlist": aheadFormat,
		"join": aheadJoin, "replace": aheadReplace, "indent": aheadIndent, "setproduct": aheadProduct,
	}
	for name, look := range ahead {
		all[name] = guarded(all[name], look)
	}
	return all
}

// guarded is f with a look at the arguments before it. It takes any and leaves
// their checks to f, which makes them again at a call.
func guarded(f function.Function, look func([]cty.Value) error) function.Function {
	return function.New(&function.Spec{
		Params:   anyParams(f.Params()),
		VarParam: anyParam(f.VarParam()),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := looked(args, look); err != nil {
				return cty.DynamicPseudoType, err
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f.Call(args) },
	})
}

// looked looks at arguments that are known; of others nothing can be said yet.
func looked(args []cty.Value, look func([]cty.Value) error) error {
	plain := make([]cty.Value, len(args))
	for i, a := range args {
		plain[i], _ = a.UnmarkDeep()
		if !plain[i].IsWhollyKnown() {
			return nil
		}
	}
	return look(plain)
}

// anyParams keeps the parameters' own rules and lets all values through to the
// function itself.
func anyParams(params []function.Parameter) []function.Parameter {
	out := make([]function.Parameter, len(params))
	for i := range params {
		out[i] = *anyParam(&params[i])
	}
	return out
}

// anyParam is a copy of a parameter that takes sensitive and unknown values too.
func anyParam(p *function.Parameter) *function.Parameter {
	if p == nil {
		return nil
	}
	c := *p
	c.AllowMarked, c.AllowUnknown, c.AllowDynamicType = true, true, true
	return &c
}

// aheadFormat bounds widths and precisions: "%1000000000d" is a gigabyte.
func aheadFormat(args []cty.Value) error {
	if len(args) == 0 || args[0].Type() != cty.String || args[0].IsNull() {
		return nil
	}
	digits, verb := 0, false
	for _, c := range args[0].AsString() {
		switch {
		case c == '%':
			verb, digits = !verb, 0
		case verb && c >= '0' && c <= '9':
			if digits++; digits > 3 {
				return errors.New("a width or precision may have at most three digits")
			}
		case verb && (c == '.' || c == '[' || c == ']'):
			digits = 0
		case verb && c == '*':
			return errors.New("widths from arguments are not supported")
		case verb && c != '-' && c != '+' && c != ' ' && c != '#':
			verb = false
		}
	}
	if n := len(args[0].AsString()); n > 64<<10 {
		return errTooLarge
	}
	return nil
}

// aheadJoin bounds a long separator between many elements.
func aheadJoin(args []cty.Value) error {
	if len(args) < 2 || args[0].Type() != cty.String || args[0].IsNull() {
		return nil
	}
	elements := 0
	for _, a := range args[1:] {
		if !a.IsNull() && a.CanIterateElements() {
			elements += a.LengthInt()
		}
	}
	if elements*len(args[0].AsString()) > maxValue {
		return errTooLarge
	}
	return nil
}

// aheadReplace bounds a long replacement of many short finds.
func aheadReplace(args []cty.Value) error {
	if len(args) != 3 {
		return nil
	}
	length := 0
	for _, a := range []cty.Value{args[0], args[2]} {
		if a.Type() != cty.String || a.IsNull() {
			return nil
		}
		length = max(length, 1) * (len(a.AsString()) + 1)
	}
	if length > 8*maxValue {
		return errTooLarge
	}
	return nil
}

// aheadIndent bounds the spaces before each line.
func aheadIndent(args []cty.Value) error {
	if len(args) > 0 && args[0].Type() == cty.Number && !args[0].IsNull() {
		if n, _ := args[0].AsBigFloat().Int64(); n > 100 {
			return errors.New("an indentation may have at most 100 spaces")
		}
	}
	return nil
}

// aheadProduct bounds the number of combinations.
func aheadProduct(args []cty.Value) error {
	product := 1
	for _, a := range args {
		if a.IsNull() || !a.CanIterateElements() {
			return nil
		}
		if product *= a.LengthInt(); product > maxUnrolled {
			return errTooLarge
		}
	}
	return nil
}
