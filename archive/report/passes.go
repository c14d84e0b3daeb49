package report

// readEvents sorts the events into cuts, once to count them and then until
// every wanted percentile is exact.
func (m *measured) readEvents() error {
	r := eventRouter{measured: m, first: true, routes: make(map[uint32]*eventRoute)}
	columns := []string{"load", "phase", "transaction", "start_ns", "wait_ns", "service_ns", "outcome", "lag_ns", "host"}
	if m.staged() {
		columns = append(columns, "stage")
	}
	timesOnly := len(columns) // enough for the later passes
	columns = append(columns, "worker", "attempts", "statements", "error_code", "event", "bytes")
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

// readStatements sorts the statements by label, as readEvents does.
func (m *measured) readStatements() error {
	r := statementRouter{measured: m, first: true, routes: make(map[uint64]*statementRoute)}
	columns := []string{"load", "phase", "transaction", "statement", "service_ns", "kind", "error_code", "rows", "affected", "start_ns"}
	const timesOnly = 7
	if m.loading.chunks > 0 {
		columns = append(columns, "event", "attempt") // of the measured phase nobody asks
	}
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

// eventDistributions are all that events fill.
func (m *measured) eventDistributions() []*distribution {
	var all []*distribution
	take := func(c *cut) {
		all = append(all, c.response)
		if c.service != nil && c.service != c.response {
			all = append(all, c.service)
		}
	}
	for _, p := range m.allParts() {
		take(p.whole)
		if p.arrived != nil {
			all = append(all, p.arrived.lag)
		}
		for _, c := range p.transactions {
			take(c)
		}
		for _, c := range p.hosts {
			take(c)
		}
		for _, c := range p.stages {
			take(c)
		}
		for _, list := range [][]*piece{p.intervals, p.stretches} {
			for _, piece := range list {
				take(piece.cut)
			}
		}
	}
	for _, a := range m.asked {
		if a.cut != nil {
			take(a.cut)
		}
	}
	return all
}

// statementDistributions are all that statements fill.
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
