package executor

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

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
