package executor

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// fault makes a real SQLite fail at the n-th statement that starts with verb:
// instead of it, or after it has been executed.
type fault struct {
	driver.Driver
	verb  string
	n     int64
	after bool
	err   *driver.Error

	seen atomic.Int64
}

// into wraps the drivers that o opens.
func (f *fault) into(o *Options) {
	open := o.Open
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		d, err := open(ctx, target)
		f.Driver = d
		return f, err
	}
}

func (f *fault) Open(ctx context.Context, n int) (driver.Conn, error) {
	conn, err := f.Driver.Open(ctx, n)
	if err != nil {
		return nil, err
	}
	if bulk, can := conn.(driver.Bulk); can {
		return &faultyBulk{faulty{conn, conn.(driver.Literals), f}, bulk}, nil
	}
	return &faulty{conn, conn.(driver.Literals), f}, nil
}

type faulty struct {
	driver.Conn
	driver.Literals
	of *fault
}

// faultyBulk is one that takes streams.
type faultyBulk struct {
	faulty
	driver.Bulk
}

func (c *faulty) Execute(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	if !strings.HasPrefix(st.SQL, c.of.verb) || c.of.seen.Add(1) != c.of.n {
		return c.Conn.Execute(st, args, res)
	}
	if c.of.after {
		if err := c.Conn.Execute(st, args, res); err != nil {
			return err
		}
	}
	if c.of.err.Class == driver.Lost {
		_ = c.Close()
	}
	return c.of.err
}

// Whatever fails while loading, no row is lost and none comes twice.
func TestLoadersRecover(t *testing.T) {
	whole := newFile(t)
	o, _ := whole.at()
	if err := Prepare(t.Context(), lite(500), o); err != nil {
		t.Fatal(err)
	}
	gone := &driver.Error{Class: driver.Lost, Code: driver.CodeLost, Message: "lost connection during query"}
	busy := &driver.Error{Code: 5, Message: "database is locked"}
	for name, test := range map[string]struct {
		*fault
		attempts  int32
		connects  int
		rollbacks int
	}{
		"busy":                                    {&fault{verb: "INSERT", n: 4, err: busy}, 2, 0, 1},
		"busy at the commit":                      {&fault{verb: "COMMIT", n: 4, err: busy}, 2, 0, 1},
		"lost in an insert":                       {&fault{verb: "INSERT", n: 4, err: gone}, 2, 1, 0},
		"lost before the commit":                  {&fault{verb: "COMMIT", n: 4, err: gone}, 2, 1, 0},
		"lost with the commit's answer":           {&fault{verb: "COMMIT", n: 4, err: gone, after: true}, 1, 1, 0},
		"lost with the answer of the last commit": {&fault{verb: "COMMIT", n: 20, err: gone, after: true}, 1, 1, 0},
		"busy while the ledger is written":        {&fault{verb: "REPLACE", n: 6, err: busy}, 2, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFile(t)
			o, s := f.at()
			o.Keep, o.Loaders = true, 1
			test.fault.into(&o)
			p := lite(500, func(p *plan.Plan) { p.Mixes[0].Transactions[0].Body = plan.Block{} })
			if _, err := Run(t.Context(), p, o); err != nil {
				t.Fatal(err)
			}
			for n := range 2 {
				if f.content(n+1) != whole.content(n+1) {
					t.Errorf("table %d differs from one that was loaded without failures", n+1)
				}
			}
			m := s[[2]int{0, 0}]
			m.check(t)
			most := int32(0)
			for _, e := range m.in(event.Load) {
				most = max(most, e.Attempts)
				if e.Outcome != event.OK {
					t.Errorf("event %+v", e)
				}
			}
			connects, rollbacks := m.labelled(labelConnect, event.Load), m.labelled(labelRollback, event.Load)
			if most != test.attempts || connects != test.connects || rollbacks != test.rollbacks {
				t.Errorf("%d attempts, %d connects, %d rollbacks; want %d, %d, %d", most, connects, rollbacks, test.attempts, test.connects, test.rollbacks)
			}
		})
	}
}

// What cannot be retried ends loading with the statement and the remedy, and
// what had been loaded is there to go on from.
func TestLoadersGiveUp(t *testing.T) {
	f := newFile(t)
	duplicate := &driver.Error{Code: 19, Message: "UNIQUE constraint failed: sbtest1.id"}
	o, _ := f.at()
	(&fault{verb: "INSERT", n: 4, err: duplicate}).into(&o)
	err := Prepare(t.Context(), lite(500), o)
	var statement *StatementError
	if !errors.As(err, &statement) || statement.Label != labelInsert || !strings.HasPrefix(err.Error(), "loading table sbtest1: ") {
		t.Errorf("error %v", err)
	}
	if n := f.ask("SELECT count(*) FROM sbtest1"); n != "150" {
		t.Errorf("%s rows", n)
	}
	o, _ = f.at()
	(&fault{verb: "INSERT", n: 1, err: duplicate}).into(&o)
	if err := Prepare(t.Context(), lite(500), o); err == nil || !strings.Contains(err.Error(), "--recreate") {
		t.Errorf("a load that cannot go on: %v", err)
	}
	o, _ = f.at()
	o.Recreate = true
	if err := Prepare(t.Context(), lite(500), o); err != nil {
		t.Error(err)
	}
	if n := f.ask("SELECT count(*) FROM sbtest1"); n != "500" {
		t.Errorf("%s rows", n)
	}
}

// Indexes whose making was cut short may exist or not: the table is made again.
func TestIndexingCutShort(t *testing.T) {
	f := newFile(t)
	gone := &driver.Error{Class: driver.Lost, Code: driver.CodeLost, Message: "lost connection during query"}
	o, _ := f.at()
	(&fault{verb: "CREATE INDEX", n: 1, err: gone, after: true}).into(&o)
	if err := Prepare(t.Context(), lite(100), o); !errors.Is(err, gone) {
		t.Fatalf("error %v", err)
	}
	if state := f.ask("SELECT group_concat(state) FROM assay_tables WHERE state = 'indexing'"); state != stateIndexing {
		t.Fatalf("the ledger says %q", state)
	}
	o, _ = f.at()
	if err := Prepare(t.Context(), lite(100), o); err != nil {
		t.Fatal(err)
	}
	if n := f.ask("SELECT count(*) || ' ' || (SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE 'sbtest_k%') FROM sbtest1"); n != "100 2" {
		t.Errorf("rows and indexes: %s", n)
	}
}
