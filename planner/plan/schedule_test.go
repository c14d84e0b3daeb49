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

// Of two schemas what they share is loaded once, table by table: a family that
// grows gets its new copies.
func TestTablesAreLoadedOnce(t *testing.T) {
	p := sample()
	p.Repeat, p.Cells = 1, []Cell{{Schema: 0}, {Schema: 1, Number: 1}, {Schema: 0, Number: 2}}
	p.Order = Interleaved
	table := func(name, digest string, rows, copies int64) Table {
		return Table{Name: name, Digest: digest, Rows: rows, Copies: copies, RowSize: 10}
	}
	p.Schemas = []Schema{
		{Name: "a", Tables: []Table{table("same", "s", 100, 0), table("grows", "g", 20, 2), table("differs", "x", 3, 0)}},
		{Name: "b", Tables: []Table{table("same", "s", 100, 0), table("grows", "g", 20, 5), table("differs", "y", 4, 0)}},
	}
	for policy, want := range map[Data][]int64{Reuse: {143, 64, 3}, Fresh: {143, 204, 143}} {
		p.Data = policy
		var got []int64
		for _, r := range Schedule(p) {
			got = append(got, r.Rows)
			if r.Bytes != 10*r.Rows || !r.Load {
				t.Errorf("%s: %+v", policy, r)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: loads %v rows, want %v", policy, got, want)
		}
	}
	p.Data = Fresh
	if e := p.Estimate(); e.Rows != 490 || e.Bytes != 4900 || e.Loads != 3 {
		t.Errorf("%+v", e)
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
