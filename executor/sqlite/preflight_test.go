package sqlite

import (
	"context"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// TestPreflight asks for more than any machine has.
func TestPreflight(t *testing.T) {
	d, err := Open(context.Background(), &plan.Target{}, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ask := func(needs driver.Needs) map[string]driver.Verdict {
		findings, err := d.(driver.Preflight).Preflight(context.Background(), needs)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]driver.Verdict{}
		for _, f := range findings {
			all[f.Name[:4]] = f.Verdict
			if (f.Verdict == driver.Refuses) != (f.Fix != "") {
				t.Errorf("%+v", f)
			}
		}
		return all
	}
	if got := ask(driver.Needs{Sessions: 2, Bytes: 1000, Writes: true}); got["open"] != driver.Fits || got["disk"] != driver.Fits || got["writ"] != driver.Fits {
		t.Errorf("little: %v", got)
	}
	if got := ask(driver.Needs{Sessions: 1 << 40, Bytes: 1 << 60}); got["open"] != driver.Refuses || got["disk"] != driver.Refuses {
		t.Errorf("much: %v", got)
	}
}
