package report

import (
	"strconv"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// probeOf is the probe that a load runs; nil if it runs a mix.
func (m *measured) probeOf(code uint16) *plan.Probe {
	l := m.load(code)
	if l == nil {
		return nil
	}
	return m.plan.Probe(l)
}

// probesOnly tells whether no load has statements.
func (m *measured) probesOnly() bool {
	for code := range m.parts {
		if m.probeOf(code) == nil {
			return false
		}
	}
	return true
}

// probeFigures is the probe of a load, and how long a part of its events took.
func (m *measured) probeFigures(code uint16) *Probe {
	of := m.probeOf(code)
	if of == nil {
		return nil
	}
	p := &Probe{Kind: of.Kind, Options: Factors{}, Step: of.Step, Steps: of.Steps}
	for i := range of.Options {
		v := &of.Options[i].Value
		p.Options = append(p.Options, event.Factor{Name: of.Options[i].Name, Kind: v.Kind.String(), Int: v.Int, Float: v.Float, Text: v.Text})
	}
	if d := m.parts[code].whole.response; p.Step != "" && d.count > 0 {
		step := float64(d.value(nearestRank(stepPercentile, d.count))) / float64(p.Steps)
		p.Time = &step
	}
	return p
}

// stepPercentile is the percentile of events that the time of a step is of: a
// mean would be that of the events that were interrupted.
const stepPercentile = 50

// option is the value of an option as text; empty if there is none.
func (p *Probe) option(name string) string {
	for i := range p.Options {
		if p.Options[i].Name == name {
			return p.Options[i].String()
		}
	}
	return ""
}

// number is the value of an option that is a number; 0 if there is none.
func (p *Probe) number(name string) float64 {
	n, _ := strconv.ParseFloat(p.option(name), 64)
	return n
}

// size is the value of an option in bytes; 0 if there is none.
func (p *Probe) size(name string) int64 {
	for i := range p.Options {
		if p.Options[i].Name == name {
			return p.Options[i].Int
		}
	}
	return 0
}
