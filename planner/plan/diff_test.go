package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/expr"
)

// narrow keeps the cells of one engine, as a spec without that factor would.
func narrow(p *Plan) {
	p.Schemas, p.Mixes, p.Loads, p.Cells = p.Schemas[:1], p.Mixes[:1], p.Loads[:2], p.Cells[:2]
}

func TestDiff(t *testing.T) {
	read := func(p *Plan) *Transaction { return &p.Mixes[0].Transactions[0] }
	cases := map[string]struct {
		before, after func(*Plan)
		want          []string
	}{
		"the same": {},
		"positions": {
			after: func(p *Plan) { p.Notes.Positions[0].Line++ }},
		"notes": {
			after: func(p *Plan) { p.Notes.Labels, p.Notes.Archive.Statements = nil, false },
			want:  []string{"only notes differ, the experiment is the same: labels, archive levels"}},
		"head": {
			after: func(p *Plan) { p.Seed, p.Repeat, p.Data = 7, 3, Fresh },
			want:  []string{"seed: 1 → 7", "repeat: 2 → 3", "data: reuse → fresh"}},
		"all loads": {
			after: func(p *Plan) {
				for i := range p.Loads {
					p.Loads[i].Duration = 90e9
				}
			},
			want: []string{"load oltp: duration 1m → 1m30s"}},
		"one load": {
			after: func(p *Plan) { p.Loads[3].Threads, p.Loads[3].Errors.Retry = Fixed(16), nil },
			want:  []string{"load oltp: threads 4 → 16 (cell 3)", "load oltp: retry 1213 1205 1020 → none (cell 3)"}},
		"a query": {
			before: narrow,
			after: func(p *Plan) {
				narrow(p)
				q := read(p).Body.Steps[0].Query
				q.SQL.Parts[1] = " WHERE id = ?"
				q.Count = Fixed(5)
				q.Expect.Rows = -1
				read(p).Body.Steps[1].Query.Args[0] = expr.Slot(1, expr.Int)
			},
			want: []string{
				"mix oltp, transaction read_write, query point: count 10 → 5",
				"mix oltp, transaction read_write, query point: SQL SELECT c FROM ${table.sbtest[let.t]} WHERE id = ? AND k <> 0 → SELECT c FROM ${table.sbtest[let.t]} WHERE id = ?",
				"mix oltp, transaction read_write, query point: expect rows 1 → none",
				"mix oltp, transaction read_write, query update: args query.point.c + 1, special(1, 10000) → query.point.c, special(1, 10000)",
			}},
		"steps": {
			before: narrow,
			after: func(p *Plan) {
				narrow(p)
				steps := read(p).Body.Steps
				steps[0], steps[1] = steps[1], steps[0]
				p.Mixes[0].Transactions[1].Body.Steps = p.Mixes[0].Transactions[1].Body.Steps[:2]
			},
			want: []string{
				"mix oltp, transaction read_write: order query point, query update → query update, query point",
				"mix oltp, transaction lines: rollback removed",
			}},
		"a table": {
			before: narrow,
			after: func(p *Plan) {
				narrow(p)
				table := &p.Schemas[0].Tables[0]
				table.Rows, table.Columns = 20000, append(table.Columns, Column{"pad", draw(expr.String, "uuid")})
			},
			want: []string{
				"schema sbtest, table sbtest: rows 10,000 → 20,000",
				"schema sbtest, table sbtest: column pad added",
			}},
		"a factor's value": {
			before: narrow,
			want:   []string{"factor engine: added RocksDB", "cells: 2 → 4"}},
		"a factor": {
			before: func(p *Plan) {
				p.Factors, p.Cells = p.Factors[:1], []Cell{p.Cells[0], p.Cells[2]}
				p.Cells[0].Values, p.Cells[1].Values = p.Cells[0].Values[:1], p.Cells[1].Values[:1]
			},
			want: []string{"factor threads: added with 1, 4", "cells: 2 → 4"}},
		"session": {
			after: func(p *Plan) { p.Targets[0].Session[0].Value = "''" },
			want:  []string{"target mariadb, session setting sql_mode: value 'ANSI' → ''"}},
		"assert": {
			after: func(p *Plan) { p.Asserts[0].Condition.Args[1] = expr.ConstInt(10e6) },
			want:  []string{`assert p99: condition percentile(result.response, 99) < duration("20ms") → percentile(result.response, 99) < duration("10ms")`}},
		"nothing with a name": {
			after: func(p *Plan) { p.Schemas[0].Tables[0].Digest = "other" },
			want:  []string{"the plans differ in what the planner derives from the same words (another version of assay may have made one of them)"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a, b := sample(), sample()
			if c.before != nil {
				c.before(a)
			}
			if c.after != nil {
				c.after(b)
			}
			if diff := cmp.Diff(c.want, Diff(a, b)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDiffOfManyCells(t *testing.T) {
	a, b := sample(), sample()
	for _, p := range []*Plan{a, b} {
		for i := 4; i < 10000; i++ {
			cell := sampleCell(i, "InnoDB", int64(i), 0)
			cell.Loads = []int{i % 2}
			p.Cells = append(p.Cells, cell)
		}
	}
	b.Loads[0].Warmup = 0
	got := Diff(a, b)
	if len(got) != 1 || !strings.HasPrefix(got[0], "load oltp: warmup 10s → 0s (cells 0, 4, 6, ") {
		t.Errorf("got %q, want one line about some cells", got)
	}
}
