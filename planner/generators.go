package planner

import (
	"github.com/assay-bench/assay/planner/expr"
)

// generator is a function that draws. The table of them is all that the
// planner knows of generators: what they take and the kind of what they give.
// executor/gen has the other half.
type generator struct {
	params []param
	kind   expr.Kind // of what is drawn; Null: that of what it draws from
	state  bool      // whether calls at one site follow each other
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
	size     = rule{func(x float64) bool { return x >= 0 && x <= expr.MaxText }, "from 0 to 67108864 bytes"}
	nonzero  = rule{func(x float64) bool { return x != 0 }, "other than 0"}
	percent  = rule{func(x float64) bool { return x > 0 && x <= 100 }, "above 0 and at most 100"}
	below100 = rule{func(x float64) bool { return x >= 0 && x < 100 }, "from 0 to below 100"}
)

// ends are the parameters of a range.
func ends(kind expr.Kind) []param {
	return []param{{name: "lo", kind: kind}, {name: "hi", kind: kind}}
}

// sizes are the parameters of a text's length.
func sizes() []param {
	return []param{{name: "lo", kind: expr.Int, rule: size}, {name: "hi", kind: expr.Int, rule: size}}
}

// fixed is a constant parameter.
func fixed(name string, kind expr.Kind, r rule) param {
	return param{name: name, kind: kind, fixed: true, rule: r}
}

// shape is a constant parameter that need not be given.
func shape(name string, preset expr.Expr, r rule) param {
	return param{name: name, kind: preset.Kind, preset: &preset, fixed: true, rule: r}
}

// generators are the generators by name; docs/language.md defines what each
// draws, and a test holds the two together. The kind of a range that is not
// said, that of uniform, is decided by its ends.
var generators = map[string]*generator{
	"uniform":  {params: ends(expr.Null)},
	"gaussian": {params: append(ends(expr.Int), shape("iter", expr.ConstInt(12), positive)), kind: expr.Int},
	"special": {params: append(ends(expr.Int), shape("iter", expr.ConstInt(12), positive),
		shape("pct", expr.ConstFloat(1), percent), shape("res", expr.ConstFloat(75), below100)), kind: expr.Int},
	"pareto": {params: append(ends(expr.Int), shape("h", expr.ConstFloat(0.2), inside01)), kind: expr.Int},
	"zipf":   {params: append(ends(expr.Int), shape("theta", expr.ConstFloat(0.8), natural)), kind: expr.Int},
	"nurand": {params: append([]param{fixed("A", expr.Int, natural)}, ends(expr.Int)...), kind: expr.Int},
	"hotspot": {params: append(ends(expr.Int),
		fixed("hot_fraction", expr.Float, share01), fixed("hot_probability", expr.Float, share01)), kind: expr.Int},

	// The name of a distribution comes before its ends; see draw.
	"random": {params: append([]param{fixed("type", expr.String, rule{})}, ends(expr.Int)...), kind: expr.Int},

	"sequence": {params: []param{shape("start", expr.ConstInt(1), rule{}), shape("step", expr.ConstInt(1), nonzero)}, kind: expr.Int, state: true},
	"permute":  {params: []param{fixed("lo", expr.Int, rule{}), fixed("hi", expr.Int, rule{})}, kind: expr.Int, state: true},
	"unique":   {kind: expr.Int, state: true},

	// What these choose from is no list of parameters; see pick, weighted and any.
	"pick":     {},
	"weighted": {},
	"any":      {kind: expr.Int},

	"chance":  {params: []param{{name: "p", kind: expr.Float, rule: share01}}, kind: expr.Bool},
	"digits":  {params: []param{{name: "template", kind: expr.String}}, kind: expr.String},
	"letters": {params: sizes(), kind: expr.String}, // letters(n) is letters(n, n)
	"text":    {params: sizes(), kind: expr.String},
	"bytes":   {params: []param{{name: "n", kind: expr.Int, rule: size}}, kind: expr.Bytes},
	"uuid":    {kind: expr.String},
	"now":     {kind: expr.Time},
}
