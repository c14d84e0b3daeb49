package report

import "github.com/assay-bench/assay/archive/event"

// statementRouter finds the labels of a statement.
type statementRouter struct {
	*measured
	first  bool
	routes map[uint64]*statementRoute // by load, transaction and statement
}

// statementRoute is the labels of one statement of one load.
type statementRoute struct {
	labels []*label
	parts  []*part
	span   int64 // of the load
	end    int64 // likewise, of its measured phase
}

// take sorts one statement; see eventRouter.take.
func (r *statementRouter) take(s *event.Statement) {
	if s.Phase == event.Load && r.first {
		r.loading.statement(s, r.names.Statements[s.Statement])
	}
	if s.Phase != event.Measure {
		return
	}
	key := uint64(s.Load)<<32 | uint64(s.Transaction)<<16 | uint64(s.Statement)
	route := r.routes[key]
	if route == nil {
		route = r.route([3]uint16{s.Load, s.Transaction, s.Statement})
		r.routes[key] = route
	}
	if r.first {
		for _, p := range route.parts {
			p.statement(s, route.end)
			for _, piece := range r.pieces(p, s.Start, route.span) {
				piece.tally.count(s, route.end)
			}
		}
	}
	if s.Kind == event.Connect {
		return
	}
	for _, l := range route.labels {
		if r.first {
			l.count(s, route.end)
		}
		l.see(s)
	}
}

// route finds the labels of a statement of a load, when it is first met.
func (r *statementRouter) route(key [3]uint16) *statementRoute {
	p := r.parts[key[0]]
	if p == nil {
		p = r.newPart() // statements of a load without an event: an archive cut short
		r.parts[key[0]] = p
	}
	l := newLabel()
	p.labels[[2]uint16{key[1], key[2]}] = l
	route := &statementRoute{labels: []*label{l}, parts: []*part{p}, span: r.span(key[0])}
	route.end = r.start + route.span
	if r.total != nil {
		route.parts = append(route.parts, r.total)
	}
	for _, a := range r.asked {
		if a.label != nil && a.matches(r.names.Loads[key[0]], r.names.Transactions[key[1]], r.names.Statements[key[2]]) {
			route.labels = append(route.labels, a.label)
		}
	}
	return route
}

// statement takes a statement of the first pass.
func (p *part) statement(s *event.Statement, end int64) {
	p.tally.count(s, end)
	if s.ErrorCode != 0 {
		p.errors[errorKey{s.ErrorCode, s.Transaction, s.Statement}]++
	}
}
