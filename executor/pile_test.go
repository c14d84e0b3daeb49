package executor

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-bench/assay/planner/plan"
)

// piled is n tasks for each of so many tables.
func piled(n ...int) (tasks []task) {
	for i, of := range n {
		t := &table{name: fmt.Sprint("t", i), plan: new(plan.Table)}
		for chunk := range of {
			tasks = append(tasks, task{table: t, chunk: int64(chunk)})
		}
	}
	return tasks
}

func TestPileShares(t *testing.T) {
	for name, c := range map[string]struct {
		tasks []task
		turns []int // which loader asks
		want  []string
	}{
		"one loader goes table by table":      {piled(2, 2), []int{0, 0, 0, 0, 0}, []string{"t0/0", "t0/1", "t1/0", "t1/1", ""}},
		"each loader has its table":           {piled(2, 2), []int{0, 1, 1, 0, 1, 0}, []string{"t0/0", "t1/0", "t1/1", "t0/1", "", ""}},
		"who is done helps where fewest are":  {piled(1, 3, 3), []int{0, 1, 2, 1, 0, 2}, []string{"t0/0", "t1/0", "t2/0", "t1/1", "t1/2", "t2/1"}},
		"a table that is done has no loaders": {piled(1, 1, 2), []int{0, 0, 1}, []string{"t0/0", "t1/0", "t2/0"}},
		"several loaders share one table":     {piled(3), []int{0, 1, 2, 0}, []string{"t0/0", "t0/1", "t0/2", ""}},
		"nothing to do":                       {nil, []int{0}, []string{""}},
	} {
		p, at := newPile(c.tasks), []int{nowhere, nowhere, nowhere}
		for i, loader := range c.turns {
			got := ""
			task, place, some := p.take(at[loader])
			if at[loader] = place; some {
				got = fmt.Sprintf("%s/%d", task.table.name, task.chunk)
			}
			if got != c.want[i] {
				t.Errorf("%s: turn %d gives %q, want %q", name, i, got, c.want[i])
			}
		}
	}
}

// Whatever the loaders, each task is taken once.
func TestPileGivesEachTaskOnce(t *testing.T) {
	tasks := piled(7, 0, 3, 11)
	p, at := newPile(tasks), []int{nowhere, nowhere, nowhere, nowhere}
	var got []task
	for i := 0; len(got) < len(tasks); i++ {
		task, place, some := p.take(at[i%4])
		if at[i%4] = place; some {
			if slices.Contains(got, task) {
				t.Fatalf("%s/%d is taken twice", task.table.name, task.chunk)
			}
			got = append(got, task)
		}
		if i > 10*len(tasks) {
			t.Fatalf("only %d of %d tasks are given out", len(got), len(tasks))
		}
	}
}
