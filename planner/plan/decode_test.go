package plan

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestDecodeRefusesText(t *testing.T) {
	good := string(encode(t, sample()))
	cases := map[string]struct{ data, want string }{
		"nothing":       {"", "not a plan"},
		"another file":  {`{"schema_version": 1}`, "not a plan: it has no format"},
		"newer format":  {`{"format": 2, "novelty": true}`, "the plan has format 2, this version of assay reads format 1"},
		"unknown field": {strings.Replace(good, `"seed"`, `"sed"`, 1), `unknown field "sed"`},
		"unknown field in a count": {
			strings.Replace(good, `"count": 10,`, `"count": {"op": "slot", "kind": "int", "slot": 1},`, 1), `unknown field "slot"`},
		"unknown kind":  {strings.Replace(good, `"kind": "int"`, `"kind": "integer"`, 1), `unknown kind "integer"`},
		"trailing text": {good + "{}", "not a plan"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := Decode([]byte(c.data))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	deep := expr.ConstInt(1)
	for range maxDepth + 1 {
		deep = call(expr.OpNeg, expr.Int, deep)
	}
	first := func(p *Plan) *Transaction { return &p.Mixes[0].Transactions[0] }
	point := func(p *Plan) *Query { return first(p).Body.Steps[0].Query }
	cases := map[string]struct {
		change func(*Plan)
		want   string
	}{
		"order":         {func(p *Plan) { p.Order = "random" }, `order is "random"`},
		"no cells":      {func(p *Plan) { p.Cells = nil }, "has no cells"},
		"repeat":        {func(p *Plan) { p.Repeat = 0 }, "repeat is 0"},
		"runs":          {func(p *Plan) { p.Repeat = maxCount; p.Cells = make([]Cell, 100) }, "cells times repeat"},
		"cell order":    {func(p *Plan) { p.Cells[1].Number = 0 }, "cell 0 stands after cell 0"},
		"cell values":   {func(p *Plan) { p.Cells[1].Values = nil }, "cell 1: 0 values for 2 factors"},
		"factor kind":   {func(p *Plan) { p.Cells[0].Values[1] = expr.ConstString("1") }, `factor "threads": the value is no constant`},
		"cell's load":   {func(p *Plan) { p.Cells[3].Loads = []int{4} }, "cell 3: load 4 is outside"},
		"same loads":    {func(p *Plan) { p.Cells[0].Loads = []int{0, 1} }, `two loads are called "oltp"`},
		"other schema":  {func(p *Plan) { p.Cells[0].Schema = 1 }, `load "oltp" uses schema 0, the cell makes schema 1`},
		"quote":         {func(p *Plan) { p.Schemas[0].Tables[0].Quote = "" }, `schema "sbtest": table "sbtest": the quote`},
		"rows":          {func(p *Plan) { p.Schemas[0].Tables[0].Rows = -1 }, "rows is -1"},
		"mix":           {func(p *Plan) { p.Loads[0].Mix = 9 }, `load "oltp": mix 9 is outside`},
		"endless":       {func(p *Plan) { p.Loads[0].Duration = 0 }, "neither duration nor events"},
		"no rate":       {func(p *Plan) { p.Loads[0].Open = &Open{Rate: -1, Arrivals: Poisson, Overload: Wait} }, "rate -1 is not 0 or from 0.001 to 1e+07"},
		"strange rate":  {func(p *Plan) { p.Loads[0].Open = &Open{Rate: math.NaN(), Arrivals: Poisson, Overload: Wait} }, "rate NaN is not"},
		"arrivals":      {func(p *Plan) { p.Loads[0].Open = &Open{Rate: 1, Overload: Wait} }, `arrivals is ""`},
		"overload":      {func(p *Plan) { p.Loads[0].Open = &Open{Rate: 1, Arrivals: Poisson} }, `overload is ""`},
		"max wait":      {func(p *Plan) { p.Loads[0].Open = &Open{Rate: 1, Arrivals: Poisson, Overload: Drop, MaxWait: -1} }, "max_wait is -1"},
		"stages' end":   {func(p *Plan) { p.Loads[0].Stages = []Stage{{Name: "a", Length: 1, Shape: ShapeStep, Level: 1}} }, "its stages last 1 ns"},
		"stage's shape": {func(p *Plan) { p.Loads[0].Stages = []Stage{{Name: "a", Length: 1, Shape: "jump"}} }, `stage "a": shape is "jump"`},
		"stage twice": {
			func(p *Plan) {
				p.Loads[0].Stages = []Stage{{Name: "a", Length: 1, Shape: ShapeStep}, {Name: "a", Length: 1, Shape: ShapeStep}}
			}, `two stages are called "a"`},
		"stage's level": {func(p *Plan) {
			p.Loads[0].Stages = []Stage{{Name: "a", Length: 1, Shape: ShapeStep, Level: math.Inf(1)}}
		}, "level +Inf is not"},
		"stage's waves": {func(p *Plan) { p.Loads[0].Stages = []Stage{{Name: "a", Length: 1e9, Shape: ShapeSine, Period: 1}} }, "period 1 is no time, or less than a 10000th"},
		"wave below 0": {func(p *Plan) {
			p.Loads[0].Stages = []Stage{{Name: "a", Length: 1e9, Shape: ShapeSine, Level: 1, Amplitude: 2}}
		}, "amplitude 2 is not"},
		"base": {func(p *Plan) {
			p.Loads[0].Base, p.Loads[0].Stages = -1, []Stage{{Name: "a", Length: 1, Shape: ShapeStep}}
		}, "base -1 is not"},
		"threads": {func(p *Plan) { p.Loads[0].Threads = Fixed(0) }, "threads is 0"},
		"drawn threads": {func(p *Plan) { p.Loads[0].Threads = Number{Expr: special(3)} },
			"threads: nothing can be drawn here"},
		"weights": {func(p *Plan) { first(p).Weight, p.Mixes[0].Transactions[1].Weight = 0, 0 }, "sum to 0"},
		"frame":   {func(p *Plan) { first(p).Frame = 1 }, `mix "oltp": transaction "read_write": query "point": slot of c 1 is outside`},
		"slot in an expression": {func(p *Plan) { point(p).Args[0] = expr.Slot(4, expr.Int) },
			`query "point": argument 1: slot 4 is outside the frame of 4`},
		"index":      {func(p *Plan) { point(p).Index = 3 }, "index 3 is outside"},
		"label":      {func(p *Plan) { point(p).Index = 1 }, `its index 1 is that of "update"`},
		"empty step": {func(p *Plan) { first(p).Body.Steps[0] = Step{} }, "a step has 0 parts"},
		"hole":       {func(p *Plan) { point(p).SQL.Holes[0].Table = 1 }, "table 1 is outside"},
		"copy":       {func(p *Plan) { point(p).SQL.Holes[0].Value = expr.ConstInt(2) }, "copy is outside the 2 copies"},
		"parts":      {func(p *Plan) { point(p).SQL.Parts = nil }, "a template has 0 parts and 1 holes"},
		"operator":   {func(p *Plan) { point(p).Args[0].Op = "xor" }, `unknown operator "xor"`},
		"operands":   {func(p *Plan) { point(p).Args[0] = call(expr.OpAdd, expr.Int) }, "operator add cannot have 0 operands"},
		"generator":  {func(p *Plan) { point(p).Args[0].Text = "normal" }, `unknown generator "normal"`},
		"arguments":  {func(p *Plan) { point(p).Args[0].Args = nil }, "generator special cannot have 0 operands"},
		"site":       {func(p *Plan) { point(p).Args[0] = draw(expr.Int, "unique") }, "generator unique has no site number"},
		"result":     {func(p *Plan) { point(p).Args[0] = expr.Expr{Op: expr.OpResult, Kind: expr.Int} }, "result is not known here"},
		"missing":    {func(p *Plan) { point(p).Args[0] = expr.Expr{} }, "an expression is missing"},
		"no kind":    {func(p *Plan) { point(p).Args[0].Kind = expr.Null }, "draw has no kind"},
		"deep":       {func(p *Plan) { point(p).Args[0] = deep }, "nested too deep"},
		"half absent": {func(p *Plan) { point(p).When = expr.Expr{Kind: expr.Bool, Int: 1} },
			"when: an expression without operator"},
		"assert": {func(p *Plan) { p.Asserts[0].Condition = special(1) }, `assert "p99": nothing can be drawn here`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := sample()
			c.change(p)
			err := Check(p)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestCheckBoundsNesting(t *testing.T) {
	p := sample()
	body := &p.Mixes[0].Transactions[0].Body
	for range maxBlocks + 1 {
		*body = Block{Steps: []Step{{Group: &Group{Name: "g", Repetition: once(), Body: *body}}}}
	}
	if err := Check(p); err == nil || !strings.Contains(err.Error(), "nested too deep") {
		t.Errorf("error %v, want one about nesting", err)
	}
}

// FuzzDecode holds that Decode never panics, and that what it accepts can be
// described, scheduled and encoded to a plan that reads back the same.
func FuzzDecode(f *testing.F) {
	for _, p := range []*Plan{sample(), small()} {
		data, err := Encode(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"format": 1, "cells": [{"values": [{}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data)
		if err != nil {
			return
		}
		once, err := Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(once)
		if err != nil {
			t.Fatalf("%v in %s", err, once)
		}
		twice, err := Encode(again)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once, twice) || Digest(p) != Digest(again) {
			t.Errorf("read back differently:\n%s\n%s", once, twice)
		}
		if diff := Diff(p, again); diff != nil {
			t.Errorf("a plan differs from itself: %q", diff)
		}
		if p.Repeat > 100 {
			return // Describe makes the schedule
		}
		if err := Describe(io.Discard, p); err != nil {
			t.Error(err)
		}
		if len(Schedule(p)) != len(p.Cells)*p.Repeat {
			t.Error("the schedule has the wrong length")
		}
	})
}
