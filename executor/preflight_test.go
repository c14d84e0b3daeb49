package executor

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// plainServer is a server with its own defaults: 151 connections, and 16382
// prepared statements.
func plainServer(t *testing.T) *maria {
	return newMaria(t, servertest.MariaDB(t, servertest.Setting("max_connections=151")))
}

// TestMoreStatementsThanAServerPrepares runs 40 tables on 64 workers, whose
// statements a server with default settings cannot all prepare.
func TestMoreStatementsThanAServerPrepares(t *testing.T) {
	const tables, workers, queries = 40, 64, 9
	m := plainServer(t)
	p := mariaPlan(tables, 20, workers, events(workers*50), func(p *plan.Plan) {
		mix := &p.Mixes[0]
		point := mix.Transactions[0].Body.Steps[0].Query
		mix.Queries = nil
		var steps []plan.Step
		for i := range queries {
			q := *point
			q.Name, q.Index = string(rune('a'+i)), i
			q.SQL.Parts = []string{"SELECT k FROM ", " WHERE id = ? AND id > -" + string(rune('1'+i))}
			mix.Queries = append(mix.Queries, q.Name)
			steps = append(steps, plan.Step{Group: &plan.Group{Name: "g" + q.Name, Repetition: once, Body: plan.Block{
				Lets: []plan.Let{{Name: "t", Slot: 0, Value: uniform(0, tables-1)}}, Steps: []plan.Step{{Query: &q}},
			}}})
		}
		mix.Transactions[0].Body = plan.Block{Steps: steps}
	})
	var found []*Finding
	o, s := m.options()
	o.Found = func(f *Finding) { found = append(found, f) }
	report, err := Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	s[[2]int{0, 0}].check(t)
	if n := outcomes(s[[2]int{0, 0}].in(event.Measure)); n["ok"] != workers*50 || len(n) != 1 {
		t.Errorf("events %v", n)
	}
	if len(found) != 1 || found[0].Name != "max_prepared_stmt_count" || found[0].Need != "23040" || found[0].Verdict != driver.Adapts {
		t.Errorf("found %v", found)
	}
	facts := map[string]string{}
	for _, f := range report.Facts {
		if f.Source == "preflight" || strings.HasPrefix(f.Name, "client.") && f.When == after {
			facts[f.Name] = f.Value
		}
	}
	for name, want := range map[string]string{
		"max_prepared_stmt_count.have": "16382", "max_prepared_stmt_count.need": "23040", "max_connections.verdict": "fits",
		"max_prepared_stmt_count.verdict": "adapts: each session prepares the first 230 statements that it sends",
	} {
		if !strings.HasPrefix(facts[name], want) {
			t.Errorf("%s is %q, want %q", name, facts[name], want)
		}
	}
	if facts["client.unprepared_no_room"] == "0" {
		t.Error("no statement was sent as text")
	}
}

// TestRefusals: a run that cannot work is refused by one sentence, and leaves
// everything as it was.
func TestRefusals(t *testing.T) {
	m := plainServer(t)
	m.sql("CREATE USER plain@localhost; GRANT ALL ON *.* TO plain@localhost; REVOKE SUPER, READ_ONLY ADMIN ON *.* FROM plain@localhost")
	t.Cleanup(func() { m.sql("DROP USER plain@localhost") })
	o, _ := m.options()
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		at := m.endpoint()
		at.User = "plain"
		return mysql.Open(ctx, target, at)
	}
	for name, c := range map[string]struct {
		variable, value string // of the server, for the test
		change          func(*plan.Plan)
		want            string
	}{
		"connections": {"max_connections", "10", func(p *plan.Plan) { p.Loads[0].Threads = plan.Fixed(200) }, "max_connections is 10, needed is 2"},
		"packet": {"max_allowed_packet", "4096", func(*plan.Plan) {},
			"max_allowed_packet is 4096 B, needed is 256 KiB: SET GLOBAL max_allowed_packet = 263168, or use a smaller batch"},
		"read-only": {"read_only", "ON", func(*plan.Plan) {}, "read_only is on, needed is off"},
		"local files": {"local_infile", "OFF", func(p *plan.Plan) {
			p.Mixes[0].Transactions[0].Body.Steps[1].Query.SQL.Parts[0] = "LOAD DATA LOCAL INFILE 'x' INTO TABLE "
		}, "local_infile is off, needed is on: SET GLOBAL local_infile = ON"},
		"disk": {"read_only", "OFF", func(p *plan.Plan) { p.Schemas[0].Tables[0].Rows = 1 << 49 }, "TiB: make room there, or load fewer rows"},
	} {
		t.Run(name, func(t *testing.T) {
			before := m.sql("SELECT @@GLOBAL." + c.variable)
			m.sql("SET GLOBAL " + c.variable + " = " + c.value)
			t.Cleanup(func() { m.sql("SET GLOBAL " + c.variable + " = " + before) })
			report, err := Run(t.Context(), mariaPlan(1, 10, 2, events(1), c.change), o)
			var refused *PreflightError
			if !errors.As(err, &refused) || len(refused.Findings) != 1 || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if len(report.Cells) != 0 {
				t.Errorf("cells %+v", report.Cells)
			}
			if left := m.sql("SHOW TABLES"); left != "" {
				t.Errorf("it made %s", left)
			}
		})
	}
}

// TestUnchecked begins without asking, and fails where the server says so.
func TestUnchecked(t *testing.T) {
	m := plainServer(t)
	o, _ := m.options()
	o.Unchecked = true
	_, err := Run(t.Context(), mariaPlan(1, 10, 200, events(1)), o)
	var refused *ConnectError
	if !errors.As(err, &refused) || refused.Err.Code != 1040 {
		t.Errorf("error %v, want 1040", err)
	}
}

// TestNeeds sums up a plan of two loads and a batch.
func TestNeeds(t *testing.T) {
	p := mariaPlan(4, 1000, 3, func(p *plan.Plan) {
		second := p.Loads[0]
		second.Name, second.Threads = "more", plan.Fixed(5)
		p.Loads = append(p.Loads, second)
		p.Cells[0].Loads = []int{0, 1}
		batch := plan.Query{Name: "b", Index: 2, Repetition: once, Batch: 1 << 20, SQL: plan.Text("INSERT INTO t VALUES (?)"), Args: []expr.Expr{uniform(1, 2)}}
		p.Mixes[0].Queries = append(p.Mixes[0].Queries, "b")
		p.Mixes[0].Transactions[0].Body.Steps = append(p.Mixes[0].Transactions[0].Body.Steps, plan.Step{Query: &batch})
	})
	r := newRunner(p, &Options{Loaders: 2})
	got, err := r.needs(&p.Cells[0], r.threads(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	want := driver.Needs{
		Workers: 8, Sessions: 8 + 2 + 1, Statements: 8 * 2 * 4, Tables: 4, Packet: 1 << 20, Bytes: 4 * 1000 * 200, Writes: true,
	}
	if got[0] != want || len(got) != 1 {
		t.Errorf("needs %+v, want %+v", got, want)
	}
}
