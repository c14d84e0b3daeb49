package plan_test

import (
	"fmt"
	"os"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// ping is a plan of one statement on some threads.
func ping(threads int64, sql string) *plan.Plan {
	return &plan.Plan{
		Format: plan.Format, Experiment: "ping", Seed: 1, Repeat: 2, Order: plan.Grouped, Data: plan.Reuse, OnFailure: "continue",
		Targets: []plan.Target{{Name: "sqlite", Driver: "sqlite", Dialect: plan.Dialect{Name: "sqlite", Quote: `"`}}},
		Mixes: []plan.Mix{{
			Name: "ping", Schema: -1, Queries: []string{"one"},
			Transactions: []plan.Transaction{{Name: "ping", Weight: 1, Body: plan.Block{Steps: []plan.Step{{Query: &plan.Query{
				Name: "one", Repetition: plan.Repetition{Count: plan.Fixed(1), Index: -1}, SQL: plan.Text(sql), Prepare: true,
				Args: []expr.Expr{{
					Op: expr.OpDraw, Kind: expr.Int, Text: "pareto", Int: -1,
					Args: []expr.Expr{expr.ConstInt(1), expr.ConstInt(100), expr.ConstFloat(0.2)},
				}},
				Expect: plan.Expect{Rows: -1, Affected: -1, Error: -1},
			}}}}}},
		}},
		Loads: []plan.Load{{Name: "ping", Threads: plan.Fixed(threads), Warmup: 5e9, Duration: 30e9, Errors: plan.Errors{MaxAttempts: 1}}},
		Cells: []plan.Cell{{Schema: -1, Loads: []int{0}}},
	}
}

func ExampleDiff() {
	for _, line := range plan.Diff(ping(4, "SELECT ?"), ping(16, "SELECT 1 + ?")) {
		fmt.Println(line)
	}
	// Output:
	// load ping: threads 4 → 16
	// mix ping, transaction ping, query one: SQL SELECT ? → SELECT 1 + ?
}

func ExampleDescribe() {
	plan.Describe(os.Stdout, ping(4, "SELECT ?"))
	// Output:
	// experiment ping · seed 1 · digest 5edf246942cc14d4cedbc82f46a5cad94eeacefc287826fd15dc829027dd0da0
	//
	// cells
	//   cell  time
	//   0     35s
	//
	// loads, side by side in a cell
	//   load  mix   target  threads  warm-up  measure  cool-down  cells
	//   ping  ping  sqlite  4        5s       30s      0s         0
	//   ping: reconnects for 0s; ends at the latest 0s after its last phase
	//
	// mix ping
	//   transaction ping: 100 % of events, 1 statement each, each by itself
	//     query one
	//       SELECT ?
	//       [pareto(1, 100)]
	//   pareto(1, 100): the lowest 20 % of the range gets 80 % of draws
	//
	// it takes
	//   2 runs: 1 cell × 2 repeats, grouped
	//   1m10s, loading not counted
	//
	// it writes, in a directory of its own
	//   run.json
	//   plan.json
	//   spec/*
	//   cells.parquet
	//   facts.parquet
	//   summary.parquet
	//   summary.json
}

func ExampleSchedule() {
	for _, r := range plan.Schedule(ping(4, "SELECT ?")) {
		fmt.Printf("%d: cell %d, repeat %d\n", r.Sequence, r.Cell, r.Repeat)
	}
	// Output:
	// 0: cell 0, repeat 0
	// 1: cell 0, repeat 1
}

func ExampleDecode() {
	_, err := plan.Decode([]byte(`{"format": 9}`))
	fmt.Println(err)
	// Output:
	// decode plan: the plan has format 9, this version of assay reads format 1
}
