package executor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/sqlite"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// file is a SQLite database that a test asks directly.
type file struct {
	t    *testing.T
	path string
}

func newFile(t *testing.T) *file { return &file{t, filepath.Join(t.TempDir(), "test.db")} }

// at is the options of a run on it.
func (f *file) at() (Options, sinks) { return options(f.t, driver.Endpoint{Path: f.path}) }

// ask gives the first column of the first row of a query as text.
func (f *file) ask(sql string) string {
	f.t.Helper()
	text, err := f.try(sql)
	if err != nil {
		f.t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func (f *file) try(sql string) (string, error) {
	db, err := sqlite.Open(context.Background(), &plan.Target{}, driver.Endpoint{Path: f.path})
	if err != nil {
		return "", err
	}
	defer db.Close()
	conn, err := db.Open(context.Background(), 0)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	var res driver.Result
	if err := conn.Execute(&driver.Statement{ID: -1, SQL: sql, Reads: []expr.Kind{expr.String}}, nil, &res); err != nil || len(res.Row) == 0 {
		return "", err
	}
	return string(res.Row[0].Text), nil
}

// content is all rows of the test's table n, from 1.
func (f *file) content(n int) string {
	f.t.Helper()
	return f.ask(fmt.Sprintf("SELECT group_concat(r, ' ') FROM (SELECT id || ':' || k || ':' || c AS r FROM sbtest%d ORDER BY id)", n))
}

// tables is the names of all tables.
func (f *file) tables() string {
	f.t.Helper()
	return f.ask("SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name)")
}

// lite is a plan of 2 copies on SQLite, in chunks of few rows.
func lite(rows int64, change ...func(*plan.Plan)) *plan.Plan {
	small := func(p *plan.Plan) { p.Schemas[0].Tables[0].RowSize = chunkBytes / 50 }
	return testPlan("sqlite", "sqlite", 2, rows, 2, append([]func(*plan.Plan){small, events(10)}, change...)...)
}

func TestContentDoesNotDependOnLoaders(t *testing.T) {
	var first string
	for _, loaders := range []int{1, 4} {
		f := newFile(t)
		o, _ := f.at()
		o.Loaders = loaders
		if err := Prepare(t.Context(), lite(1234), o); err != nil {
			t.Fatal(err)
		}
		if n := f.ask("SELECT count(*) || ' ' || min(id) || ' ' || max(id) FROM sbtest2"); n != "1234 1 1234" {
			t.Errorf("%d loaders: count, least and greatest id are %s", loaders, n)
		}
		both := f.content(1) + "\n" + f.content(2)
		if first == "" {
			first = both
		}
		if both != first {
			t.Errorf("the content by %d loaders differs", loaders)
		}
		if f.content(1) == f.content(2) {
			t.Error("both copies have the same content")
		}
		if state := f.ask("SELECT state || ' ' || chunks FROM assay_tables WHERE name = 'sbtest1'"); state != "loaded 50:0-24" {
			t.Errorf("the ledger says %s", state)
		}
		if n := f.ask("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE 'sbtest_k%'"); n != "2" {
			t.Errorf("%s indexes, want 2", n)
		}
	}
}

// Loading that is cut short, by whatever, goes on where it ended.
func TestLoadingResumes(t *testing.T) {
	whole := newFile(t)
	o, _ := whole.at()
	if err := Prepare(t.Context(), lite(3000), o); err != nil {
		t.Fatal(err)
	}
	f := newFile(t)
	ctx, cancel := context.WithCancel(t.Context())
	o, _ = f.at()
	o.Open = cutting(o.Open, 40, cancel)
	if err := Prepare(ctx, lite(3000), o); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted loading gave %v", err)
	}
	if n := f.ask("SELECT count(*) FROM sbtest1"); n == "0" || n == "3000" {
		t.Fatalf("%s rows after the interrupt", n)
	}
	before := f.ask("SELECT count(*) FROM sbtest1")
	o, s := f.at()
	o.Keep = true
	if _, err := Run(t.Context(), lite(3000, func(p *plan.Plan) { p.Mixes[0].Transactions[0].Body = plan.Block{} }), o); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if f.content(n+1) != whole.content(n+1) {
			t.Errorf("table %d differs from one that was loaded at once", n+1)
		}
	}
	m := s[[2]int{0, 0}]
	var present int
	fmt.Sscan(before, &present)
	if inserts := m.labelled(labelInsert, event.Load); inserts != (2*3000-present)/50 {
		t.Errorf("%d chunks were inserted after %d rows had been there", inserts, present)
	}
	// A table that was there before the run stays, as the run's option says or not.
	if got := f.tables(); got != "assay_tables sbtest1 sbtest2" {
		t.Errorf("tables are %s", got)
	}
}

// cutting opens a driver that calls stop at the n-th statement.
func cutting(open func(context.Context, *plan.Target) (driver.Driver, error), n int, stop func()) func(context.Context, *plan.Target) (driver.Driver, error) {
	return func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		d, err := open(ctx, target)
		return &counting{Driver: d, left: n, stop: stop}, err
	}
}

type counting struct {
	driver.Driver
	left int
	stop func()
}

func (d *counting) Open(ctx context.Context, n int) (driver.Conn, error) {
	conn, err := d.Driver.Open(ctx, n)
	if err != nil {
		return nil, err
	}
	return &countedConn{conn, conn.(driver.Literals), d}, nil
}

type countedConn struct {
	driver.Conn
	driver.Literals
	of *counting
}

func (c *countedConn) Execute(st *driver.Statement, args []expr.Value, res *driver.Result) error {
	if c.of.left--; c.of.left == 0 {
		c.of.stop()
	}
	return c.Conn.Execute(st, args, res)
}

// killEnv names the database that a child of the test binary is to load.
const killEnv = "ASSAY_TEST_LOAD"

// A process that is killed while it loads leaves whole chunks behind.
func TestLoadingResumesAfterKill(t *testing.T) {
	const rows = 40_000
	f := newFile(t)
	if path := os.Getenv(killEnv); path != "" {
		o, _ := options(t, driver.Endpoint{Path: path})
		_ = Prepare(t.Context(), lite(rows), o)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestLoadingResumesAfterKill$")
	child.Env = append(os.Environ(), killEnv+"="+f.path, "TMPDIR="+t.TempDir()) // what it leaves when killed goes with the test
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); time.Since(start) < 30*time.Second; time.Sleep(5 * time.Millisecond) {
		if n, err := f.try("SELECT count(*) FROM sbtest1"); err == nil && n > "1" {
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	if n := f.ask("SELECT state FROM assay_tables WHERE name = 'sbtest2'"); n != stateLoading {
		t.Fatalf("killed too late: the second table is %s", n)
	}
	o, _ := f.at()
	if err := Prepare(t.Context(), lite(rows), o); err != nil {
		t.Fatal(err)
	}
	whole := newFile(t)
	o, _ = whole.at()
	if err := Prepare(t.Context(), lite(rows), o); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if f.content(n+1) != whole.content(n+1) {
			t.Errorf("table %d differs from one that was loaded at once", n+1)
		}
	}
}

func TestTableWithoutRows(t *testing.T) {
	f := newFile(t)
	o, _ := f.at()
	if err := Prepare(t.Context(), lite(0), o); err != nil {
		t.Fatal(err)
	}
	if n := f.ask("SELECT count(*) FROM sbtest1"); n != "0" {
		t.Errorf("%s rows", n)
	}
}
