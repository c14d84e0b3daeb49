package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/expr"
)

// TestDiffOfParts walks through what a spec can change, on one cell.
func TestDiffOfParts(t *testing.T) {
	const at = "mix oltp, transaction "
	first := func(p *Plan) *Transaction { return &p.Mixes[0].Transactions[0] }
	lines := func(p *Plan) *Transaction { return &p.Mixes[0].Transactions[1] }
	table := func(p *Plan) *Table { return &p.Schemas[0].Tables[0] }
	cases := map[string]struct {
		change func(*Plan)
		want   []string
	}{
		"a transaction more": {
			func(p *Plan) {
				p.Mixes[0].Transactions = append(p.Mixes[0].Transactions, Transaction{Name: "x", Weight: 1})
			},
			[]string{"mix oltp: transaction x added"}},
		"a rate": {
			func(p *Plan) { p.Loads[0].Open = &Open{Rate: 100, Arrivals: Poisson, Overload: Wait} },
			[]string{"load oltp: open closed loop → open loop, poisson arrivals at 100/s, arrivals wait while no worker is free"}},
		"a stage": {
			func(p *Plan) {
				l := &p.Loads[0]
				l.Stages = []Stage{{Name: "a", Length: l.Duration, Shape: ShapeStep, Level: 1}}
			},
			[]string{"load oltp: stage a added"}},
		"weight":    {func(p *Plan) { first(p).Weight = 4.5 }, []string{at + "read_write: weight 9 → 4.5"}},
		"begin":     {func(p *Plan) { first(p).Begin = []string{"SET TRANSACTION READ ONLY", "BEGIN"} }, []string{at + "read_write: begin BEGIN → SET TRANSACTION READ ONLY; BEGIN"}},
		"no commit": {func(p *Plan) { first(p).Commit = "" }, []string{at + "read_write: commit COMMIT → none"}},
		"a let": {
			func(p *Plan) { lines(p).Body.Lets[0].Value.Args[1] = expr.ConstInt(20) },
			[]string{at + "lines, let n: value uniform(5, 15) → uniform(5, 20)"}},
		"a let's name": {
			func(p *Plan) { lines(p).Body.Lets[0].Name = "m" },
			[]string{at + "lines: let n removed", at + "lines: let m added",
				at + "lines, group lines: count let.n → let.m", at + "lines, rollback: when let.n > 14 → let.m > 14"}},
		"a group's count": {
			func(p *Plan) { lines(p).Body.Steps[0].Group.Count = Fixed(7) },
			[]string{at + "lines, group lines: count let.n → 7"}},
		"a condition": {
			func(p *Plan) {
				first(p).Body.Steps[0].Query.When = call(expr.OpLt, expr.Bool, expr.Slot(0, expr.Int), expr.ConstInt(1))
			},
			[]string{at + "read_write, query point: when none → let.t < 1"}},
		"think": {func(p *Plan) { lines(p).Body.Steps[1].Think.Micros.Int = 900 }, []string{at + "lines, think: micros 500 → 900"}},
		"query rules": {
			func(p *Plan) {
				q := first(p).Body.Steps[0].Query
				q.Prepare, q.Batch, q.OnEmpty, q.Read[0].Name = false, 1024, "", "d"
			},
			[]string{
				at + "read_write, query point: prepare true → false", at + "read_write, query point: batch 0 → 1,024",
				at + "read_write, query point: read c removed", at + "read_write, query point: read d added",
				at + "read_write, query point: on empty rollback → none",
				at + "read_write, query update: args query.point.c + 1, special(1, 10000) → query.point.d + 1, special(1, 10000)",
			}},
		"copies": {func(p *Plan) { table(p).Copies = 4 }, []string{"schema sbtest, table sbtest: copies 2 → 4"}},
		"an index": {
			func(p *Plan) { table(p).After = nil },
			[]string{"schema sbtest, table sbtest: after CREATE INDEX `k_${self.copy}` ON ${table.sbtest[self.copy - 1]} (`k`) → none"}},
		"a column's values": {
			func(p *Plan) {
				table(p).Columns[1].Value = draw(expr.Int, "uniform", expr.ConstInt(1), expr.ConstInt(9))
			},
			[]string{"schema sbtest, table sbtest, column k: value special(1, 10000) → uniform(1, 9)"}},
		"a table more": {
			func(p *Plan) { p.Schemas[0].Tables = append(p.Schemas[0].Tables, Table{Name: "t", Quote: "`"}) },
			[]string{"schema sbtest: table t added"}},
		"load times": {
			func(p *Plan) {
				p.Loads[0].Grace, p.Loads[0].Events, p.Loads[0].Think = 0, 1e6, expr.ConstInt(50)
				p.Loads[0].Errors.MaxAttempts = 3
			},
			[]string{"load oltp: events 0 → 1,000,000", "load oltp: grace 10s → 0s", "load oltp: think none → 50", "load oltp: max attempts 10 → 3"}},
		"connections": {
			func(p *Plan) {
				l := &p.Loads[0]
				l.Reconnect, l.StartTimeout, l.Errors.Reconnect = 5, 60e9, 10e9
			},
			[]string{"load oltp: reconnect 30s → 10s", "load oltp: reconnect 0 → 5", "load oltp: start timeout 0s → 1m"}},
		"ignore": {func(p *Plan) { p.Loads[0].Errors.Ignore = []int{1062} }, []string{"load oltp: ignore none → 1062"}},
		"dialect": {
			func(p *Plan) { p.Targets[0].Dialect.Name = "mysql" },
			[]string{"target mariadb: dialect: mariadb → mysql"}},
		"another target": {
			func(p *Plan) { p.Targets[0].Name = "mysql" },
			[]string{"target mariadb removed", "target mysql added"}},
		"init": {
			func(p *Plan) { p.Targets[0].Init = []string{"SET a = 1", "SET b = 2"} },
			[]string{"target mariadb: init none → SET a = 1; SET b = 2"}},
		"a load more": {
			func(p *Plan) {
				other := p.Loads[0]
				other.Name = "olap"
				p.Loads, p.Cells[0].Loads = append(p.Loads, other), []int{0, 1}
			},
			[]string{"loads: added olap"}},
		"another mix": {func(p *Plan) { p.Mixes[0].Name = "other" }, []string{"mix oltp removed", "mix other added"}},
		"another assertion": {
			func(p *Plan) { p.Asserts[0].Name = "tail" }, []string{"assert p99 removed", "assert tail added"}},
		"message": {
			func(p *Plan) { p.Asserts[0].Message = "Too slow." },
			[]string{"assert p99: message The 99th percentile of response time passed 20 ms. → Too slow."}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a, b := single(), single()
			c.change(b)
			if diff := cmp.Diff(c.want, Diff(a, b)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if back := Diff(b, a); len(back) != len(c.want) {
				t.Errorf("the other way round: %q", back)
			}
		})
	}
}

