package drivertest

import (
	"context"
	"fmt"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// testManyStatements checks that sessions do not mix up statements by number,
// whatever the order of first use.
func testManyStatements(t *testing.T, h *Harness) {
	db := h.Open(t, nil)
	const many = 300
	for n := range 2 {
		conn := Connect(t, db, n)
		for pass := range 2 {
			for i := many - 1; i >= 0; i-- {
				id := (i*7 + pass) % many
				st := driver.Statement{ID: id, SQL: fmt.Sprintf("SELECT ? + %d", id), Prepare: true, Reads: []expr.Kind{expr.Int}}
				res := Exec(t, conn, st, expr.IntValue(1000))
				checkValue(t, st.SQL, res.Row[0], expr.IntValue(int64(1000+id)))
			}
		}
	}
}

// testSettings checks that a session setting is in force. One that fails is for
// each driver to test: some refuse the session, some the whole target.
func testSettings(t *testing.T, h *Harness) {
	conn := Connect(t, h.Open(t, []plan.Setting{h.Setting}), 0)
	res := Exec(t, conn, Text(h.Probe, expr.String))
	if got := string(res.Row[0].Text); got != h.Want {
		t.Errorf("%s gives %q after setting %s to %s; want %q", h.Probe, got, h.Setting.Name, h.Setting.Value, h.Want)
	}
}

func testFacts(t *testing.T, h *Harness) {
	facts, err := h.Open(t, nil).Facts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, f := range facts {
		known[f.Name] = f.Value
	}
	for _, name := range []string{"product", "version"} {
		if known[name] == "" {
			t.Errorf("no fact named %s among %d", name, len(facts))
		}
	}
}

// Benchmark measures what one statement costs in this process, prepared and
// as text, and how often it allocates.
func Benchmark(b *testing.B, db driver.Driver) {
	conn := Connect(b, db, 0)
	Exec(b, conn, Text("CREATE TABLE bench (id INT PRIMARY KEY, c VARCHAR(120))"))
	Exec(b, conn, Text("INSERT INTO bench VALUES (1, 'some text of a usual length, about as long as that of a sysbench row')"))
	for id, bench := range []struct {
		name string
		st   driver.Statement
	}{
		{"prepared/read", driver.Statement{SQL: "SELECT c FROM bench WHERE id = ?", Prepare: true}},
		{"prepared/write", driver.Statement{SQL: "UPDATE bench SET c = 'x' WHERE id = ?", Prepare: true}},
		{"text/read", driver.Statement{SQL: "SELECT c FROM bench WHERE id = ?"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			st, args := bench.st, []expr.Value{expr.IntValue(1)}
			st.ID = id
			var res driver.Result
			b.ReportAllocs()
			for b.Loop() {
				if err := conn.Execute(&st, args, &res); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
