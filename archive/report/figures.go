package report

import (
	"cmp"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// figures turns what was gathered into the summary of the repeat.
func (m *measured) figures() Repeat {
	r := Repeat{
		Repeat: m.cell.Repeat, Sequence: m.cell.Sequence, Status: m.cell.Status, Reason: m.cell.Reason, Data: m.cell.Data,
		Loading: m.loadingFigures(), Loads: []Load{},
	}
	for _, code := range m.codes() {
		l := m.partFigures(m.parts[code], m.length(code))
		l.Load, l.Asked, l.Probe, l.Arrivals = m.names.Loads[code], m.askedOf(code), m.probeFigures(code), m.arrivalFigures(code)
		l.Client = m.noted("load." + l.Load + ".client")
		l.Workers = m.parts[code].workers.figures(l.Asked.threads())
		l.Hosts, l.Stages = m.hostFigures(m.parts[code], l.Length), m.stageFigures(code, l.Length)
		l.Transactions, l.Labels = m.transactionFigures(m.parts[code]), m.labelFigures(m.parts[code])
		r.Loads = append(r.Loads, l)
	}
	r.Total = m.totalFigures(r.Loads)
	r.Validity = m.validity(r.Loads)
	return r
}

// totalFigures is the sum over loads: that of the only load, or what was
// gathered over all. It has no transactions, labels and hosts of its own.
func (m *measured) totalFigures(loads []Load) *Load {
	if len(loads) == 0 {
		return nil
	}
	var total Load
	if m.total == nil {
		total = loads[0]
	} else {
		var length int64
		for i := range loads {
			length = max(length, loads[i].Length)
		}
		total = m.partFigures(m.total, length)
		total.Workers = joinWorkers(m.total.workers, loads)
		total.Statements.Rate = 0
		for i := range loads {
			total.Statements.Rate += loads[i].Statements.Rate
		}
	}
	total.Load, total.Client, total.Probe = "", "", nil
	total.Asked, total.Transactions, total.Labels, total.Hosts, total.Stages = nil, []Transaction{}, nil, nil, nil
	return &total
}

// partFigures are those of a load or of the total, but for its own parts.
func (m *measured) partFigures(p *part, length int64) Load {
	l := Load{
		Figures: Figures{Throughput: m.rate(p.whole.okBy), Response: m.latency(p.whole.response), Service: m.latency(p.whole.service)},
		Length:  length, Events: p.whole.events(), Bytes: p.whole.bytes, Statements: Statements{Total: p.whole.statements, Late: p.whole.late},
		Errors: m.errorFigures(p), Retries: p.whole.retries,
		Histogram: histogramFigures(p.whole.bins), Intervals: m.intervalTable(p, length), Checkpoints: m.checkpointTable(p, length),
	}
	if m.archived {
		l.Statements.kinds(&p.tally)
		l.Reconnects = &p.tally.kinds[event.Connect]
	}
	l.Statements.rate(length)
	return l
}

// rate works the rate out: what began after the phase, in events that were in
// flight at its end, was not done in its length.
func (s *Statements) rate(length int64) { s.Rate = perSecond(s.Total-s.Late, length) }

// kinds fills in what only statements tell.
func (s *Statements) kinds(t *tally) {
	s.Read, s.Write, s.Other, s.Error = &t.kinds[event.Read], &t.kinds[event.Write], &t.kinds[event.Other], &t.kinds[event.Failed]
	s.Lost, s.Late = &t.lost, t.late
}

// latency is nil without values.
func (m *measured) latency(d *distribution) *Latency {
	if d.count == 0 {
		return nil
	}
	l := &Latency{Count: d.count, Min: d.min, Mean: d.mean(), Max: d.max, Sum: d.total(), Percentiles: []Percentile{}}
	for _, p := range m.shown {
		l.Percentiles = append(l.Percentiles, Percentile{p, d.value(nearestRank(p, d.count))})
	}
	return l
}

// transactionFigures are in the order of the spec.
func (m *measured) transactionFigures(p *part) []Transaction {
	all := []Transaction{}
	for _, code := range sortedCodes(p.transactions) {
		c := p.transactions[code]
		all = append(all, Transaction{
			Transaction: m.names.Transactions[code], Events: c.events(), Bytes: c.bytes, Response: m.latency(c.response), Service: m.latency(c.service),
		})
	}
	return all
}

// labelFigures are the statements by transaction and then in the order of the
// spec. It is nil if statements were not archived.
func (m *measured) labelFigures(p *part) []Label {
	if !m.archived {
		return nil
	}
	var keys [][2]uint16
	for key := range p.labels {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [2]uint16) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	all := []Label{}
	for _, key := range keys {
		l := p.labels[key]
		row := Label{
			Transaction: m.names.Transactions[key[0]], Statement: m.names.Statements[key[1]],
			Throughput: m.rate(l.okBy), Errors: l.kinds[event.Failed], Rows: l.rows, Affected: l.affected, Service: m.latency(l.service),
		}
		for _, n := range l.kinds {
			row.Executed += n
		}
		if row.Executed > 0 {
			all = append(all, row)
		}
	}
	return all
}

// errorFigures are the errors by how often they came.
func (m *measured) errorFigures(p *part) []ErrorCount {
	all := []ErrorCount{}
	if m.archived {
		for key, n := range p.errors {
			all = append(all, ErrorCount{key.code, m.names.Transactions[key.transaction], m.names.Statements[key.statement], n})
		}
	} else {
		for code, n := range p.events {
			all = append(all, ErrorCount{Code: code, Count: n})
		}
	}
	slices.SortFunc(all, func(a, b ErrorCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Transaction, b.Transaction), cmp.Compare(a.Statement, b.Statement))
	})
	return all
}
