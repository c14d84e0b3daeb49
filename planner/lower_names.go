package planner

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// names is what a draw-time expression may refer to at one place. Places
// nest: a group in its transaction, a query in its group, the body of a `for`
// in any of them. An inner name hides an outer one.
type names struct {
	parent *names
	frame  *frame
	lets   map[string]term      // drawn before this place is reached
	later  map[string]hcl.Range // lets of this block that come after
	index  int                  // slot of this block's count.index, or -1
	loop   map[string]cty.Value // the names of a `for`
}

// frame is what all places of one column, transaction or assertion share.
type frame struct {
	place   *place
	self    *self              // of a column
	slots   int                // taken so far
	sites   map[site]int       // stateful draws by where they are written
	answers map[string]*answer // by query label

	lets map[string]hcl.Range // every let of the transaction, by name

	results *resultNames // of an assertion; nil: not known

	nodes    int           // lowered so far
	elements int           // of lists so far
	overfull bool          // whether a bound has been reported
	inlining []*spec.Local // locals being written out, outermost first
}

// place is a kind of place with the roots that mean something there.
type place struct {
	name  string // at the beginning of a sentence
	draws bool   // whether generators may be called
	roots []string
}

var (
	columnPlace = &place{"The value of a column", true, []string{"self"}}
	mixPlace    = &place{"An expression of a mix", true, []string{"let", "query", "count", "worker", "table", "host", "server"}}
	loadPlace   = &place{"The think time of a load", true, []string{"worker", "host", "server"}}
	startPlace  = &place{"This value, which is fixed when the run starts,", false, []string{"host", "server"}}
	reportPlace = &place{"A condition on results", false, []string{"result"}}
)

// self is the table whose column is generated.
type self struct {
	name         string
	copies, rows int64
}

// site is one written call of a generator that keeps state. However often it
// is inlined or unrolled it stays one sequence, so no value comes twice.
type site struct {
	file string
	byte int
}

// answer is what one query of a transaction reads.
type answer struct {
	at      hcl.Range            // of the label
	running bool                 // whether the place at hand is within the query
	done    bool                 // whether the query stands before the place at hand
	reads   map[string]expr.Expr // slots by name
	failed  bool                 // whether some of them are wrong
}

// columnNames is the place of a column's value.
func columnNames(t *plan.Table) *names {
	n := newNames(columnPlace)
	n.frame.self = &self{name: t.Name, copies: t.Copies, rows: t.Rows}
	return n
}

// loadNames is the place of a load's think time.
func loadNames() *names { return newNames(loadPlace) }

// startNames is a place where facts count but nothing is drawn: threads.
func startNames() *names { return newNames(startPlace) }

// reportNames is the place of an assertion's condition on results of those
// names; nil if they are not known.
func reportNames(r *resultNames) *names {
	n := newNames(reportPlace)
	n.frame.results = r
	return n
}

// newNames is the outermost place of a column, transaction or condition.
func newNames(p *place) *names {
	return &names{index: -1, frame: &frame{place: p, sites: map[site]int{}, answers: map[string]*answer{}, lets: map[string]hcl.Range{}}}
}

// inner is a place within n with names of its own.
func (n *names) inner() *names {
	return &names{parent: n, frame: n.frame, index: -1, lets: map[string]term{}, later: map[string]hcl.Range{}}
}

// slot takes the next slot of the frame.
func (n *names) slot() int {
	n.frame.slots++
	return n.frame.slots - 1
}

// site numbers the stateful call written at r.
func (n *names) site(r hcl.Range) int {
	key := site{r.Filename, r.Start.Byte}
	number, known := n.frame.sites[key]
	if !known {
		number = len(n.frame.sites)
		n.frame.sites[key] = number
	}
	return number
}

// let finds a let that is drawn before this place.
func (n *names) let(name string) (term, bool) {
	for ; n != nil; n = n.parent {
		if t, ok := n.lets[name]; ok {
			return t, true
		}
		if _, ok := n.later[name]; ok {
			return term{}, false // hides one further out
		}
	}
	return term{}, false
}

// laterLet tells where a let stands that this place cannot use yet.
func (n *names) laterLet(name string) (hcl.Range, bool) {
	for ; n != nil; n = n.parent {
		if r, ok := n.later[name]; ok {
			return r, true
		}
	}
	return hcl.Range{}, false
}

// letNames lists the lets that this place may use.
func (n *names) letNames() (all []string) {
	for ; n != nil; n = n.parent {
		all = slices.AppendSeq(all, maps.Keys(n.lets))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// countIndex is the slot of the innermost count.index, or -1.
func (n *names) countIndex() int {
	for ; n != nil; n = n.parent {
		if n.index >= 0 {
			return n.index
		}
	}
	return -1
}

// unlooped is the place without the names of `for` expressions, which a
// local's value does not see.
func (n *names) unlooped() *names {
	for n.loop != nil {
		n = n.parent
	}
	return n
}

// looping is the body of a `for` at n.
func (n *names) looping(values map[string]cty.Value) *names {
	return &names{parent: n, frame: n.frame, index: -1, loop: values}
}

// loopNames are the values of all `for` names in force.
func (n *names) loopNames() map[string]cty.Value {
	if n.loop == nil {
		return nil
	}
	all := maps.Clone(n.parent.loopNames())
	if all == nil {
		return n.loop
	}
	maps.Copy(all, n.loop)
	return all
}

// within is e as it reads in the body of the loops around it.
func (n *names) within(e hcl.Expression) hcl.Expression {
	x, ok := e.(hclsyntax.Expression)
	if !ok || n.loop == nil {
		return e
	}
	return &looped{Expression: x, values: n.loopNames()}
}

// looped is an expression in which the names of loops have values.
type looped struct {
	hclsyntax.Expression
	values map[string]cty.Value
}

// Value evaluates the expression with the loops' names in front of all others.
func (l *looped) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	inner := ctx.NewChild()
	inner.Variables = l.values
	return l.Expression.Value(inner)
}

// Variables leaves out the loops' names.
func (l *looped) Variables() []hcl.Traversal {
	return slices.DeleteFunc(l.Expression.Variables(), func(t hcl.Traversal) bool {
		_, loop := l.values[t.RootName()]
		return loop
	})
}
