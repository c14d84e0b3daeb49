package plan

import "github.com/assay-bench/assay/planner/expr"

// tally is a number of statements: its expectation, and whether that is only
// rough: a condition that cannot be foreseen is taken to hold, a count to be 1.
type tally struct {
	mean  float64
	rough bool
}

// expectation follows a transaction's frame to find what its counts come to.
type expectation struct {
	lets map[int]*expr.Expr // by slot
}

// statements is how many statements one attempt of t executes, begin and
// commit included. What cuts an attempt short is not counted in.
func statements(t *Transaction) tally {
	x := expectation{lets: make(map[int]*expr.Expr)}
	sum := x.block(&t.Body)
	sum.mean += float64(len(t.Begin))
	if t.Commit != "" {
		sum.mean++
	}
	return sum
}

// block is what one pass of a block executes.
func (x *expectation) block(b *Block) tally {
	x.learn(b.Lets)
	var sum tally
	for i := range b.Steps {
		var n tally
		switch step := &b.Steps[i]; {
		case step.Query != nil:
			x.learn(step.Query.Lets)
			n = x.times(&step.Query.Repetition, tally{mean: 1})
		case step.Group != nil:
			n = x.times(&step.Group.Repetition, x.block(&step.Group.Body))
		case step.Rollback != nil:
			n.rough = true
		}
		sum.mean += n.mean
		sum.rough = sum.rough || n.rough
	}
	return sum
}

// learn notes what slots hold from here on. A slot belongs to one let, so nothing
// is ever forgotten.
func (x *expectation) learn(lets []Let) {
	for i := range lets {
		x.lets[lets[i].Slot] = &lets[i].Value
	}
}

// times multiplies what one pass does by the expected number of passes.
func (x *expectation) times(r *Repetition, pass tally) tally {
	passes, known := float64(r.Count.N), true
	if !r.Count.Known() {
		if passes, known = x.mean(&r.Count.Expr, 0); !known {
			passes = 1
		}
	}
	chance, foreseen := 1.0, true
	if !r.When.Absent() {
		if chance, foreseen = x.mean(&r.When, 0); !foreseen {
			chance = 1
		}
	}
	return tally{mean: pass.mean * passes * chance, rough: pass.rough || !known || !foreseen}
}

// maxMean bounds how far a mean is followed through lets and operands.
const maxMean = 50

// mean is the expected value of e, a truth counting as its probability; false
// if it is not simple to tell.
func (x *expectation) mean(e *expr.Expr, depth int) (float64, bool) {
	if depth > maxMean {
		return 0, false
	}
	switch e.Op {
	case expr.OpConst:
		return expr.Value{Kind: e.Kind, Int: e.Int, Float: e.Float}.AsFloat(), true
	case expr.OpSlot:
		if let := x.lets[int(e.Int)]; let != nil {
			return x.mean(let, depth+1)
		}
		return 0, false
	case expr.OpDraw:
		return drawMean(e)
	case expr.OpNot:
		p, ok := x.mean(&e.Args[0], depth+1)
		return 1 - p, ok
	case expr.OpAdd, expr.OpSub, expr.OpMul:
		return x.linear(e, depth)
	}
	return 0, false
}

// linear is the mean of a sum, a difference, or a product with a constant;
// of two draws the product may depend on how they hang together.
func (x *expectation) linear(e *expr.Expr, depth int) (float64, bool) {
	a, okA := x.mean(&e.Args[0], depth+1)
	b, okB := x.mean(&e.Args[1], depth+1)
	if !okA || !okB {
		return 0, false
	}
	switch e.Op {
	case expr.OpAdd:
		return a + b, true
	case expr.OpSub:
		return a - b, true
	}
	return a * b, e.Args[0].Op == expr.OpConst || e.Args[1].Op == expr.OpConst
}

// drawMean knows the generators that counts and conditions are drawn with.
func drawMean(e *expr.Expr) (float64, bool) {
	f, ok := constants(e.Args)
	if !ok {
		return 0, false
	}
	switch e.Text {
	case "uniform":
		return (f[0] + f[1]) / 2, true
	case "chance":
		return f[0], true
	case "pick":
		sum := 0.0
		for _, v := range f {
			sum += v
		}
		return sum / float64(len(f)), true
	case "weighted":
		sum, weights := 0.0, 0.0
		for i := 0; i+1 < len(f); i += 2 {
			sum, weights = sum+f[i]*f[i+1], weights+f[i+1]
		}
		return sum / weights, weights > 0
	}
	return 0, false
}
