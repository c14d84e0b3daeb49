package report

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
)

// assert judges the experiment's assertions by what a repeat measured. One that
// touches a result which is not known cannot be judged and does not hold,
// whatever it would come to: `result.errors != 5` is true of null.
func (s *summariser) assert(m *measured) error {
	if s.plan == nil {
		return nil
	}
	for i := range s.plan.Asserts {
		a := &s.plan.Asserts[i]
		shown := &results{measured: m}
		verdict := Assertion{Name: a.Name, Cell: m.cell.Cell, Repeat: m.cell.Repeat, Values: shown.texts(&a.Condition, &expr.Env{Results: shown})}
		judged := &results{measured: m} // anew: what is not evaluated is not missed
		held, err := a.Condition.Eval(&expr.Env{Results: judged})
		switch {
		case err != nil:
			verdict.Message = fmt.Sprintf(unjudged+"%s.", err)
		case judged.missing != "":
			verdict.Message = fmt.Sprintf(unjudged+"%s.", judged.missing)
		case held.True():
			verdict.Held = true
		default:
			verdict.Message = a.Message
		}
		s.summary.Asserts = append(s.summary.Asserts, verdict)
	}
	return nil
}

// results answers what an assertion asks of one repeat.
type results struct {
	*measured
	missing string // why the last result that is null is not known, or ""
}

// texts are the results in e with their values: "result.errors = 3".
func (r *results) texts(e *expr.Expr, env *expr.Env) []string {
	texts := []string{}
	if e.Op == expr.OpResult {
		v, err := e.Eval(env)
		text := "not known"
		switch {
		case err != nil:
		case v.Kind == expr.Null:
			text += ", " + r.missing
		case isTime(e.Text):
			text = timeText(int64(v.AsFloat()))
		default:
			text = numberText(v.AsFloat())
		}
		return append(texts, e.String()+" = "+text)
	}
	for i := range e.Args {
		texts = append(texts, r.texts(&e.Args[i], env)...)
	}
	return texts
}

// Result implements expr.Results: events and errors are counts, throughput is
// per second, response and service are nanoseconds. Of a query the events are
// its executions that succeeded, and response time is service time. It is
// null if there is nothing to tell it from.
func (r *results) Result(metric string, scope []expr.Value) (expr.Value, error) {
	q, err := parseQuery(metric, scope)
	if err != nil {
		return expr.Value{}, err
	}
	for _, a := range r.asked {
		if a.ask == q.of {
			return r.result(a, &q)
		}
	}
	return expr.Value{}, fmt.Errorf("result %s was not gathered", metric)
}

// result is one figure of what was asked.
func (r *results) result(a *asked, q *query) (expr.Value, error) {
	if reason := r.unknown(a); reason != "" {
		r.missing = reason
		return expr.Value{}, nil
	}
	succeeded, failed := a.counts()
	switch q.metric {
	case "events":
		return expr.IntValue(sum(succeeded)), nil
	case "errors":
		return expr.IntValue(failed), nil
	case "throughput":
		return expr.FloatValue(r.rate(succeeded)), nil
	case "response", "service":
		return r.statistic(a.times(q.metric), q)
	}
	return expr.Value{}, fmt.Errorf("there is no result called %q", q.metric)
}

// unknown is why nothing can be told of a part, or "".
func (r *results) unknown(a *asked) string {
	if a.load != "" {
		found := false
		for _, code := range r.codes() {
			found = found || r.names.Loads[code] == a.load
		}
		if !found {
			return fmt.Sprintf("the cell has no load %q", a.load)
		}
	}
	if !r.any() {
		return "there are no events in the measured phase"
	}
	if a.query != "" && !r.archived {
		return "statements were not archived"
	}
	return ""
}

// any tells whether the measured phase has any event.
func (m *measured) any() bool {
	for _, p := range m.parts {
		if p.whole.events().Total > 0 {
			return true
		}
	}
	return false
}

// statistic is one figure of a distribution, in nanoseconds.
func (r *results) statistic(d *distribution, q *query) (expr.Value, error) {
	if d.count == 0 {
		r.missing = "there are no ok events"
		if words := q.of.String(); words != "" {
			r.missing += " of " + words
		}
		return expr.Value{}, nil
	}
	switch q.statistic {
	case "percentile":
		return expr.FloatValue(float64(d.value(nearestRank(q.p, d.count)))), nil
	case "mean":
		return expr.FloatValue(d.mean()), nil
	case "min":
		return expr.FloatValue(float64(d.min)), nil
	case "max":
		return expr.FloatValue(float64(d.max)), nil
	}
	return expr.Value{}, errors.New("a time needs one of percentile, mean, min and max")
}

// counts are what succeeded, by load, and what failed.
func (a *asked) counts() (succeeded byLoad, failed int64) {
	if a.label != nil {
		return a.label.okBy, a.label.kinds[event.Failed]
	}
	return a.cut.okBy, a.cut.outcomes[event.Error]
}

// times is the distribution that a metric means.
func (a *asked) times(metric string) *distribution {
	switch {
	case a.label != nil:
		return a.label.service
	case metric == "service":
		return a.cut.service
	}
	return a.cut.response
}

// sum adds up what is counted by load.
func sum(by byLoad) int64 {
	var total int64
	for _, n := range by {
		total += n
	}
	return total
}

// isTime tells whether a result is in nanoseconds: a statistic of a time.
func isTime(metric string) bool {
	return strings.HasPrefix(metric, "response.") || strings.HasPrefix(metric, "service.")
}
