package executor

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// The tables of a cell are told of when they stand ready and after the loads;
// of many of one shape the first, and how many there are more.
func TestRunTellsOfItsTables(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	report, _, err := m.run(t.Context(), mariaPlan(mostTables+3, 50, 1, events(5)))
	if err != nil {
		t.Fatal(err)
	}
	engines, untold := map[string]int{}, map[string]string{}
	for _, f := range report.Facts {
		switch {
		case strings.HasPrefix(f.Name, "table.") && strings.HasSuffix(f.Name, ".engine"):
			engines[f.When]++
			if f.Value != "InnoDB" || f.Source != "server" || f.Host == "" || f.Cell != 0 || f.Repeat != 0 {
				t.Errorf("fact %+v", f)
			}
		case f.Name == "table.sbtest1.table_rows" && f.When == before && f.Value != "50":
			t.Errorf("the table has %s rows, want 50", f.Value)
		case f.Name == "tables.untold":
			untold[f.When] = f.Value
		}
	}
	if engines[before] != mostTables || engines[after] != mostTables || untold[before] != "3" || untold[after] != "3" {
		t.Errorf("tables told of %v, not told of %v", engines, untold)
	}
}

// A database that tells nothing of its tables is no reason to fail.
func TestNoInventory(t *testing.T) {
	o, _ := options(t, driver.Endpoint{})
	report, err := Run(t.Context(), testPlan("sqlite", "sqlite", 1, 10, 1, events(5)), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Facts {
		if strings.HasPrefix(f.Name, "table.") {
			t.Errorf("fact %+v", f)
		}
	}
	schema := plan.Schema{Tables: []plan.Table{{Name: "a"}, {Name: "b", Copies: 2}}}
	names, left := (&runner{plan: &plan.Plan{Schemas: []plan.Schema{schema}}}).tableNames(0)
	if got := strings.Join(names, " "); got != "a b1 b2" || left != 0 {
		t.Errorf("tables %q and %d more", got, left)
	}
}
