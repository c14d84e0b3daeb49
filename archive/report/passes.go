package report

import (
	"github.com/assay-bench/assay/archive/event"
)

// readEvents sorts the events into cuts, once to count them and then until
// every wanted percentile is exact.
func (m *measured) readEvents() error {
	r := eventRouter{measured: m, first: true, routes: make(map[[2]uint16]*eventRoute)}
	columns := []string{"load", "phase", "transaction", "start_ns", "wait_ns", "service_ns", "outcome",
		"worker", "attempts", "statements", "error_code"}
	const timesOnly = 7 // of the columns, enough for the later passes
	for {
		for rows, err := range m.run.Events(m.cell.Cell, m.cell.Repeat, &m.names, columns...) {
			if err != nil {
				return err
			}
			for i := range rows {
				r.take(&rows[i])
			}
		}
		if pending, err := m.settle(m.eventDistributions()); err != nil || !pending {
			return err
		}
		r.first, columns = false, columns[:timesOnly]
	}
}

// eventRouter finds the cuts of an event.
type eventRouter struct {
	*measured
	first  bool // the first pass, which counts
	routes map[[2]uint16]*eventRoute
}

// eventRoute is the cuts of one transaction of one load.
type eventRoute struct {
	cuts  []*cut
	parts []*part // the load and, with several loads, the total
	limit int     // number of intervals of the load
}

func (r *eventRouter) take(e *event.Event) {
	if e.Phase == event.Load && r.first {
		r.loading.event(e)
	}
	if e.Phase != event.Measure {
		return
	}
	key := [2]uint16{e.Load, e.Transaction}
	route := r.routes[key]
	if route == nil {
		route = r.route(e.Load, e.Transaction)
		r.routes[key] = route
	}
	for _, c := range route.cuts {
		if r.first {
			c.count(e)
		}
		c.see(e)
	}
	for _, p := range route.parts {
		if r.first {
			p.count(e)
		}
		if r.interval > 0 {
			r.intervalOf(p, e, route.limit).take(e, r.first)
		}
	}
}

func (r *eventRouter) route(load, transaction uint16) *eventRoute {
	p := r.parts[load]
	if p == nil {
		p = newPart()
		r.parts[load] = p
	}
	t := newCut()
	p.transactions[transaction] = t
	route := &eventRoute{cuts: []*cut{p.whole, t}, parts: []*part{p}, limit: r.intervals(load)}
	if r.total != nil {
		route.cuts, route.parts = append(route.cuts, r.total.whole), append(route.parts, r.total)
	}
	for _, a := range r.asked {
		if a.cut != nil && a.matches(r.names.Loads[load], r.names.Transactions[transaction], "") {
			route.cuts = append(route.cuts, a.cut)
		}
	}
	return route
}

// count takes an event of the first pass. Worker numbers are those of a load,
// so the total has none of its own.
func (p *part) count(e *event.Event) {
	if e.Outcome == event.OK {
		p.workers[e.Worker]++
	} else {
		p.workers[e.Worker] += 0
	}
	if e.ErrorCode != 0 {
		p.events[e.ErrorCode]++
	}
	p.lastEnd = max(p.lastEnd, e.Start+e.Service)
}

// readStatements sorts the statements by label, as readEvents does.
func (m *measured) readStatements() error {
	r := statementRouter{measured: m, first: true, routes: make(map[[3]uint16]*statementRoute)}
	columns := []string{"load", "phase", "transaction", "statement", "service_ns", "kind", "error_code", "rows", "affected"}
	const timesOnly = 7
	for {
		for rows, err := range m.run.Statements(m.cell.Cell, m.cell.Repeat, &m.names, columns...) {
			if err != nil {
				return err
			}
			m.archived = m.archived || len(rows) > 0
			for i := range rows {
				r.take(&rows[i])
			}
		}
		if pending, err := m.settle(m.statementDistributions()); err != nil || !pending {
			return err
		}
		r.first, columns = false, columns[:timesOnly]
	}
}

// statementRouter finds the labels of a statement.
type statementRouter struct {
	*measured
	first  bool
	routes map[[3]uint16]*statementRoute
}

// statementRoute is the labels of one statement of one load.
type statementRoute struct {
	labels []*label
	parts  []*part
}

func (r *statementRouter) take(s *event.Statement) {
	if s.Phase == event.Load && r.first {
		r.loading.statement(s, r.names.Statements[s.Statement])
	}
	if s.Phase != event.Measure {
		return
	}
	key := [3]uint16{s.Load, s.Transaction, s.Statement}
	route := r.routes[key]
	if route == nil {
		route = r.route(key)
		r.routes[key] = route
	}
	if r.first {
		for _, p := range route.parts {
			p.statement(s)
		}
	}
	if s.Kind == event.Connect {
		return
	}
	for _, l := range route.labels {
		if r.first {
			l.count(s)
		}
		l.see(s)
	}
}

func (r *statementRouter) route(key [3]uint16) *statementRoute {
	p := r.parts[key[0]]
	if p == nil {
		p = newPart() // statements of a load without an event: an archive cut short
		r.parts[key[0]] = p
	}
	l := newLabel()
	p.labels[[2]uint16{key[1], key[2]}] = l
	route := &statementRoute{labels: []*label{l}, parts: []*part{p}}
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
func (p *part) statement(s *event.Statement) {
	if s.Kind == event.Connect {
		p.reconnects++
	}
	if s.ErrorCode != 0 {
		p.errors[errorKey{s.ErrorCode, s.Transaction, s.Statement}]++
	}
}

// settle ends a pass for all distributions; it tells whether one needs more.
func (m *measured) settle(all []*distribution) (pending bool, err error) {
	for _, d := range all {
		var ranks []int64
		for _, p := range m.wanted {
			if d.count > 0 {
				ranks = append(ranks, nearestRank(p, d.count))
			}
		}
		more, err := d.settle(ranks)
		if err != nil {
			return false, err
		}
		pending = pending || more
	}
	return pending, nil
}

func (m *measured) eventDistributions() []*distribution {
	var all []*distribution
	take := func(c *cut) {
		all = append(all, c.response)
		if c.service != nil {
			all = append(all, c.service)
		}
	}
	for _, p := range m.allParts() {
		take(p.whole)
		for _, c := range p.transactions {
			take(c)
		}
		for _, c := range p.intervals {
			take(c)
		}
	}
	for _, a := range m.asked {
		if a.cut != nil {
			take(a.cut)
		}
	}
	return all
}

func (m *measured) statementDistributions() []*distribution {
	var all []*distribution
	for _, p := range m.allParts() {
		for _, l := range p.labels {
			all = append(all, l.service)
		}
	}
	for _, a := range m.asked {
		if a.label != nil {
			all = append(all, a.label.service)
		}
	}
	return all
}

// allParts are the loads and, with several, their total.
func (m *measured) allParts() []*part {
	var all []*part
	for _, code := range m.codes() {
		all = append(all, m.parts[code])
	}
	if m.total != nil {
		all = append(all, m.total)
	}
	return all
}
