package expr

import (
	"strings"
	"time"
)

// result writes a result as an assertion does: the node "response.percentile"
// of 99 in load oltp is percentile(result.load.oltp.response, 99).
func (p *printer) result(e *Expr) {
	metric, statistic, _ := strings.Cut(e.Text, ".")
	scope, rank := e.Args, []Expr(nil)
	if statistic == "percentile" && len(scope) > 0 {
		rank, scope = scope[:1], scope[1:]
	}
	if statistic != "" {
		p.text(statistic + "(")
	}
	p.text("result.")
	for i := range scope {
		p.text(scope[i].Text + ".")
	}
	p.text(metric)
	for i := range rank {
		p.text(", ")
		p.out = appendFloat(p.out, rank[i].number())
	}
	if statistic != "" {
		p.text(")")
	}
}

// isTime tells whether e is a result in nanoseconds.
func (e *Expr) isTime() bool {
	return e.Op == OpResult && (strings.HasPrefix(e.Text, "response.") || strings.HasPrefix(e.Text, "service."))
}

// time writes a constant that stands beside a time as duration("20ms"); it is
// false if e is none.
func (p *printer) time(e *Expr) bool {
	if e.Op != OpConst || e.Kind != Int {
		return false
	}
	p.text(`duration("` + time.Duration(e.Int).String() + `")`)
	return true
}
