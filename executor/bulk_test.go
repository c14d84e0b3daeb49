package executor

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// localInfile switches LOAD DATA LOCAL at a server until the end of t.
func localInfile(t *testing.T, s *server.Server, value string) {
	t.Helper()
	servertest.SQL(t, s, "SET GLOBAL local_infile = "+value)
	t.Cleanup(func() { servertest.SQL(t, s, "SET GLOBAL local_infile = ON") })
}

// bulkPlan loads a table and does nothing with it.
func bulkPlan(rows int64, change ...func(*plan.Plan)) *plan.Plan {
	idle := func(p *plan.Plan) { p.Mixes[0].Transactions[0].Body = plan.Block{} }
	return mariaPlan(2, rows, 1, append([]func(*plan.Plan){events(1), idle}, change...)...)
}

// loaded runs a plan and tells how its rows were loaded: the labels of the
// statements, and the facts about the way.
func (m *maria) loaded(p *plan.Plan) (archived *memory, facts map[string]string, err error) {
	m.t.Helper()
	report, archived, err := m.run(m.t.Context(), p, func(o *Options) { o.Keep, o.Loaders = true, 2 })
	facts = map[string]string{}
	for _, f := range report.Facts {
		if strings.HasPrefix(f.Name, "loading.") {
			facts[f.When+" "+f.Name] = f.Value
		}
	}
	return archived, facts, err
}

// ways of the table that bulkPlan loads.
const (
	asked    = "before loading.sbtest"
	turned   = "after loading.sbtest"
	byLoad   = "LOAD DATA LOCAL INFILE"
	noInfile = "INSERT, since the server's local_infile is OFF"
)

// The same rows are in the tables whichever way they went, and the archive
// tells which it was.
func TestBulkLoadsTheSameRows(t *testing.T) {
	s := servertest.MariaDB(t)
	sums := map[string]string{}
	for infile, want := range map[string]string{"ON": byLoad, "OFF": noInfile} {
		localInfile(t, s, infile)
		m := newMaria(t, s)
		archived, facts, err := m.loaded(bulkPlan(25_000))
		if err != nil {
			t.Fatal(err)
		}
		if len(facts) != 1 || facts[asked] != want {
			t.Errorf("local_infile %s: facts %q", infile, facts)
		}
		bulk, inserts := archived.labelled(labelBulk, event.Load), archived.labelled(labelInsert, event.Load)
		if infile == "ON" && (bulk != 6 || inserts != 0) || infile == "OFF" && (bulk != 0 || inserts < 6) {
			t.Errorf("local_infile %s: %d streams, %d INSERTs", infile, bulk, inserts)
		}
		sums[infile] = strings.ReplaceAll(m.sql("CHECKSUM TABLE sbtest1, sbtest2 EXTENDED"), m.name, "")
	}
	if sums["ON"] != sums["OFF"] {
		t.Errorf("checksums by LOAD DATA\n%s\nby INSERTs\n%s", sums["ON"], sums["OFF"])
	}
}

// What a stream objects to is left to INSERTs, which do as the session's
// sql_mode says: shorten the texts, or refuse them.
func TestBulkGivesWayToInserts(t *testing.T) {
	s := servertest.MariaDB(t)
	narrow := func(mode string) func(*plan.Plan) {
		return func(p *plan.Plan) {
			parts := p.Schemas[0].Tables[0].Create.Parts
			for i := range parts {
				parts[i] = strings.ReplaceAll(parts[i], "char(120)", "char(20)")
			}
			p.Targets[0].Session = []plan.Setting{{Name: "sql_mode", Value: "'" + mode + "'"}}
		}
	}
	m := newMaria(t, s)
	archived, facts, err := m.loaded(bulkPlan(25_000, narrow("")))
	if err != nil {
		t.Fatal(err)
	}
	if facts[asked] != byLoad || !strings.Contains(facts[turned], "INSERT, since LOAD DATA LOCAL INFILE failed: Data truncated") {
		t.Errorf("facts %q", facts)
	}
	if n := m.sql("SELECT COUNT(*), MAX(LENGTH(c)) FROM sbtest1"); n != "25000\t20" {
		t.Errorf("rows and their longest text: %s", n)
	}
	for _, e := range archived.in(event.Load) {
		if e.Outcome != event.OK || e.Attempts > 2 {
			t.Errorf("event %+v", e)
		}
	}
	var statement *StatementError
	_, _, err = newMaria(t, s).loaded(bulkPlan(25_000, narrow("STRICT_ALL_TABLES")))
	if !errors.As(err, &statement) || statement.Label != labelInsert || statement.Err.Code != 1406 {
		t.Errorf("a strict session: %v", err)
	}
}

// Tables whose engine cannot take rows back are loaded by INSERTs from the
// start, and other drivers know no other way.
func TestBulkNeedsTransactions(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	_, facts, err := m.loaded(bulkPlan(100, func(p *plan.Plan) {
		p.Targets[0].Session = []plan.Setting{{Name: "default_storage_engine", Value: "MyISAM"}}
	}))
	if err != nil || facts[asked] != "INSERT, since engine MyISAM has no transactions" {
		t.Errorf("MyISAM: facts %q, error %v", facts, err)
	}
	f := newFile(t)
	o, _ := f.at()
	var way string
	o.Progress = func(p Progress) {
		if p.Of > 0 {
			way = p.Way
		}
	}
	if err := Prepare(t.Context(), lite(100), o); err != nil || way != "INSERT" {
		t.Errorf("SQLite: loaded by %q, error %v", way, err)
	}
}

// A server that stops taking streams in the midst of loading gets INSERTs from
// then on.
func TestBulkIsForbiddenMeanwhile(t *testing.T) {
	s := servertest.MariaDB(t)
	localInfile(t, s, "ON")
	m := newMaria(t, s)
	forbid := &fault{verb: "LOAD DATA", n: 2, err: &driver.Error{Code: 4166, Message: "the server has disabled the local infile capability"}}
	report, archived, err := m.run(t.Context(), bulkPlan(25_000), func(o *Options) {
		o.Loaders = 1
		forbid.into(o)
	})
	if err != nil {
		t.Fatal(err)
	}
	if bulk, rollbacks := archived.labelled(labelBulk, event.Load), archived.labelled(labelRollback, event.Load); bulk != 2 || rollbacks != 1 {
		t.Errorf("%d streams, %d rollbacks", bulk, rollbacks)
	}
	var told bool
	for _, f := range report.Facts {
		told = told || f.When == after && strings.Contains(f.Value, "disabled the local infile capability")
	}
	if !told {
		t.Error("no fact tells that the way has changed")
	}
	if outcomes := outcomes(archived.in(event.Load)); outcomes["ok"] != 8 {
		t.Errorf("outcomes %v", outcomes)
	}
}
