package executor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/executor/sqlite"
	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// A run that would share tables with one that is to drop them is refused, and
// leaves the other's tables alone.
func TestSecondRunIsRefused(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	p := mariaPlan(2, 100, 2, events(10))
	if err := Prepare(t.Context(), p, first(m.options())); err != nil {
		t.Fatal(err)
	}
	other := m.hold()
	for name, try := range map[string]func() error{
		"run":     func() error { _, err := Run(t.Context(), p, first(m.options())); return err },
		"prepare": func() error { return Prepare(t.Context(), p, first(m.options())) },
		"cleanup": func() error { _, err := Cleanup(t.Context(), p, first(m.options())); return err },
	} {
		var busy *BusyError
		if err := try(); !errors.As(err, &busy) || busy.Holder == "" {
			t.Errorf("%s beside another run: %v", name, err)
		}
	}
	if got := m.sql("SELECT count(*) FROM sbtest2"); got != "100" {
		t.Errorf("the other run's table has %s rows", got)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p, first(m.options())); err != nil {
		t.Errorf("after the other run: %v", err)
	}
}

// The same holds of one file of SQLite, which two targets of a run may share.
func TestSecondRunOnAFileIsRefused(t *testing.T) {
	f := newFile(t)
	if err := Prepare(t.Context(), lite(100), first(f.at())); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), &plan.Target{}, driver.Endpoint{Path: f.path})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other := db.(driver.Claimer).Claim()
	for name, try := range map[string]func() error{
		"run":     func() error { _, err := Run(t.Context(), lite(100), first(f.at())); return err },
		"prepare": func() error { return Prepare(t.Context(), lite(100), first(f.at())) },
		"cleanup": func() error { _, err := Cleanup(t.Context(), lite(100), first(f.at())); return err },
	} {
		var busy *BusyError
		if err := try(); !errors.As(err, &busy) || busy.Holder != fmt.Sprintf("process %d", os.Getpid()) {
			t.Errorf("%s beside another run: %v", name, err)
		}
	}
	if got := f.ask("SELECT count(*) FROM sbtest2"); got != "100" {
		t.Errorf("the other run's table has %s rows", got)
	}
	other.Release()
	if _, err := Run(t.Context(), lite(100), first(f.at())); err != nil {
		t.Errorf("after the other run: %v", err)
	}
	if left, _ := filepath.Glob(f.path + "*lock*"); left != nil {
		t.Errorf("after all runs there are %v", left)
	}
}

// Tables that stay are free to several runs; those that a run will drop are
// its own until the end.
func TestClaimLastsAsLongAsTablesAreTheRunsOwn(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	p := mariaPlan(1, 100, 2, events(10))
	during := func() (free string) {
		o, _ := m.options()
		o.Finished = func(*event.Cell) {
			free = m.sql("SELECT IS_FREE_LOCK(CONCAT('assay ', MD5(DATABASE())))")
		}
		if _, err := Run(t.Context(), p, o); err != nil {
			t.Fatal(err)
		}
		return free
	}
	if got := during(); got != "0" {
		t.Errorf("while a run has tables of its own the lock is free: %s", got)
	}
	if err := Prepare(t.Context(), p, first(m.options())); err != nil {
		t.Fatal(err)
	}
	if got := during(); got != "1" {
		t.Errorf("while a run uses tables that stay the lock is free: %s", got)
	}
	if got := m.sql("SELECT IS_FREE_LOCK(CONCAT('assay ', MD5(DATABASE())))"); !strings.HasSuffix(got, "1") {
		t.Errorf("after all runs the lock is free: %s", got)
	}
}

// hold claims the database as another run would.
func (m *maria) hold() driver.Conn {
	m.t.Helper()
	o, _ := m.options()
	p := mariaPlan(1, 1, 1)
	d, err := o.Open(m.t.Context(), &p.Targets[0])
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { d.Close() })
	conn, err := d.Open(m.t.Context(), 0)
	if err != nil {
		m.t.Fatal(err)
	}
	var res driver.Result
	st := driver.Statement{ID: -1, SQL: dialect.Find("mariadb").Plan().Claim, Reads: []expr.Kind{expr.Int, expr.Int, expr.Int}}
	if err := conn.Execute(&st, nil, &res); err != nil || res.Row[0].Int != 1 {
		m.t.Fatalf("claim: %v %v", res.Row, err)
	}
	return conn
}

// first drops what the test does not look at.
func first(o Options, _ sinks) Options { return o }
