package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// measured is one repeat while it is read: its rows are sorted into cuts.
type measured struct {
	run      *archive.Run
	plan     *plan.Plan // nil if it cannot be read
	place    *plan.Cell // likewise
	facts    []event.Fact
	cell     *event.Cell
	names    event.Names
	wanted   []float64
	shown    []float64 // of these, what the summary has
	interval int64
	marks    []int64 // checkpoints
	bins     bool    // a histogram was asked for
	byHost   bool    // hosts are told apart

	start, end int64 // of the measured phase
	guessed    bool  // its bounds come from the events, the run having no record
	parts      map[uint16]*part
	total      *part // nil with one load
	loading    loading
	asked      []*asked
	found      [2]*piece // of pieces, used again
	archived   bool      // there are statements
	foreseen   int       // so many codes of loads are known before reading
}

// part is one load, or the total of several.
type part struct {
	whole        *cut
	tally        tally // of all statements and connects
	transactions map[uint16]*cut
	hosts        map[uint16]*cut      // nil unless they are told apart
	stages       map[uint16]*cut      // nil unless the load has some
	labels       map[[2]uint16]*label // by transaction and statement
	workers      workers
	errors       map[errorKey]int64
	events       map[int32]int64 // errors by the events' last code
	intervals    []*piece
	stretches    []*piece // between checkpoints
	lastEnd      int64
	operates     bool     // runs a probe
	arrived      *arrived // nil in a closed loop
	gaveUp       int64    // events that ended in an error without a failed statement
}

type errorKey struct {
	code                   int32
	transaction, statement uint16
}

// newPart is an empty load.
func (m *measured) newPart() *part {
	p := &part{
		whole: newCut(), transactions: make(map[uint16]*cut), labels: make(map[[2]uint16]*label),
		workers: make(workers), errors: make(map[errorKey]int64), events: make(map[int32]int64),
	}
	if m.bins {
		p.whole.bins = make(map[int]int64)
	}
	if m.byHost {
		p.hosts = make(map[uint16]*cut)
	}
	return p
}

// newMeasured prepares the reading of one repeat.
func newMeasured(s *summariser, cell *event.Cell) *measured {
	m := &measured{
		run: s.run, plan: s.plan, facts: s.facts, cell: cell, wanted: s.wanted, shown: s.options.Percentiles, interval: s.options.Interval,
		marks: s.options.Checkpoints, bins: s.options.Histogram, byHost: severalHosts(s.summary.Facts),
		parts: make(map[uint16]*part), loading: loading{tables: make(map[uint16]*loadedTable), committed: make(map[int64]int32)},
	}
	if s.plan != nil {
		m.foresee()
	}
	for _, a := range s.asks {
		m.asked = append(m.asked, newAsked(a))
	}
	return m
}

// foresee takes the names of loads, transactions and queries from the plan,
// so that they are reported in the order of the spec, and a load also if it
// did nothing.
func (m *measured) foresee() {
	i := slices.IndexFunc(m.plan.Cells, func(c plan.Cell) bool { return c.Number == m.cell.Cell })
	if i < 0 {
		return
	}
	m.place = &m.plan.Cells[i]
	for _, l := range m.place.Loads {
		load := &m.plan.Loads[l]
		p := m.newPart()
		p.operates = load.Mix < 0
		if load.Open != nil {
			p.arrived = newArrived()
		}
		if load.Stages != nil {
			p.stages = make(map[uint16]*cut)
		}
		m.parts[uint16(len(m.names.Loads))] = p
		m.names.Loads = append(m.names.Loads, load.Name)
		for _, name := range m.plan.Operations(load) {
			m.names.Transactions = include(m.names.Transactions, name)
		}
		if load.Mix < 0 {
			continue
		}
		for _, query := range m.plan.Mixes[load.Mix].Queries {
			m.names.Statements = include(m.names.Statements, query)
		}
	}
	m.foreseen = len(m.names.Loads)
	if m.foreseen > 1 {
		m.total = m.newPart()
	}
}

// include adds a name unless it is there: mixes side by side may share names,
// and a dictionary holds each once.
func include(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// load is the plan's load of that code, nil if there is none.
func (m *measured) load(code uint16) *plan.Load {
	if int(code) >= m.foreseen {
		return nil
	}
	return &m.plan.Loads[m.place.Loads[code]]
}

// read makes as many passes over the repeat's rows as exact figures take.
func (m *measured) read() error {
	if err := m.bounds(); err != nil {
		return err
	}
	if n := (m.end - m.start) / max(m.interval, 1); m.interval > 0 && n > maxIntervals {
		return fmt.Errorf("an interval of %s divides the measured phase into %d pieces; choose one that makes at most %d",
			timeText(m.interval), n, maxIntervals)
	}
	if err := m.readEvents(); err != nil {
		return err
	}
	if err := m.readArrivals(); err != nil {
		return err
	}
	return m.readStatements()
}

// maxIntervals keeps the memory that intervals take within some 200 MiB.
const maxIntervals = 10_000

// bounds finds where the measured phase begins and ends. A repeat that never
// ended has no record of it; then its events tell, as far as they go.
func (m *measured) bounds() error {
	for _, s := range m.cell.Phases {
		if s.Phase == event.Measure {
			m.start, m.end = s.Start, s.End
			return nil
		}
	}
	m.guessed = true
	first, last := int64(math.MaxInt64), int64(0)
	for rows, err := range m.run.Events(m.cell.Cell, m.cell.Repeat, &m.names, "phase", "start_ns", "wait_ns", "service_ns") {
		if err != nil {
			return err
		}
		for i := range rows {
			if e := &rows[i]; e.Phase == event.Measure {
				first, last = min(first, e.Start-e.Wait), max(last, e.Start+e.Service)
			}
		}
	}
	if first < last {
		m.start, m.end = first, last
	}
	return nil
}

// empty tells whether the repeat left no rows that count.
func (m *measured) empty() bool {
	for _, p := range m.parts {
		if p.whole.events().Total > 0 {
			return false
		}
	}
	return m.loading.chunks == 0
}

// span is for how long events of a load could be due in its measured phase.
func (m *measured) span(code uint16) int64 {
	span := m.end - m.start
	l := m.load(code)
	if l != nil && l.Duration > 0 {
		span = min(span, l.Duration)
	}
	if l != nil && l.Open != nil {
		if after, did := m.stopped(l); did {
			span = min(span, after)
		}
	}
	return span
}

// length is how long the measured phase of a load was: its duration, or until
// it was cut short, or until its last event if it ended by their number.
func (m *measured) length(code uint16) int64 {
	span, l, p := m.span(code), m.load(code), m.parts[code]
	if l == nil {
		return span
	}
	if done := p.lastEnd - m.start; l.Events > 0 && p.whole.events().Total > 0 && done > 0 {
		span = min(span, done)
	}
	return span
}

// rate is the sum over loads of what each did ÷ its own length.
func (m *measured) rate(by byLoad) float64 {
	sum := 0.0
	for code, n := range by {
		if n > 0 {
			sum += perSecond(n, m.length(uint16(code)))
		}
	}
	return sum
}

// perSecond is a rate; nothing is done in no time.
func perSecond(n, ns int64) float64 {
	if ns <= 0 {
		return 0
	}
	return float64(n) / (float64(ns) / 1e9)
}

// codes are the codes of the loads that have a part, in the plan's order.
func (m *measured) codes() []uint16 {
	var all []uint16
	for code := range m.parts {
		all = append(all, code)
	}
	slices.Sort(all)
	return all
}
