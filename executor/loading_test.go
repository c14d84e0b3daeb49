package executor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

func TestForeignTableIsLeftAlone(t *testing.T) {
	f := newFile(t)
	f.ask("CREATE TABLE sbtest2 (mine)")
	f.ask("INSERT INTO sbtest2 VALUES (42)")
	for _, recreate := range []bool{false, true} {
		o, s := f.at()
		o.Recreate = recreate
		report, err := Run(t.Context(), lite(100), o)
		var foreign *ForeignTableError
		if !errors.As(err, &foreign) || foreign.Table != "sbtest2" || report.Cells[0].Status != failedCell {
			t.Errorf("error %v", err)
		}
		if len(s[[2]int{0, 0}].events) != 0 {
			t.Error("events in spite of a refusal")
		}
		if f.ask("SELECT mine FROM sbtest2") != "42" || f.tables() != "sbtest2" {
			t.Errorf("a refusal changed the database: %s", f.tables())
		}
	}
	o, _ := f.at()
	if dropped, err := Cleanup(t.Context(), lite(100), o); err != nil || len(dropped) != 0 || f.tables() != "sbtest2" {
		t.Errorf("cleanup dropped %v, %v", dropped, err)
	}
}

// A table that the database refuses to make was not made by the run: nothing
// of that name is dropped, and the ledger goes with the run.
func TestRefusedCreateLeavesNothing(t *testing.T) {
	f := newFile(t)
	p := lite(100, func(p *plan.Plan) {
		p.Schemas[0].Tables[0].Create = plan.Template{Parts: []string{"CREATE TABLE mine (x)"}}
	})
	o, _ := f.at()
	var refusal *driver.Error
	if _, err := Run(t.Context(), p, o); !errors.As(err, &refusal) {
		t.Fatalf("making the second copy under the name of the first: %v", err)
	}
	if got := f.tables(); got != "mine" {
		t.Errorf("after the run there are %s", got)
	}
}

func TestDifferentTableNeedsRecreate(t *testing.T) {
	f := newFile(t)
	o, _ := f.at()
	if err := Prepare(t.Context(), lite(100), o); err != nil {
		t.Fatal(err)
	}
	seed := func(p *plan.Plan) { p.Seed = 2 }
	for name, p := range map[string]*plan.Plan{"rows": lite(150), "seed": lite(100, seed)} {
		o, _ := f.at()
		_, err := Run(t.Context(), p, o)
		var different *DifferentTableError
		if !errors.As(err, &different) {
			t.Errorf("%s: error %v", name, err)
		}
		if n := f.ask("SELECT count(*) FROM sbtest1"); n != "100" {
			t.Errorf("%s: a refusal left %s rows", name, n)
		}
	}
	o, _ = f.at()
	o.Recreate = true
	report, err := Run(t.Context(), lite(150), o)
	if err != nil || report.Cells[0].Data != dataFresh {
		t.Fatalf("with recreate: %v", err)
	}
	if n := f.ask("SELECT count(*) FROM sbtest1"); n != "150" {
		t.Errorf("a table that was there before the run has %s rows after it", n)
	}
}

func TestPrepareRunCleanup(t *testing.T) {
	f := newFile(t)
	o, _ := f.at()
	p := lite(100)
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	o, s := f.at()
	report, err := Run(t.Context(), p, o)
	if err != nil || report.Cells[0].Data != dataReused || len(s[[2]int{0, 0}].in(event.Load)) != 0 {
		t.Errorf("a run over prepared tables: %v, %+v", err, report.Cells)
	}
	if got := f.tables(); got != "assay_tables sbtest1 sbtest2" {
		t.Errorf("after the run there are %s", got)
	}
	f.ask("CREATE TABLE mine (x)")
	o, _ = f.at()
	dropped, err := Cleanup(t.Context(), p, o)
	if err != nil || !slices.Equal(dropped, []string{"sqlite.sbtest1", "sqlite.sbtest2"}) {
		t.Errorf("cleanup dropped %v, %v", dropped, err)
	}
	if got := f.tables(); got != "mine" {
		t.Errorf("after the cleanup there are %s", got)
	}
}

