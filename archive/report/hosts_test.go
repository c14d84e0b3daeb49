package report

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// TestHosts: a load that goes to two hosts has a table of them, whose counts
// add up to its own; a load that goes to one has none.
func TestHosts(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 1000, 1)}}
	s.facts = []event.Fact{
		{Cell: -1, Repeat: -1, When: "before", Host: "a:3306", Source: "server", Name: "version", Value: "10.11"},
		{Cell: -1, Repeat: -1, When: "before", Host: "b:3306", Source: "server", Name: "version", Value: "10.11"},
	}
	r := &s.repeats[0]
	r.names.Hosts = []string{"a:3306", "b:3306"}
	if got := summarise(t, s, Options{}).Cells[0].Repeats[0].Loads[0].Hosts; got != nil {
		t.Errorf("of one host there are %+v", got)
	}
	want := [2]int64{}
	for i := range r.batch.Events {
		e := &r.batch.Events[i]
		e.Host = uint16(e.Worker % 4 / 3) // three workers go to the first
		if e.Phase == event.Measure && e.Outcome == event.OK {
			want[e.Host]++
		}
	}
	summary := summarise(t, s, Options{})
	l := &summary.Cells[0].Repeats[0].Loads[0]
	if len(l.Hosts) != 2 {
		t.Fatalf("hosts %+v", l.Hosts)
	}
	var sum Outcomes
	for i, h := range l.Hosts {
		if h.Host != r.names.Hosts[i] || h.Events.OK != want[i] || h.Response.Count != want[i] {
			t.Errorf("host %d is %+v, want %d ok events", i, h, want[i])
		}
		sum.add(&h.Events)
	}
	if sum != l.Events {
		t.Errorf("the hosts have %+v, the load %+v", sum, l.Events)
	}
	if text := string(render(t, summary)); !strings.Contains(text, "\n  host    ") || !strings.Contains(text, "\n  b:3306  ") {
		t.Errorf("no table of hosts in\n%s", text)
	}
}
