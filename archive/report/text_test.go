package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func TestGoldenTwoLoads(t *testing.T) {
	golden(t, "two.txt", render(t, summarise(t, twoLoads(5, 3000), Options{Percentiles: []float64{50, 99}})))
}

// TestTextSays checks one line of the text for each thing that a run can show.
func TestTextSays(t *testing.T) {
	cases := map[string]struct {
		change func(*sample)
		want   []string
	}{
		"interrupted": {
			func(s *sample) {
				s.repeats[0].cell.Status, s.repeats[0].cell.Reason = "interrupted", "It was interrupted."
			},
			[]string{"the repeat was interrupted: It was interrupted."}},
		"cancelled": {
			func(s *sample) { lastEvent(s).Outcome = event.Cancelled },
			[]string{"1 cancelled", "1 event cut at the deadline"}},
		"open loop": {
			func(s *sample) { lastEvent(s).Wait = 5 * second },
			[]string{"event        response  ", "             service  "}},
		"waits": {
			func(s *sample) { s.repeats[0].cell.Waits, s.repeats[0].cell.WaitTime = 1234, 5*ms },
			[]string{"workers waited for the archive 1,234 times, 5.00 ms in all"}},
		"a failed chunk": {
			func(s *sample) { s.repeats[0].batch.Events[0].Outcome = event.Error },
			[]string{"loaded 3,000 rows in 1.00 s, 3,000 rows/s, 1 chunk failed"}},
		"nothing ok": {
			func(s *sample) {
				for i := range s.repeats[0].batch.Events {
					s.repeats[0].batch.Events[i].Outcome = event.Unexpected
				}
			},
			[]string{"100: 100 unexpected", "no ok events, so no times", "there are no ok events"}},
		"seconds": {
			func(s *sample) {
				for i := range s.repeats[0].batch.Events {
					s.repeats[0].batch.Events[i].Service *= 1000
				}
			},
			[]string{"times in s "}},
		"one assertion": {
			func(s *sample) {
				s.plan.Asserts = []plan.Assert{{Name: "a", Condition: compare(expr.OpGt, resultOf(expr.Int, "events"), 1)}}
			},
			[]string{"\nthe assertion held\n"}},
		"values that cannot be computed": {
			func(s *sample) {
				e := lastEvent(s)
				e.Outcome, e.ErrorCode = event.Error, 0
			},
			[]string{"events that ended in an error though no statement failed: 1; a value could not be computed"}},
		"values that could not be computed, as noted": {
			func(s *sample) {
				e := lastEvent(s)
				e.Outcome, e.ErrorCode = event.Error, 0
				for _, why := range []string{`let "x" of transaction "read": division by zero (once)`, `count of transaction "read": null (once)`} {
					s.facts = append(s.facts, event.Fact{When: "after", Source: "assay", Name: "load.oltp.error", Value: why})
				}
			},
			[]string{`events could not go on: let "x" of transaction "read": division by zero (once)`, `could not go on: count of`}},
		"no bounds": {
			func(s *sample) { s.repeats[0].cell.Phases = nil },
			[]string{"the bounds of the measured phase were not recorded"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 100, 1)}}
			c.change(s)
			text := string(render(t, summarise(t, s, Options{})))
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
		})
	}
}

// lastEvent is the last measured event that is ok.
func lastEvent(s *sample) *event.Event {
	all := s.repeats[0].batch.Events
	for i := len(all) - 1; ; i-- {
		if all[i].Phase == event.Measure && all[i].Outcome == event.OK {
			return &all[i]
		}
	}
}

// TestManyErrors: the rarest kinds of many are left out of the text only.
func TestManyErrors(t *testing.T) {
	l := Load{Figures: Figures{Load: "a"}, Events: Outcomes{Total: 1}}
	for code := range int32(25) {
		l.Errors = append(l.Errors, ErrorCount{Code: code, Count: 25 - int64(code)})
	}
	s := &Summary{Cells: []Cell{{Repeats: []Repeat{{Loads: []Load{l}}}}}}
	if text := string(render(t, s)); strings.Count(text, "\n  1") > 10 || !strings.Contains(text, "… 15 more kinds") {
		t.Errorf("25 errors are written as\n%s", text)
	}
}

