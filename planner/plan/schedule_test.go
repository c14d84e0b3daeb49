package plan

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runs writes a schedule as cell.repeat, with a star where tables are loaded.
func runs(p *Plan) []string {
	var got []string
	for _, r := range Schedule(p) {
		s := strconv.Itoa(r.Cell) + "." + strconv.Itoa(r.Repeat)
		if r.Load {
			s += "*"
		}
		got = append(got, s)
	}
	return got
}

func TestSchedule(t *testing.T) {
	cases := map[string]struct {
		change func(*Plan)
		want   []string
	}{
		"grouped": {func(*Plan) {}, []string{"0.0*", "0.1", "1.0", "1.1", "2.0*", "2.1", "3.0", "3.1"}},
		"grouped brings equal data together": {
			func(p *Plan) { p.Cells[1].Schema, p.Cells[2].Schema = 1, 0 },
			[]string{"0.0*", "0.1", "2.0", "2.1", "1.0*", "1.1", "3.0", "3.1"}},
		"interleaved": {func(p *Plan) { p.Order = Interleaved }, []string{"0.0*", "1.0", "2.0*", "3.0", "0.1*", "1.1", "2.1*", "3.1"}},
		"fresh":       {func(p *Plan) { p.Data, p.Repeat = Fresh, 1 }, []string{"0.0*", "1.0*", "2.0*", "3.0*"}},
		"no tables": {
			func(p *Plan) { p.Repeat, p.Cells = 1, []Cell{{Schema: -1}, {Schema: -1, Number: 1}} },
			[]string{"0.0", "1.0"}},
		"one server under two sessions": {
			func(p *Plan) {
				p.Repeat, p.Targets = 1, append(p.Targets, p.Targets[0])
				p.Cells[1].Target = 1
			},
			[]string{"0.0*", "1.0", "2.0*", "3.0"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := sample()
			c.change(p)
			if diff := cmp.Diff(c.want, runs(p)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestShuffleIsAPermutationOfTheSeed(t *testing.T) {
	p := sample()
	p.Order = Shuffled
	once, again := runs(p), runs(p)
	if !slices.Equal(once, again) {
		t.Error("the same seed gives two orders")
	}
	p.Seed++
	if slices.Equal(once, runs(p)) {
		t.Error("another seed gives the same order")
	}
	seen := map[[2]int]bool{}
	for i, r := range Schedule(p) {
		seen[[2]int{r.Cell, r.Repeat}] = true
		if r.Sequence != i {
			t.Errorf("run %d has sequence %d", i, r.Sequence)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d different runs, want 8", len(seen))
	}
}
