package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
)

// metrics are what result.* may name. Times are distributions: they need a
// statistic and are then nanoseconds, as duration("…") is.
var metrics = map[string]struct {
	kind         expr.Kind
	distribution bool
}{
	"throughput": {expr.Float, false}, // ok events a second
	"events":     {expr.Int, false},   // ok events
	"errors":     {expr.Int, false},   // events that ended in an error
	"response":   {expr.Float, true},  // due to end
	"service":    {expr.Float, true},  // start to end
}

// statistics are the functions of a distribution.
var statistics = map[string]bool{"percentile": true, "mean": true, "min": true, "max": true}

// scopes are the words that narrow a result, each followed by a name.
var scopes = map[string]bool{"load": true, "transaction": true, "query": true}

// result lowers result.events, result.load.oltp.throughput and the like: the
// node's text is the metric, its operands are the scope in pairs.
func (s *scope) result(e *hclsyntax.ScopeTraversalExpr, n *names) (term, hcl.Diagnostics) {
	metric, scope, diags := metricOf(e.Traversal, n.frame.results)
	if diags.HasErrors() {
		return term{}, diags
	}
	m := metrics[metric]
	if m.distribution {
		return term{}, errorAt(e.SrcRange, "Statistic needed",
			"result.%s is a distribution and no number. Write percentile(result.%s, 99), mean(…), min(…) or max(…).", metric, metric)
	}
	return value(expr.Expr{Op: expr.OpResult, Kind: m.kind, Text: metric, Args: scope}, e.SrcRange), nil
}

// metricOf takes a reference to a result apart. Its last word is the metric,
// and pairs of a scope and a name may stand before it, which known has.
func metricOf(t hcl.Traversal, known *resultNames) (metric string, scope []expr.Expr, diags hcl.Diagnostics) {
	at := t.SourceRange()
	if len(t) < 2 {
		return "", nil, errorAt(at, "Incomplete reference", "result must be followed by what is asked for, as in result.throughput.")
	}
	words := make([]string, len(t)-1)
	for i := range words {
		if words[i] = stepName(t[i:]); words[i] == "" {
			return "", nil, errorAt(at, "Unknown result", "Each step of a result is a name, as in result.load.oltp.throughput.")
		}
	}
	for len(words) > 2 && scopes[words[0]] {
		scope = append(scope, expr.ConstString(words[0]), expr.ConstString(words[1]))
		words = words[2:]
	}
	if _, known := metrics[words[0]]; !known || len(words) > 1 {
		metrics := []string{"throughput", "events", "errors", "response", "service"}
		return "", nil, errorAt(at, "Unknown result", "A result is one of %s, for all or for one load, transaction or query, as in result.load.oltp.throughput.%s",
			listed(metrics), didYouMean(words[0], metrics))
	}
	return words[0], scope, known.check(t, scope)
}

// ofResult finds the result that e is a statistic of. min and max of several
// numbers are the ordinary functions.
func ofResult(e *hclsyntax.FunctionCallExpr) (*hclsyntax.ScopeTraversalExpr, bool) {
	ordinary := (e.Name == "min" || e.Name == "max") && len(e.Args) > 1
	if !statistics[e.Name] || ordinary || len(e.Args) == 0 {
		return nil, false
	}
	t, ok := e.Args[0].(*hclsyntax.ScopeTraversalExpr)
	return t, ok && t.Traversal.RootName() == "result"
}

// statistic lowers percentile(result.response, 99) and its like: the text is
// "response.percentile", the operands are p, if any, and then the scope.
func (s *scope) statistic(e *hclsyntax.FunctionCallExpr, of *hclsyntax.ScopeTraversalExpr, n *names) (term, hcl.Diagnostics) {
	if n.frame.place != reportPlace {
		return term{}, misplaced(of.Traversal, n.frame.place)
	}
	metric, scope, diags := metricOf(of.Traversal, n.frame.results)
	if diags.HasErrors() {
		return term{}, diags
	}
	if !metrics[metric].distribution {
		return term{}, errorAt(of.SrcRange, "Not a distribution", "result.%s is one number, and has no %s.", metric, e.Name)
	}
	want := 1
	if e.Name == "percentile" {
		want = 2
	}
	if len(e.Args) != want {
		return term{}, errorAt(callRange(e), "Wrong number of arguments", "%s takes %s, as in %s.", e.Name, count(want, "argument"), statisticForm(e.Name))
	}
	if want == 2 {
		p, more := s.share(e.Args[1], n, 100)
		if more.HasErrors() {
			return term{}, more
		}
		scope = append([]expr.Expr{p}, scope...)
	}
	return value(expr.Expr{Op: expr.OpResult, Kind: expr.Float, Text: metric + "." + e.Name, Args: scope}, callRange(e)), nil
}

// statisticForm shows how a statistic is written.
func statisticForm(name string) string {
	if name == "percentile" {
		return "percentile(result.response, 99)"
	}
	return name + "(result.response)"
}

// share lowers a constant from 0 to most.
func (s *scope) share(e hcl.Expression, n *names, most float64) (expr.Expr, hcl.Diagnostics) {
	p, diags := s.lowerTo(e, n, expr.Float, "A percentile")
	if !diags.HasErrors() && (p.Op != expr.OpConst || p.Float < 0 || p.Float > most) {
		return p, errorAt(e.Range(), "Not a percentile", "A percentile is a constant number from 0 to %g.", most)
	}
	return p, diags
}
