package planner

import (
	"github.com/assay-bench/assay/planner/expr"
)

// generator is a function that draws. The table of them is all that the
// planner knows of generators, and the language reference is made from it;
// executor/gen has the other half.
type generator struct {
	params []param
	kind   expr.Kind // of what is drawn; Null: that of the range
	state  bool      // whether calls at one site follow each other
	doc    string    // what is drawn, one sentence
	source string    // where the definition comes from; "" if the doc is all
}

// param is one parameter. Its zero rule allows everything.
type param struct {
	name   string
	kind   expr.Kind // Null: int or float
	preset *expr.Expr
	fixed  bool // must be constant: it shapes the distribution
	rule   rule
}

// rule bounds a constant argument.
type rule struct {
	holds func(float64) bool
	text  string // completes "must be …"
}

var (
	share01  = rule{func(x float64) bool { return x >= 0 && x <= 1 }, "from 0 to 1"}
	inside01 = rule{func(x float64) bool { return x > 0 && x < 1 }, "between 0 and 1, without these"}
	positive = rule{func(x float64) bool { return x >= 1 }, "at least 1"}
	natural  = rule{func(x float64) bool { return x >= 0 }, "0 or more"}
	length   = rule{func(x float64) bool { return x >= 0 && x <= expr.MaxText }, "from 0 to 67108864 bytes"}
	nonzero  = rule{func(x float64) bool { return x != 0 }, "other than 0"}
	percent  = rule{func(x float64) bool { return x > 0 && x <= 100 }, "above 0 and at most 100"}
	below100 = rule{func(x float64) bool { return x >= 0 && x < 100 }, "from 0 to below 100"}
)

// ends are the parameters of a range.
func ends(kind expr.Kind) []param {
	return []param{{name: "lo", kind: kind}, {name: "hi", kind: kind}}
}

// shape is a constant parameter that need not be given.
func shape(name string, preset expr.Expr, r rule) param {
	return param{name: name, kind: preset.Kind, preset: &preset, fixed: true, rule: r}
}

const sysbench = "sysbench 1.0.20"

// generators are the generators by name.
var generators = map[string]*generator{
	"random": {
		params: append([]param{{name: "type", kind: expr.String, fixed: true}}, ends(expr.Int)...),
		doc:    "the distribution that type names: uniform, gaussian, special, pareto, zipf or zipfian, with its usual parameters",
	},
	"uniform": {
		params: ends(expr.Null),
		doc:    "each whole number from lo to hi equally often; with a float at either end a float in [lo, hi)",
	},
	"gaussian": {
		params: append(ends(expr.Int), shape("iter", expr.ConstInt(12), positive)),
		kind:   expr.Int, source: sysbench,
		doc: "the mean of iter uniform draws: a bell in the middle of the range with a standard deviation of its width ÷ √(12·iter)",
	},
	"special": {
		params: append(ends(expr.Int), shape("iter", expr.ConstInt(12), positive), shape("pct", expr.ConstFloat(1), percent), shape("res", expr.ConstFloat(75), below100)),
		kind:   expr.Int, source: sysbench,
		doc: "res percent of draws in a hot window of pct percent in the middle of the range, the others as gaussian",
	},
	"pareto": {
		params: append(ends(expr.Int), shape("h", expr.ConstFloat(0.2), inside01)),
		kind:   expr.Int, source: sysbench,
		doc: "lo + ⌊n·U^(ln h ÷ ln(1−h))⌋: the lowest fraction h of the range gets the fraction 1−h of draws",
	},
	"zipf": {
		params: append(ends(expr.Int), shape("theta", expr.ConstFloat(0.8), natural)),
		kind:   expr.Int, source: "Hörmann and Derflinger, Rejection-inversion to generate variates from monotone discrete distributions, 1996",
		doc: "the i-th number of the range with a probability ∝ i^−theta: lo is the hottest",
	},
	"nurand": {
		params: append([]param{{name: "A", kind: expr.Int, fixed: true, rule: natural}}, ends(expr.Int)...),
		kind:   expr.Int, source: "TPC-C clause 2.1.6",
		doc: "((uniform(0, A) | uniform(lo, hi)) + C) mod (hi − lo + 1) + lo, where C comes from the seed",
	},
	"hotspot": {
		params: append(ends(expr.Int), param{name: "hot_fraction", kind: expr.Float, fixed: true, rule: share01}, param{name: "hot_probability", kind: expr.Float, fixed: true, rule: share01}),
		kind:   expr.Int, source: "YCSB HotspotIntegerGenerator",
		doc: "with hot_probability a uniform number of the lowest hot_fraction of the range, else of the rest",
	},
	"sequence": {
		params: []param{shape("start", expr.ConstInt(1), rule{}), shape("step", expr.ConstInt(1), nonzero)},
		kind:   expr.Int, state: true,
		doc: "start + i·step, where i counts the rows of a table, or the calls of all workers of a load",
	},
	"permute": {
		params: []param{{name: "lo", kind: expr.Int, fixed: true}, {name: "hi", kind: expr.Int, fixed: true}},
		kind:   expr.Int, state: true,
		doc: "each number from lo to hi once, in an order that comes from the seed, then again",
	},
	"pick":     {doc: "one of a list's elements, each equally often"},
	"weighted": {doc: "one of the values in a list of { value, weight }, or of a list of values with a list of weights"},
	"any":      {kind: expr.Int, doc: "a copy of the table, each equally often"},
	"digits": {
		params: []param{{name: "template", kind: expr.String}},
		kind:   expr.String, source: sysbench,
		doc: "the template with each # replaced by a digit and each @ by a letter from a to z",
	},
	"letters": {
		params: []param{{name: "lo", kind: expr.Int, rule: length}, {name: "hi", kind: expr.Int, rule: length}},
		kind:   expr.String, doc: "lo to hi letters from a to z; with one argument as many as it says",
	},
	"text": {
		params: []param{{name: "lo", kind: expr.Int, rule: length}, {name: "hi", kind: expr.Int, rule: length}},
		kind:   expr.String, doc: "words, lo to hi bytes of them",
	},
	"bytes": {
		params: []param{{name: "n", kind: expr.Int, rule: length}},
		kind:   expr.Bytes, doc: "n random bytes",
	},
	"chance": {
		params: []param{{name: "p", kind: expr.Float, rule: share01}},
		kind:   expr.Bool, doc: "true with probability p",
	},
	"now":    {kind: expr.Time, doc: "the time of the draw, to the microsecond"},
	"uuid":   {kind: expr.String, doc: "a UUID of version 4 that comes from the seed", source: "RFC 9562, section 5.4"},
	"unique": {kind: expr.Int, state: true, doc: "whole numbers from 0 to 2^32−1 in an order that comes from the seed, none twice", source: "sysbench 1.0.20, quadratic residues mod 4294967291"},
}
