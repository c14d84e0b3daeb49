package executor

import (
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
)

// A run of an exact number of events, from the empty database to the empty
// database.
func TestRunExactEvents(t *testing.T) {
	p := testPlan("sqlite", "sqlite", 3, 500, 4, events(402))
	o, s := options(t, driver.Endpoint{})
	report, err := Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	m := s[[2]int{0, 0}]
	m.check(t)
	if n := len(m.in(event.Measure)); n != 402 {
		t.Errorf("%d events, want 402", n)
	}
	for _, e := range m.events {
		if e.Outcome != event.OK {
			t.Fatalf("event %+v", e)
		}
	}
	if len(report.Cells) != 1 || report.Cells[0].Status != complete || report.Cells[0].Data != dataFresh {
		t.Fatalf("report %+v", report.Cells)
	}
	c := report.Cells[0]
	if c.Events != int64(len(m.events)) || c.Statements != int64(len(m.statements)) {
		t.Errorf("the report counts %d events and %d statements, the Sink %d and %d", c.Events, c.Statements, len(m.events), len(m.statements))
	}
	var phases []string
	for _, span := range c.Phases {
		phases = append(phases, event.Phases[span.Phase])
	}
	t.Log(phases)
	dropped, err := Cleanup(t.Context(), p, o)
	if err != nil || len(dropped) != 0 {
		t.Errorf("after the run cleanup drops %v, %v", dropped, err)
	}
}