// single is the sample's first cell alone.
func single() *Plan {
	p := sample()
	p.Schemas, p.Mixes, p.Loads, p.Cells = p.Schemas[:1], p.Mixes[:1], p.Loads[:1], p.Cells[:1]
	return p
}

func TestDiffOfFactors(t *testing.T) {
	cases := map[string]struct {
		change func(*Plan)
		want   []string
	}{
		"order": {
			func(p *Plan) {
				p.Factors[0], p.Factors[1] = p.Factors[1], p.Factors[0]
				for i := range p.Cells {
					v := p.Cells[i].Values
					v[0], v[1] = v[1], v[0]
				}
			},
			[]string{"factors: order engine, threads → threads, engine"}},
		"type": {
			func(p *Plan) {
				p.Factors[1].Kind = expr.String
				for i := range p.Cells {
					p.Cells[i].Values[1] = expr.ConstString(plainConstant(&p.Cells[i].Values[1]))
				}
			},
			[]string{"factor threads: type: int → string"}},
		"where": {
			func(p *Plan) { p.Cells = p.Cells[:3] },
			[]string{"cells: 4 → 3"}},
		"gone": {
			func(p *Plan) {
				p.Factors, p.Cells = p.Factors[:1], []Cell{p.Cells[0], p.Cells[2]}
				p.Cells[0].Values, p.Cells[1].Values = p.Cells[0].Values[:1], p.Cells[1].Values[:1]
			},
			[]string{"factor threads: removed (it had 1, 4)", "cells: 4 → 2"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := sample()
			c.change(b)
			if diff := cmp.Diff(c.want, Diff(sample(), b)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestContrast(t *testing.T) {
	words := strings.Repeat("some words ", 30)
	cases := []struct{ a, b, wantA, wantB string }{
		{"short", "texts", "short", "texts"},
		{words + "old end", words + "new end", "… some words some words old end", "… some words some words new end"},
		{"old " + words, "new " + words, "old some words some words …", "new some words some words …"},
		{words + "in " + words, words + words, "… some words some words in some words some words …", "… some words some words some words some words …"},
		{strings.Repeat("x", 200), strings.Repeat("x", 199), strings.Repeat("x", 200), strings.Repeat("x", 199)},
	}
	for _, c := range cases {
		if a, b := contrast(c.a, c.b); a != c.wantA || b != c.wantB {
			t.Errorf("contrast gives\n%q\n%q, want\n%q\n%q", a, b, c.wantA, c.wantB)
		}
	}
}
