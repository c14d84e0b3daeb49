package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// ask is which part of a repeat an assertion is about; "" is all of them.
type ask struct{ load, transaction, query string }

// asked is what was gathered for it: statements if it names a query, else
// events.
type asked struct {
	ask
	cut   *cut
	label *label
}

// newAsked makes what will gather an ask.
func newAsked(a ask) *asked {
	if a.query != "" {
		return &asked{ask: a, label: newLabel()}
	}
	return &asked{ask: a, cut: newCut()}
}

// matches tells whether rows of that load, transaction and statement belong.
func (a *ask) matches(load, transaction, query string) bool {
	return (a.load == "" || a.load == load) && (a.transaction == "" || a.transaction == transaction) &&
		(a.query == "" || a.query == query)
}

// String is the part in words.
func (a *ask) String() string {
	var words []string
	for _, pair := range [][2]string{{"load", a.load}, {"transaction", a.transaction}, {"query", a.query}} {
		if pair[1] != "" {
			words = append(words, fmt.Sprintf("%s %q", pair[0], pair[1]))
		}
	}
	return strings.Join(words, ", ")
}

// learn notes what an assertion's results are about and which percentiles
// they take. The planner writes a result as metric or metric.statistic, and
// its scope as pairs of a word and a name, after the percentile if any.
func (s *summariser) learn(e *expr.Expr) {
	if e.Op == expr.OpResult {
		scope := make([]expr.Value, len(e.Args))
		for i, arg := range e.Args {
			scope[i] = expr.Value{Kind: arg.Kind, Int: arg.Int, Float: arg.Float, Text: []byte(arg.Text)}
		}
		q, err := parseQuery(e.Text, scope)
		if err != nil {
			return // the assertion will say so
		}
		if !slices.Contains(s.asks, q.of) {
			s.asks = append(s.asks, q.of)
		}
		if q.statistic == "percentile" && !slices.Contains(s.wanted, q.p) {
			s.wanted = append(s.wanted, q.p)
		}
	}
	for i := range e.Args {
		s.learn(&e.Args[i])
	}
}

// query is one result that an assertion names.
type query struct {
	metric, statistic string
	p                 float64
	of                ask
}

// parseQuery takes the planner's encoding apart. An error tells of a plan that
// this version does not understand.
func parseQuery(text string, scope []expr.Value) (query, error) {
	var q query
	q.metric, q.statistic, _ = strings.Cut(text, ".")
	if q.statistic == "percentile" {
		if len(scope) == 0 {
			return q, fmt.Errorf("result %s lacks its percentile", text)
		}
		q.p, scope = scope[0].AsFloat(), scope[1:]
		if err := checkPercentiles([]float64{q.p}); err != nil {
			return q, err
		}
	}
	for ; len(scope) >= 2; scope = scope[2:] {
		name := string(scope[1].Text)
		switch string(scope[0].Text) {
		case "load":
			q.of.load = name
		case "transaction":
			q.of.transaction = name
		case "query":
			q.of.query = name
		default:
			return q, fmt.Errorf("result %s has an unknown scope %q", text, scope[0].Text)
		}
	}
	return q, nil
}