// TestUnfinishedRun: a run that died, or still runs, is reported as far as its
// rows go; cells that never began are left out.
func TestUnfinishedRun(t *testing.T) {
	s := &sample{plan: samplePlan(1, 4), repeats: []repeated{working(1, 0, 4, 500, 1)}}
	data, err := plan.Encode(s.plan)
	if err != nil {
		t.Fatal(err)
	}
	w, err := archive.Create(t.TempDir(), archive.Info{Experiment: "sample"}, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.write(t, w, &s.repeats[0])
	run, err := archive.OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	got, err := Summarise(run, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Cells) != 1 || got.Cells[0].Cell != 1 || got.Cells[0].Repeats[0].Total.Events.Total != 500 {
		t.Fatalf("cells %+v, want 500 events of cell 1", got.Cells)
	}
	text := string(render(t, got))
	for _, want := range []string{"the run is running", "cell 1: threads = 4", "the repeat is unfinished: the run did not record its end"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestHeadlineOfTheCompleteRepeat: a repeat that failed is not what a cell is
// judged by, but its events and its failure are told.
func TestHeadlineOfTheCompleteRepeat(t *testing.T) {
	p := samplePlan(1, 4)
	p.Repeat = 2
	s := &sample{plan: p, repeats: []repeated{working(0, 0, 1, 50, 1), working(0, 1, 1, 200, 2), working(1, 0, 4, 100, 3)}}
	s.repeats[0].cell.Status, s.repeats[0].cell.Reason = "failed", "Error 1050."
	got := summarise(t, s, Options{})
	if rows := headlines(&got.Cells[0]); len(rows) != 1 || rows[0].figures.Throughput != got.Cells[0].Repeats[1].Total.Throughput || rows[0].events.Total != 250 {
		t.Errorf("headline %+v, want that of repeat 1 with the events of both", rows)
	}
	if text := string(render(t, got)); !strings.Contains(text, "the repeat failed: Error 1050. (cell 0)") || !got.Failed() {
		t.Errorf("the failure is not told in\n%s", text)
	}
}

func TestNoCells(t *testing.T) {
	s := summarise(t, &sample{plan: samplePlan(1)}, Options{})
	if text := string(render(t, s)); !strings.Contains(text, "no cell has run") {
		t.Errorf("got\n%s", text)
	}
}

func TestFactorsKeepTheirOrderAndType(t *testing.T) {
	list := Factors{
		{Name: "z", Kind: "string", Text: `a "b"`}, {Name: "a", Kind: "int", Int: 4},
		{Name: "m", Kind: "float", Float: 0.5}, {Name: "on", Kind: "bool", Int: 1},
	}
	data, err := json.Marshal(list)
	if want := `{"z":"a \"b\"","a":4,"m":0.5,"on":true}`; err != nil || string(data) != want {
		t.Errorf("%s, %v; want %s", data, err, want)
	}
	if got, want := factors(list), `z = a "b", a = 4, m = 0.5, on = true`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUnits(t *testing.T) {
	cases := []struct{ got, want string }{
		{timeText(0), "0 ns"}, {timeText(999), "999 ns"}, {timeText(1000), "1.00 µs"}, {timeText(914_000), "914 µs"},
		{timeText(1_234_567), "1.23 ms"}, {timeText(12 * second), "12.0 s"}, {timeText(3_600_000 * ms), "3,600 s"},
		{rateText(0), "0"}, {rateText(9.876), "9.88"}, {rateText(99.94), "99.9"}, {rateText(100), "100"}, {rateText(12345.6), "12,346"},
		{numberText(3), "3"}, {numberText(0.12345), "0.123"}, {wholeText(-1234567), "-1,234,567"},
		{unitFor(999_999).text(1_500), "1.5"}, {unitFor(1e6).text(1_500_000), "1.500"}, {grouped(1234.5, 1), "1,234.5"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestGrid(t *testing.T) {
	g := grid{left: 1}
	g.row("name", "µs", "")
	g.row("a", "1,000.5", "x")
	g.row("longer", "2")
	var b strings.Builder
	g.write(&b, "  ")
	want := "  name         µs\n  a       1,000.5  x\n  longer        2\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
}

// TestReasonOnce: why a run failed is told in one place, the head for the only
// repeat and the doubts for several.
func TestReasonOnce(t *testing.T) {
	const reason = `statement "price" failed with error 1146.`
	alone := []repeated{working(0, 0, 1, 100, 1)}
	both := []repeated{working(0, 0, 1, 100, 1), working(1, 0, 4, 100, 1)}
	for want, repeats := range map[string][]repeated{
		"\nthe run failed: cell 0, repeat 0: " + reason + "\n":     alone,
		"\n  the repeat failed: " + reason + " (cell 0, cell 1)\n": both,
	} {
		for i := range repeats {
			repeats[i].cell.Status, repeats[i].cell.Reason = "failed", reason
		}
		s := summarise(t, &sample{plan: samplePlan(1, 4), repeats: repeats}, Options{})
		s.Status, s.Reason = "failed", "cell 0, repeat 0: "+reason
		text := string(render(t, s))
		if !strings.Contains(text, want) || strings.Count(text, reason) != 1 || !strings.Contains(text, "\nthe run failed") {
			t.Errorf("%q is not once in\n%s", want, text)
		}
	}
}
