package planner

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// letTerm is the value of a let. Where it is none, the message says which of the
// three it is: drawn later, drawn elsewhere, or not at all.
func letTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	if t, ok := n.let(name); ok {
		if t.failed {
			return term{}, following(at)
		}
		if t.list != nil {
			return term{}, errorAt(at, "List as a value", "let.%s is a list. Write let.%s[0] for its first element, or pass all of it with args = let.%s.", name, name, name)
		}
		t.at = at
		return t, nil
	}
	if later, ok := n.laterLet(name); ok {
		return term{}, errorAt(at, "Let used before it is drawn",
			"let.%s is drawn on line %d, after this. Lets are drawn in written order; move it up.", name, later.Start.Line)
	}
	if elsewhere, ok := n.frame.lets[name]; ok {
		return term{}, errorAt(at, "Let of another block",
			"let.%s is drawn on line %d, for the block that it stands in and those within; when and count of that block come before its lets.", name, elsewhere.Start.Line)
	}
	return term{}, errorAt(at, "Unknown let", "There is no let %q. Those that are drawn here are: %s.%s",
		name, listed(n.letNames()), didYouMean(name, n.letNames()))
}

// selfTerm is a property of the table whose column is generated.
func selfTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	self := n.frame.self
	number := expr.Expr{Op: expr.OpAdd, Kind: expr.Int, Args: []expr.Expr{{Op: expr.OpCopy, Kind: expr.Int}, expr.ConstInt(1)}}
	switch name {
	case "row":
		return value(expr.Expr{Op: expr.OpRow, Kind: expr.Int}, at), nil
	case "rows":
		return value(expr.ConstInt(self.rows), at), nil
	case "copy":
		return value(number, at), nil
	case "name":
		if self.copies == 0 {
			return value(expr.ConstString(self.name), at), nil
		}
		return value(expr.Expr{Op: expr.OpConcat, Kind: expr.String, Args: []expr.Expr{expr.ConstString(self.name), number}}, at), nil
	}
	known := []string{"row", "rows", "copy", "name"}
	return term{}, errorAt(at, "Unknown reference", "self has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
}

// countTerm is count.index, that of the innermost block with a count.
func countTerm(name string, at hcl.Range, n *names) (term, hcl.Diagnostics) {
	if name != "index" {
		return term{}, errorAt(at, "Unknown reference", "count has index, but no %q.", name)
	}
	slot := n.countIndex()
	if slot < 0 {
		return term{}, errorAt(at, "count.index without count",
			"count.index is the number of a repetition, from 0, and no block around this one is repeated. Give a group or query a count.")
	}
	return value(expr.Slot(slot, expr.Int), at), nil
}

// workerTerm is a property of the worker.
func workerTerm(name string, at hcl.Range) (term, hcl.Diagnostics) {
	switch name {
	case "index":
		return value(expr.Expr{Op: expr.OpWorker, Kind: expr.Int}, at), nil
	case "count":
		return value(expr.Expr{Op: expr.OpWorkers, Kind: expr.Int}, at), nil
	}
	known := []string{"index", "count"}
	return term{}, errorAt(at, "Unknown reference", "worker has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
}

// hostFacts are the facts of the host that an expression may use.
var hostFacts = map[string]expr.Kind{
	"cpus":   expr.Int, // logical processors that this process may use
	"memory": expr.Int, // bytes
	"name":   expr.String,
}

// factTerm is a fact that is fixed when the run starts. What a server says of
// itself is text; int() and float() convert it.
func factTerm(root, name string, at hcl.Range) (term, hcl.Diagnostics) {
	kind := expr.String
	if root == "host" {
		known := []string{"cpus", "memory", "name"}
		k, ok := hostFacts[name]
		if !ok {
			return term{}, errorAt(at, "Unknown fact", "host has %s, but no %q.%s", listed(known), name, didYouMean(name, known))
		}
		kind = k
	}
	return value(expr.Expr{Op: expr.OpFact, Kind: kind, Text: root + "." + name}, at), nil
}

// readTerm is a value that an earlier query read.
func readTerm(e *hclsyntax.ScopeTraversalExpr, n *names) (term, hcl.Diagnostics) {
	label, name := stepName(e.Traversal), ""
	if len(e.Traversal) > 2 {
		name = stepName(e.Traversal[1:])
	}
	a, ok := n.frame.answers[label]
	switch {
	case !ok:
		known := slices.Sorted(maps.Keys(n.frame.answers))
		return term{}, errorAt(e.SrcRange, "Unknown query", "This transaction has no query %q; values can only be read from queries of the same transaction.%s",
			label, didYouMean(label, known))
	case name == "":
		return term{}, errorAt(e.SrcRange, "Incomplete reference", "query.%s must be followed by the name of a value that it reads, as in query.%s.name.", label, label)
	case !a.done:
		return term{}, a.early(label, e.SrcRange)
	}
	slot, ok := a.reads[name]
	if !ok && a.failed {
		return term{}, following(e.SrcRange)
	}
	if !ok {
		known := slices.Sorted(maps.Keys(a.reads))
		return term{}, errorAt(e.SrcRange, "Unknown value", "Query %q reads %s, but no %q. Add it to the query's read.%s", label, listed(known), name, didYouMean(name, known))
	}
	return value(slot, e.SrcRange), nil
}

// early says why a query has not been executed at some place. One that stands
// above it has not if the place is a let, which is drawn before all queries
// of its block.
func (a *answer) early(label string, at hcl.Range) hcl.Diagnostics {
	remedy := "Move it up."
	if a.running {
		remedy = "Its own parts come before its answer."
	} else if a.at.Filename == at.Filename && a.at.Start.Byte < at.Start.Byte {
		remedy = "The lets of a block are drawn when its pass begins, before its queries: put this into a let of the query or group that uses it."
	}
	return errorAt(at, "Value used before it is read", "Query %q stands on line %d and has not been executed here. %s", label, a.at.Start.Line, remedy)
}
