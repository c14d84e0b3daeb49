package executor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// staged gives the first load stages in place of its duration.
func staged(stages ...plan.Stage) func(*plan.Plan) {
	return func(p *plan.Plan) {
		l := &p.Loads[0]
		l.Stages, l.Duration, l.Events = stages, 0, 0
		for i := range stages {
			l.Duration += stages[i].Length
		}
		if l.Open == nil {
			l.Base = float64(l.Threads.N)
			l.Threads = plan.Fixed(int64(l.Peak() + 0.5))
		}
	}
}

// byStage counts the events of a stage.
func (m *memory) byStage() map[string]int {
	counts := map[string]int{}
	for _, e := range m.events {
		counts[m.names.Stages[e.Stage]]++
	}
	return counts
}

// The rate of an open loop in all shapes: each stage has as many arrivals as
// the area under its rate, and the books balance.
func TestStagesOfRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := scriptPlan(update(), open(100, 20), staged(
			plan.Stage{Name: "low", Length: 2 * second, Shape: plan.ShapeStep, Level: 50},
			plan.Stage{Name: "up", Length: 4 * second, Shape: plan.ShapeRamp, Level: 250},
			plan.Stage{Name: "wave", Length: 3 * second, Shape: plan.ShapeSine, Level: 200, Amplitude: 200, Period: second},
			plan.Stage{Name: "peak", Length: 2 * second, Shape: plan.ShapeSpike, Level: 400},
			plan.Stage{Name: "none", Length: second, Shape: plan.ShapeStep},
		))
		_, m, err := play(t, t.Context(), &script{answer: takes(time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		counts := m.byStage()
		for name, want := range map[string]int{"low": 100, "up": 600, "wave": 600, "peak": 600, "none": 0, "": 100} {
			if got := counts[name]; got < want-1 || got > want+1 {
				t.Errorf("stage %q has %d events, want %d", name, got, want)
			}
		}
		if b := m.accounts(t, event.Measure); b.scheduled < 1899 || b.scheduled > 1901 || b.finished != b.scheduled {
			t.Errorf("measured phase: %+v", b)
		}
	})
}

// Each worker's share of the rate follows the stages too.
func TestStagesOfRatePerWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		each := func(o *plan.Open) { o.PerWorker = true }
		p := scriptPlan(update(), open(10, 10, each), staged(plan.Stage{Name: "up", Length: 2 * second, Shape: plan.ShapeRamp, Level: 30}))
		_, m, err := play(t, t.Context(), &script{answer: takes(time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		if n := m.byStage()["up"]; n != 400 {
			t.Errorf("%d events, want 400", n)
		}
		if n := len(m.in(event.Cooldown)); n != 300 {
			t.Errorf("%d events in the cooldown, want 300", n)
		}
	})
}

// The workers of a closed loop come and go: at any instant as many are at work
// as the stage says, and those with the lowest numbers.
func TestStagesOfWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := scriptPlan(update(), lasting(time.Second, 2), staged(
			plan.Stage{Name: "two", Length: 2 * second, Shape: plan.ShapeStep, Level: 2},
			plan.Stage{Name: "six", Length: 2 * second, Shape: plan.ShapeStep, Level: 6},
			plan.Stage{Name: "down", Length: 4 * second, Shape: plan.ShapeRamp, Level: 2},
			plan.Stage{Name: "none", Length: second, Shape: plan.ShapeStep},
			plan.Stage{Name: "one", Length: second, Shape: plan.ShapeStep, Level: 1},
		))
		p.Loads[0].Warmup, p.Loads[0].Cooldown = second, second
		report, m, err := play(t, t.Context(), &script{answer: takes(5 * time.Millisecond)}, p)
		if err != nil {
			t.Fatal(err)
		}
		zero := report.Cells[0].Phases[1].Start
		const length = 15e6 // of an event of three statements
		busy := func(from, to int64) float64 {
			var sum int64
			for _, e := range m.events {
				sum += max(min(e.Start+e.Service, to)-max(e.Start, from), 0)
			}
			return float64(sum) / float64(to-from)
		}
		for _, test := range []struct {
			from, to float64 // seconds of the measured phase
			want     float64 // workers
		}{{-1, 0, 2}, {0, 2, 2}, {2, 4, 6}, {4, 8, 4}, {8, 9, 0}, {9, 10, 1}, {10, 11, 1}} {
			got := busy(zero+int64(test.from*1e9), zero+int64(test.to*1e9))
			if got < test.want-0.1 || got > test.want+0.1 {
				t.Errorf("from %v to %v s %.2f workers are busy, want %v", test.from, test.to, got, test.want)
			}
		}
		for _, e := range m.in(event.Measure) {
			if m.names.Stages[e.Stage] == "one" && e.Worker != 0 {
				t.Fatalf("worker %d works where one may", e.Worker)
			}
			if e.Service != length {
				t.Fatalf("%+v", e)
			}
		}
	})
}

// A worker whose turn does not come ends with the load.
func TestTurnOfWorkers(t *testing.T) {
	l := &plan.Load{Base: 1, Stages: []plan.Stage{
		{Name: "a", Length: 10, Shape: plan.ShapeStep, Level: 2}, {Name: "b", Length: 20, Shape: plan.ShapeRamp, Level: 4},
	}}
	s, table := newStages(l, new(dictionary)), &timetable{begin: 0, measure: 100, cooldown: 130, end: 150}
	for _, test := range []struct {
		worker    int
		now, want int64
	}{{0, 0, 0}, {1, 0, 100}, {1, 50, 100}, {1, 105, 105}, {2, 0, 115}, {2, 120, 120}, {3, 0, 125}, {3, 140, 140}, {4, 0, 150}, {0, 149, 149}} {
		if got := s.turn(test.worker, table, test.now); got != test.want {
			t.Errorf("worker %d at %d: %d, want %d", test.worker, test.now, got, test.want)
		}
	}
	for since, want := range map[int64]uint16{0: 0, 9: 0, 10: 1, 29: 1, 1000: 1} {
		if got := s.code(event.Measure, since); got != want {
			t.Errorf("at %d the stage is %d, want %d", since, got, want)
		}
	}
}
