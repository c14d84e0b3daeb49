package executor

import (
	"strconv"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server/servertest"
)

// client lists what a run noted of its own process.
func client(t *testing.T, facts []event.Fact) map[string]int64 {
	t.Helper()
	noted := map[string]int64{}
	for _, f := range facts {
		if f.Source != "client" {
			continue
		}
		n, err := strconv.ParseInt(f.Value, 10, 64)
		if _, twice := noted[f.Name]; err != nil || twice || f.When != after || f.Cell != 0 || f.Repeat != 0 {
			t.Errorf("fact %+v", f)
		}
		noted[f.Name] = n
	}
	return noted
}

// A run tells what its own process used in the measured phase, and of how many
// processors if the database does not share them.
func TestRunTellsOfItsClient(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	report, _, err := m.run(t.Context(), mariaPlan(1, 100, 2, events(500)))
	if err != nil {
		t.Fatal(err)
	}
	outside := client(t, report.Facts)
	if outside["cores"] < 1 || outside["length"] <= 0 || outside["cpu"] <= 0 || outside["cpu"] > outside["length"]*(outside["cores"]+8) {
		t.Errorf("MariaDB: %v", outside)
	}
	o, _ := options(t, driver.Endpoint{})
	report, err = Run(t.Context(), testPlan("sqlite", "sqlite", 1, 100, 1, events(500)), o)
	if err != nil {
		t.Fatal(err)
	}
	inside := client(t, report.Facts)
	if _, told := inside["cores"]; told || inside["length"] <= 0 || inside["cpu"] <= 0 {
		t.Errorf("SQLite: %v", inside)
	}
	for _, name := range []string{"gc_pauses", "gc_paused", "gc_longest", "clock_step"} {
		if _, told := inside[name]; !told {
			t.Errorf("nothing is told of %s", name)
		}
	}
}
