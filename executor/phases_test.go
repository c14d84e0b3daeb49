package executor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

func TestSharesAddUp(t *testing.T) {
	for _, test := range []struct {
		total   int64
		workers int
	}{{402, 4}, {0, 3}, {1, 1000}, {1000, 1}, {6e9, 7}} {
		var sum, least, most int64 = 0, test.total, 0
		for w := range test.workers {
			part := share(test.total, w, test.workers)
			sum, least, most = sum+part, min(least, part), max(most, part)
		}
		if sum != test.total || most-least > 1 {
			t.Errorf("%d events over %d workers: sum %d, from %d to %d", test.total, test.workers, sum, least, most)
		}
	}
}

func TestTimetables(t *testing.T) {
	loads := []*plan.Load{
		{Warmup: 10, Duration: 60, Cooldown: 5},
		{Warmup: 4, Duration: 20},
		{Events: 7, Cooldown: 3},
	}
	tables := schedule(loads, 100)
	for _, test := range []struct {
		load int
		now  int64
		want uint8
		on   bool
	}{
		{0, 100, event.Warmup, true}, {0, 110, event.Measure, true}, {0, 169, event.Measure, true},
		{0, 170, event.Cooldown, true}, {0, 175, event.Cooldown, false},
		{1, 109, event.Warmup, true}, {1, 129, event.Measure, true}, {1, 130, event.Cooldown, false},
		{2, 110, event.Measure, true}, {2, 1 << 60, event.Measure, true},
	} {
		phase, on := tables[test.load].at(test.now)
		if phase != test.want || on != test.on {
			t.Errorf("load %d at %d: %s, %v", test.load, test.now, event.Phases[phase], on)
		}
	}
	if tables[1].begin != 106 || tables[2].begin != 110 {
		t.Errorf("loads begin at %d and %d; all must start to measure together", tables[1].begin, tables[2].begin)
	}
	tables[2].enough(500)
	if phase, on := tables[2].at(502); phase != event.Cooldown || !on {
		t.Error("no cooldown after the last counted event")
	}
	if _, on := tables[2].at(503); on {
		t.Error("the cooldown does not end")
	}
}

// Two loads with their own warm-ups and durations share the measured phase.
func TestPhasesOfLoadsSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := scriptPlan(update(), lasting(4*time.Second, 2))
		p.Loads[0].Warmup, p.Loads[0].Cooldown = int64(2*time.Second), int64(time.Second)
		short := p.Loads[0]
		short.Name, short.Warmup, short.Duration, short.Cooldown = "short", int64(time.Second), int64(2*time.Second), 0
		p.Loads = append(p.Loads, short)
		p.Cells[0].Loads = []int{0, 1}
		report, m, err := play(t, t.Context(), &script{answer: takes(10 * time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		second := int64(time.Second)
		spans := report.Cells[0].Phases
		want := []event.Span{{Phase: event.Warmup, Start: 0, End: 2 * second}, {Phase: event.Measure, Start: 2 * second, End: 6 * second}, {Phase: event.Cooldown, Start: 6 * second, End: 7 * second}}
		for i, s := range spans {
			if s != want[i] {
				t.Errorf("span %+v, want %+v", s, want[i])
			}
		}
		first, last := map[[2]uint16]int64{}, map[[2]uint16]int64{}
		for _, e := range m.events {
			key := [2]uint16{e.Load, uint16(e.Phase)}
			if at, known := first[key]; !known || e.Start < at {
				first[key] = e.Start
			}
			last[key] = max(last[key], e.Start)
		}
		for _, test := range []struct {
			load, phase uint16
			from, to    int64 // of the starts
		}{
			{0, uint16(event.Warmup), 0, 2 * second}, {0, uint16(event.Measure), 2 * second, 6 * second}, {0, uint16(event.Cooldown), 6 * second, 7 * second},
			{1, uint16(event.Warmup), second, 2 * second}, {1, uint16(event.Measure), 2 * second, 4 * second},
		} {
			key := [2]uint16{test.load, test.phase}
			slack := second / 20
			if first[key] < test.from || first[key] > test.from+slack || last[key] >= test.to || last[key] < test.to-slack {
				t.Errorf("load %d in %s: starts from %d to %d", test.load, event.Phases[test.phase], first[key], last[key])
			}
		}
		if _, any := first[[2]uint16{1, uint16(event.Cooldown)}]; any {
			t.Error("the short load has no cooldown, yet events in it")
		}
	})
}

// Events are counted in the measured phase only; a warm-up is free.
func TestEventsAreExactAfterWarmup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := scriptPlan(update(), events(10), func(p *plan.Plan) {
			p.Loads[0].Threads, p.Loads[0].Warmup, p.Loads[0].Cooldown = plan.Fixed(3), int64(time.Second), int64(time.Second)
		})
		report, m, err := play(t, t.Context(), &script{answer: takes(10 * time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.in(event.Measure)); n != 10 {
			t.Errorf("%d events measured, want 10", n)
		}
		if len(m.in(event.Warmup)) < 90 || len(m.in(event.Cooldown)) < 90 {
			t.Errorf("%d events in the warm-up, %d in the cooldown", len(m.in(event.Warmup)), len(m.in(event.Cooldown)))
		}
		// A warm-up event of 30 ms ends 20 ms late; then a worker has four at most.
		if s := report.Cells[0].Phases[1]; s.Phase != event.Measure || s.End-s.Start != int64(140*time.Millisecond) {
			t.Errorf("measured %+v", s)
		}
	})
}
