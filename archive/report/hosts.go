package report

import (
	"cmp"
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// Host is the share of one host in a load that goes to several.
type Host struct {
	Host       string   `json:"host"`
	Events     Outcomes `json:"events"`
	Throughput float64  `json:"throughput_per_s"` // ok events ÷ the length of the load's measured phase
	Response   *Latency `json:"response"`
	Service    *Latency `json:"service"`
}

// severalHosts tells whether the servers of a run have more than one name.
// Only then are events sorted by host, which costs as much as sorting them by
// transaction.
func severalHosts(facts []Fact) bool {
	first := ""
	for i := range facts {
		switch f := &facts[i]; {
		case f.Source != "server":
		case first == "":
			first = f.Host
		case f.Host != first:
			return true
		}
	}
	return false
}

// host is the cut of an event's host; nil unless hosts are told apart.
func (p *part) host(e *event.Event) *cut {
	if p.hosts == nil {
		return nil
	}
	c := p.hosts[e.Host]
	if c == nil {
		c = newCut()
		p.hosts[e.Host] = c
	}
	return c
}

// hostFigures are by name; nil of a load that went to one host.
func (m *measured) hostFigures(p *part, length int64) (all []Host) {
	if len(p.hosts) < 2 {
		return nil
	}
	for _, code := range sortedCodes(p.hosts) {
		c := p.hosts[code]
		events := c.events()
		all = append(all, Host{
			Host: m.names.Hosts[code], Events: events, Throughput: perSecond(events.OK, length),
			Response: m.latency(c.response), Service: m.latency(c.service),
		})
	}
	slices.SortFunc(all, func(a, b Host) int { return cmp.Compare(a.Host, b.Host) })
	return all
}

// hosts writes the hosts of a load in a table of their own.
func (t *text) hosts(l *Load) {
	if len(l.Hosts) == 0 {
		return
	}
	u := unit{}
	if l.Response != nil {
		u = unitFor(l.Response.Mean)
	}
	g := grid{left: 1}
	g.row(append([]string{"host", "ok events", "other", "events/s"}, t.latencyHeading("response "+u.name)...)...)
	for i := range l.Hosts {
		h := &l.Hosts[i]
		g.row(append([]string{h.Host, wholeText(h.Events.OK), wholeText(h.Events.Total - h.Events.OK), rateText(h.Throughput)},
			t.latencyCells(u, h.Response)...)...)
	}
	t.line("")
	g.write(&t.Builder, "  ")
}