func TestKeep(t *testing.T) {
	f := newFile(t)
	for i, want := range []string{dataFresh, dataReused} {
		o, _ := f.at()
		o.Keep = true
		report, err := Run(t.Context(), lite(100), o)
		if err != nil || report.Cells[0].Data != want {
			t.Errorf("run %d: %v, data %s", i, err, report.Cells[0].Data)
		}
	}
}

// Each repeat on fresh data has the rows that were generated, not those that
// the one before has changed.
func TestDataPolicies(t *testing.T) {
	for policy, want := range map[plan.Data]string{plan.Fresh: dataFresh, plan.Reuse: dataReused} {
		f := newFile(t)
		o, s := f.at()
		report, err := Run(t.Context(), lite(100, func(p *plan.Plan) { p.Repeat, p.Data = 3, policy }), o)
		if err != nil {
			t.Fatal(err)
		}
		for repeat, c := range report.Cells {
			s[[2]int{0, repeat}].check(t)
			if repeat > 0 && c.Data != want {
				t.Errorf("%s: repeat %d ran on %s data", policy, repeat, c.Data)
			}
			if loads := len(s[[2]int{0, repeat}].in(event.Load)); (loads > 0) != (c.Data == dataFresh) {
				t.Errorf("%s: repeat %d has %d events of loading", policy, repeat, loads)
			}
		}
		if got := f.tables(); got != "" {
			t.Errorf("%s: after the run there are %s", policy, got)
		}
	}
}

// Cells whose schemas differ replace each other's tables, which the run made.
func TestCellsOfDifferentSchemas(t *testing.T) {
	f := newFile(t)
	o, s := f.at()
	p := lite(100, func(p *plan.Plan) {
		large := lite(200).Schemas[0]
		p.Schemas = append(p.Schemas, large)
		p.Cells = append(p.Cells, plan.Cell{Number: 1, Schema: 1, Loads: []int{0}})
		p.Repeat, p.Order = 2, plan.Interleaved
	})
	report, err := Run(t.Context(), p, o)
	if err != nil || len(report.Cells) != 4 {
		t.Fatalf("%d cells, %v", len(report.Cells), err)
	}
	for _, c := range report.Cells {
		if loads := s[[2]int{c.Cell, c.Repeat}].labelled(labelInsert, event.Load); loads != 2*2*(c.Cell+1) {
			t.Errorf("cell %d repeat %d: %d chunks", c.Cell, c.Repeat, loads)
		}
	}
	if got := f.tables(); got != "" {
		t.Errorf("after the run there are %s", got)
	}
}

// Of such cells one set can be kept, which is known before any is made.
func TestPrepareOfDifferentSchemas(t *testing.T) {
	f := newFile(t)
	o, _ := f.at()
	p := lite(100, func(p *plan.Plan) {
		p.Schemas = append(p.Schemas, lite(200).Schemas[0])
		p.Factors = []plan.Factor{{Name: "threads", Kind: expr.Int}, {Name: "size", Kind: expr.String}}
		p.Cells[0].Values = []expr.Expr{expr.ConstInt(1), expr.ConstString("small")}
		p.Cells = append(p.Cells, plan.Cell{Number: 3, Schema: 1, Loads: []int{0}, Values: []expr.Expr{expr.ConstInt(1), expr.ConstString("large")}})
	})
	err := Prepare(t.Context(), p, o)
	var collision *CollisionError
	if !errors.As(err, &collision) || collision.Cells != [2]int{0, 3} || !strings.Contains(err.Error(), "--only size=small") {
		t.Errorf("%v", err)
	}
	if got := f.tables(); got != "" {
		t.Errorf("there are %s", got)
	}
	o.Only = func(c *plan.Cell) bool { return c.Number == 3 }
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Error(err)
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
