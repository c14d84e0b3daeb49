package executor

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/null"
	"github.com/assay-bench/assay/executor/sqlite"
	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// draw is a call of a generator without state.
func draw(name string, kind expr.Kind, args ...expr.Expr) expr.Expr {
	return expr.Expr{Op: expr.OpDraw, Kind: kind, Text: name, Int: -1, Args: args}
}

func uniform(lo, hi int64) expr.Expr {
	return draw("uniform", expr.Int, expr.ConstInt(lo), expr.ConstInt(hi))
}

// tableHole stands for a copy of a table.
func tableHole(table int, copy expr.Expr) plan.Hole { return plan.Hole{Table: table, Value: copy} }

// testSchema is a table family in the manner of sysbench's.
func testSchema(d *dialect.Dialect, copies, rows int64) plan.Schema {
	integer, _ := d.Type("int")
	char, _ := d.Type("char(120)")
	t := &dialect.Table{
		Name: "sbtest", Copies: copies,
		Columns:    []dialect.Column{{Name: "id", Type: integer, AutoIncrement: true}, {Name: "k", Type: integer}, {Name: "c", Type: char}},
		PrimaryKey: []dialect.Key{{Column: "id"}},
		Indexes:    []dialect.Index{{Name: "k", Columns: []dialect.Key{{Column: "k"}}, After: true}},
	}
	return plan.Schema{Name: "sbtest", Tables: []plan.Table{{
		Name: t.Name, Copies: copies, Rows: rows, Quote: d.Plan().Quote, Digest: fmt.Sprint("digest of ", rows),
		Create: d.Create(t), After: d.After(t), Analyze: d.Analyze(t),
		Insert: d.Insert(t, []string{"id", "k", "c"}), RowSize: 200,
		Columns: []plan.Column{
			{Name: "id", Value: expr.Expr{Op: expr.OpRow, Kind: expr.Int}},
			{Name: "k", Value: uniform(1, max(rows, 1))},
			{Name: "c", Value: draw("digits", expr.String, expr.ConstString("###########-###########'\\"))},
		},
	}}}
}

// once is the repetition of what runs one time.
var once = plan.Repetition{Count: plan.Fixed(1), Index: -1}

var noExpect = plan.Expect{Rows: -1, Affected: -1, Error: -1}

// readWrite is a transaction of a point query on any copy and an update.
func readWrite(copies, rows int64) plan.Mix {
	t := expr.Slot(0, expr.Int)
	return plan.Mix{Name: "rw", Schema: 0, Queries: []string{"point", "update"}, Transactions: []plan.Transaction{{
		Name: "oltp", Weight: 1, Begin: []string{"BEGIN IMMEDIATE"}, Commit: "COMMIT", Rollback: "ROLLBACK", Frame: 2,
		Body: plan.Block{
			Lets: []plan.Let{{Name: "t", Slot: 0, Value: uniform(0, copies-1)}},
			Steps: []plan.Step{
				{Query: &plan.Query{Name: "point", Index: 0, Repetition: once, Prepare: true, Expect: noExpect,
					SQL:  plan.Template{Parts: []string{"SELECT k FROM ", " WHERE id = ?"}, Holes: []plan.Hole{tableHole(0, t)}},
					Args: []expr.Expr{uniform(1, rows)}, Read: []plan.Read{{Name: "k", Slot: 1, Kind: expr.Int}}, OnEmpty: "error"}},
				{Query: &plan.Query{Name: "update", Index: 1, Repetition: once, Prepare: true, Expect: plan.Expect{Rows: -1, Affected: 1, Error: -1},
					SQL:  plan.Template{Parts: []string{"UPDATE ", " SET k = ? WHERE id = ?"}, Holes: []plan.Hole{tableHole(0, t)}},
					Args: []expr.Expr{{Op: expr.OpAdd, Kind: expr.Int, Args: []expr.Expr{expr.Slot(1, expr.Int), expr.ConstInt(1)}}, uniform(1, rows)}}},
			},
		},
	}}}
}

// testErrors are the defaults of the language, quicker.
func testErrors(retry ...int) plan.Errors {
	return plan.Errors{Retry: retry, MaxAttempts: 10, Backoff: 1e6, BackoffMax: 10e6, Reconnect: int64(5 * time.Second)}
}

