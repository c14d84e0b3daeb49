package report

import "github.com/assay-bench/assay/archive/event"

// eventRouter finds the cuts of an event.
type eventRouter struct {
	*measured
	first  bool                   // the first pass, which counts
	routes map[uint32]*eventRoute // by load and transaction; such a map is quicker than one of arrays
}

// eventRoute is the cuts of one transaction of one load.
type eventRoute struct {
	cuts  []*cut
	parts []*part // the load and, with several loads, the total
	span  int64   // of the load
	end   int64   // likewise, of its measured phase
}

// take sorts one event. It runs for every row of every pass, so what is known
// of a transaction is looked up once, in its route.
func (r *eventRouter) take(e *event.Event) {
	if e.Phase == event.Load && r.first {
		r.loading.event(e)
	}
	if e.Phase != event.Measure {
		return
	}
	key := uint32(e.Load)<<16 | uint32(e.Transaction)
	route := r.routes[key]
	if route == nil {
		route = r.route(e.Load, e.Transaction)
		r.routes[key] = route
	}
	for _, c := range route.cuts {
		if r.first {
			c.count(e, route.end)
		}
		c.see(e)
	}
	for _, p := range route.parts {
		if r.first {
			p.count(e)
		}
		if p.arrived != nil && e.Lag != event.Unknown {
			p.arrived.lag.see(e.Lag)
		}
		if c := p.host(e); c != nil {
			if r.first {
				c.count(e, route.end)
			}
			c.see(e)
		}
		if c := p.stage(e); c != nil {
			if r.first {
				c.count(e, route.end)
			}
			c.see(e)
		}
		for _, piece := range r.pieces(p, e.Start-e.Wait, route.span) {
			piece.take(e, r.first, route.end)
		}
	}
}

// route finds the cuts of a transaction of a load, when it is first met.
func (r *eventRouter) route(load, transaction uint16) *eventRoute {
	p := r.parts[load]
	if p == nil {
		p = r.newPart()
		r.parts[load] = p
	}
	t := newCut()
	p.transactions[transaction] = t
	route := &eventRoute{cuts: []*cut{p.whole, t}, parts: []*part{p}, span: r.span(load)}
	route.end = r.start + route.span
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

// count takes an event of the first pass.
func (p *part) count(e *event.Event) {
	p.workers.count(e)
	switch {
	case e.ErrorCode != 0:
		p.events[e.ErrorCode]++
	case e.Outcome == event.Error:
		p.gaveUp++
	}
	p.lastEnd = max(p.lastEnd, e.Start+e.Service)
}
