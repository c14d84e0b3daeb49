package expr

import "reflect"

// generator is what this package knows of a generator: enough to check and to
// print a call. executor/gen has what it does.
type generator struct {
	least, most int    // operands, all optional ones filled in
	optional    []Expr // the values of trailing operands that an author may leave out
	stateful    bool   // each written call has a site number in Int
}

const unlimited = 1 << 20

var generators = map[string]generator{
	"uniform":  {least: 2, most: 2},
	"gaussian": {least: 3, most: 3, optional: []Expr{ConstInt(12)}},
	"special":  {least: 5, most: 5, optional: []Expr{ConstInt(12), ConstInt(1), ConstInt(75)}},
	"pareto":   {least: 3, most: 3, optional: []Expr{ConstFloat(0.2)}},
	"zipf":     {least: 3, most: 3, optional: []Expr{ConstFloat(0.8)}},
	"nurand":   {least: 3, most: 3},
	"hotspot":  {least: 4, most: 4},
	"sequence": {least: 2, most: 2, optional: []Expr{ConstInt(1), ConstInt(1)}, stateful: true},
	"permute":  {least: 2, most: 2, stateful: true},
	"unique":   {stateful: true},
	"pick":     {least: 1, most: unlimited},
	"weighted": {least: 2, most: unlimited},
	"digits":   {least: 1, most: 1},
	"letters":  {least: 1, most: 2},
	"text":     {least: 1, most: 2},
	"bytes":    {least: 1, most: 2},
	"chance":   {least: 1, most: 1},
	"now":      {},
	"uuid":     {},
}

// chooses tells whether the generator takes its operands unevaluated: pick
// and weighted evaluate the one that they choose, so that a draw among the
// others does not happen and a long list costs no more than a short one.
func chooses(generator string) bool { return generator == "pick" || generator == "weighted" }

// written is the operands of a draw without those at the end that are as they
// would be if the author had left them out.
func (e *Expr) written() []Expr {
	args := e.Args
	if e.Text == "letters" && len(args) == 2 && reflect.DeepEqual(args[0], args[1]) {
		return args[:1]
	}
	for optional := generators[e.Text].optional; len(optional) > 0 && len(args) > 0; {
		last, usual := &args[len(args)-1], &optional[len(optional)-1]
		if last.Op != OpConst || last.number() != usual.number() {
			break
		}
		args, optional = args[:len(args)-1], optional[:len(optional)-1]
	}
	return args
}

// number is the value of a constant number.
func (e *Expr) number() float64 {
	if e.Kind == Float {
		return e.Float
	}
	return float64(e.Int)
}