// testPlan is one cell over testSchema with one load of readWrite.
func testPlan(driverName, dialectName string, copies, rows int64, threads int, change ...func(*plan.Plan)) *plan.Plan {
	d := dialect.Find(dialectName)
	p := &plan.Plan{
		Format: plan.Format, Experiment: "test", Seed: 1, Repeat: 1, Order: plan.Grouped, Data: plan.Reuse, OnFailure: "continue",
		Targets: []plan.Target{{Name: dialectName, Driver: driverName, Dialect: d.Plan()}},
		Schemas: []plan.Schema{testSchema(d, copies, rows)},
		Mixes:   []plan.Mix{readWrite(copies, rows)},
		Loads:   []plan.Load{{Name: "oltp", Threads: plan.Fixed(int64(threads)), Grace: int64(5 * time.Second), Errors: testErrors(d.RetryCodes()...)}},
		Cells:   []plan.Cell{{Loads: []int{0}}},
		Notes:   plan.Notes{Archive: plan.Levels{Events: true, Statements: true}},
	}
	for _, c := range change {
		c(p)
	}
	return p
}

// events makes the first load end after so many.
func events(n int64) func(*plan.Plan) { return func(p *plan.Plan) { p.Loads[0].Events = n } }

// memory is a Sink that keeps everything.
type memory struct {
	mu         sync.Mutex
	names      *event.Names
	events     []event.Event
	statements []event.Statement
	arrivals   []event.Arrival
	closed     bool
	err        error // for Write to return
}

func (m *memory) Write(b *event.Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	m.events = append(m.events, b.Events...)
	m.statements = append(m.statements, b.Statements...)
	m.arrivals = append(m.arrivals, b.Arrivals...)
	return nil
}

func (m *memory) Close() error {
	m.closed = true
	return nil
}

// in lists the events of a phase.
func (m *memory) in(phase uint8) (list []event.Event) {
	for _, e := range m.events {
		if e.Phase == phase {
			list = append(list, e)
		}
	}
	return list
}

// labelled counts the statements of a label in a phase.
func (m *memory) labelled(label string, phase uint8) (n int) {
	code := slices.Index(m.names.Statements, label)
	for _, s := range m.statements {
		if int(s.Statement) == code && s.Phase == phase {
			n++
		}
	}
	return n
}

// check holds what must be true of any archive.
func (m *memory) check(t *testing.T) {
	t.Helper()
	if !m.closed {
		t.Error("the Sink was not closed")
	}
	ids := map[int64]*event.Event{}
	for i := range m.events {
		e := &m.events[i]
		if ids[e.ID] != nil {
			t.Fatalf("two events have the ID %d", e.ID)
		}
		ids[e.ID] = e
		if e.Service < 0 || e.Start < 0 || e.Wait < max(e.Lag, 0) || e.Lag == event.Unknown && e.Wait != 0 {
			t.Errorf("event %d: start %d, service %d, wait %d, lag %d", e.ID, e.Start, e.Service, e.Wait, e.Lag)
		}
	}
	counts := map[int64]int32{}
	next := map[int64]int32{}
	for _, s := range m.statements {
		e := ids[s.Event]
		if e == nil {
			t.Fatalf("a statement belongs to event %d, which is not there", s.Event)
		}
		if s.Kind != event.Connect {
			counts[s.Event]++
		}
		if s.Ordinal != next[s.Event] {
			t.Errorf("event %d: ordinal %d follows %d", s.Event, s.Ordinal, next[s.Event]-1)
		}
		next[s.Event] = s.Ordinal + 1
		if s.Phase != e.Phase || s.Transaction != e.Transaction || s.Load != e.Load || s.Attempt > e.Attempts || s.Attempt < 1 {
			t.Errorf("statement %+v does not fit its event %+v", s, *e)
		}
		if s.Start < e.Start || s.Start+s.Service > e.Start+e.Service {
			t.Errorf("statement %+v runs outside of its event %+v", s, *e)
		}
	}
	for id, e := range ids {
		if counts[id] != e.Statements {
			t.Errorf("event %d has %d statements and says %d", id, counts[id], e.Statements)
		}
	}
}

// sinks makes a memory for each repeat, and remembers it by cell and repeat.
type sinks map[[2]int]*memory

func (s sinks) open(cell, repeat int, names *event.Names) (Sink, error) {
	m := &memory{names: names}
	s[[2]int{cell, repeat}] = m
	return m, nil
}

// options are those of a test, over real drivers.
func options(t testing.TB, at driver.Endpoint) (Options, sinks) {
	t.Helper()
	s := sinks{}
	if at.Path == "" {
		at.Path = filepath.Join(t.TempDir(), "test.db")
	}
	return Options{
		Start: time.Now(),
		Open: func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
			switch target.Driver {
			case "sqlite":
				return sqlite.Open(ctx, target, at)
			case "null":
				return null.Open(ctx, target, at)
			}
			return nil, fmt.Errorf("no driver %q here", target.Driver)
		},
		Sink: s.open,
	}, s
}
