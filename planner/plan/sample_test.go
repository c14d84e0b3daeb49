package plan

import "github.com/assay-bench/assay/planner/expr"

// draw is a generator call without state.
func draw(kind expr.Kind, name string, args ...expr.Expr) expr.Expr {
	return expr.Expr{Op: expr.OpDraw, Kind: kind, Int: -1, Text: name, Args: args}
}

// call is an operator on operands.
func call(op expr.Op, kind expr.Kind, args ...expr.Expr) expr.Expr {
	return expr.Expr{Op: op, Kind: kind, Args: args}
}

// once is the repetition of what runs exactly once.
func once() Repetition { return Repetition{Count: Fixed(1), Index: -1} }

// special is sysbench's default distribution over ids from 1 to n.
func special(n int64) expr.Expr {
	return draw(expr.Int, "special", expr.ConstInt(1), expr.ConstInt(n), expr.ConstInt(12), expr.ConstFloat(1), expr.ConstFloat(75))
}

// sample is a plan that uses nearly everything: two engines and two thread
// counts, a family of tables, drawn counts, reads, groups.
func sample() *Plan {
	return &Plan{
		Format: Format, Experiment: "engines", Seed: 1, Repeat: 2,
		Order: Grouped, Data: Reuse, OnFailure: "continue",
		Factors: []Factor{{"engine", expr.String}, {"threads", expr.Int}},
		Targets: []Target{{
			Name: "mariadb", Driver: "mysql", Dialect: Dialect{Name: "mariadb", Quote: "`", Rollback: "ROLLBACK"},
			Session: []Setting{{"sql_mode", "'ANSI'"}},
		}},
		Schemas: []Schema{sampleSchema("InnoDB"), sampleSchema("RocksDB")},
		Mixes:   []Mix{sampleMix(0), sampleMix(1)},
		Loads:   []Load{sampleLoad(0, 1), sampleLoad(0, 4), sampleLoad(1, 1), sampleLoad(1, 4)},
		Cells: []Cell{
			sampleCell(0, "InnoDB", 1, 0), sampleCell(1, "InnoDB", 4, 0),
			sampleCell(2, "RocksDB", 1, 1), sampleCell(3, "RocksDB", 4, 1),
		},
		Asserts: []Assert{{
			Name: "p99", Message: "The 99th percentile of response time passed 20 ms.",
			Condition: call(expr.OpLt, expr.Bool, expr.Expr{Op: expr.OpResult, Kind: expr.Float, Text: "response.percentile", Args: []expr.Expr{expr.ConstFloat(99)}}, expr.ConstInt(20e6)),
		}},
		Notes: Notes{
			Description: "Two engines under the same load.",
			Labels:      []Label{{"ticket", "DBA-17"}},
			Archive:     Levels{Events: true, Statements: true, Samples: true},
			Positions:   []Position{{"mix.oltp", "engines.hcl", 41}},
		},
	}
}

func sampleCell(number int, engine string, threads int64, schema int) Cell {
	return Cell{
		Number: number, Values: []expr.Expr{expr.ConstString(engine), expr.ConstInt(threads)},
		Schema: schema, Loads: []int{number},
	}
}

func sampleSchema(engine string) Schema {
	name := Hole{Table: 0, Value: expr.Expr{Op: expr.OpCopy, Kind: expr.Int}}
	around := func(before, after string) Template {
		return Template{Parts: []string{before, after}, Holes: []Hole{name}}
	}
	return Schema{Name: "sbtest", Tables: []Table{{
		Name: "sbtest", Copies: 2, Rows: 10000, Quote: "`", Digest: "d-" + engine, RowSize: 200,
		Create: around("CREATE TABLE ", " (\n  `id` int NOT NULL AUTO_INCREMENT,\n  `k` int NOT NULL,\n  `c` char(120) NOT NULL,\n  PRIMARY KEY (`id`)\n) ENGINE="+engine),
		After: []Template{{
			Parts: []string{"CREATE INDEX `k_", "` ON ", " (`k`)"},
			Holes: []Hole{{Table: -1, Value: call(expr.OpAdd, expr.Int, expr.Expr{Op: expr.OpCopy, Kind: expr.Int}, expr.ConstInt(1))}, name},
		}},
		Analyze: around("ANALYZE TABLE ", ""),
		Insert:  around("INSERT INTO ", " (`id`, `k`, `c`) VALUES "),
		Columns: []Column{
			{"id", expr.Expr{Op: expr.OpRow, Kind: expr.Int}},
			{"k", special(10000)},
			{"c", draw(expr.String, "digits", expr.ConstString("###########-###########"))},
		},
	}}}
}

func sampleMix(schema int) Mix {
	table := Hole{Table: 0, Value: expr.Slot(0, expr.Int)}
	return Mix{Name: "oltp", Schema: schema, Queries: []string{"point", "update", "item"}, Transactions: []Transaction{
		{
			Name: "read_write", Weight: 9, Begin: []string{"BEGIN"}, Commit: "COMMIT", Rollback: "ROLLBACK", Frame: 4,
			Body: Block{
				Lets: []Let{{"t", 0, draw(expr.Int, "uniform", expr.ConstInt(0), expr.ConstInt(1))}},
				Steps: []Step{
					{Query: &Query{
						Name: "point", Index: 0, Repetition: Repetition{Count: Fixed(10), Index: -1}, Prepare: true,
						SQL:  Template{Parts: []string{"SELECT c FROM ", " WHERE id = ? AND k <> 0"}, Holes: []Hole{table}},
						Args: []expr.Expr{special(10000)}, Read: []Read{{"c", 1, expr.Int}}, OnEmpty: "rollback",
						Expect: Expect{Rows: 1, Affected: -1, Error: -1},
					}},
					{Query: &Query{
						Name: "update", Index: 1, Repetition: once(), Prepare: true,
						SQL:    Template{Parts: []string{"UPDATE ", " SET k = ? WHERE id = ?"}, Holes: []Hole{table}},
						Args:   []expr.Expr{call(expr.OpAdd, expr.Int, expr.Slot(1, expr.Int), expr.ConstInt(1)), special(10000)},
						Expect: Expect{Rows: -1, Affected: -1, Error: -1},
					}},
				},
			},
		},
		{
			Name: "lines", Weight: 1, Frame: 3,
			Body: Block{
				Lets: []Let{{"n", 0, draw(expr.Int, "uniform", expr.ConstInt(5), expr.ConstInt(15))}},
				Steps: []Step{
					{Group: &Group{
						Name: "lines", Repetition: Repetition{Count: Number{Expr: expr.Slot(0, expr.Int)}, Index: 1},
						Body: Block{
							Lets: []Let{{"item", 2, call(expr.OpCond, expr.Int,
								call(expr.OpEq, expr.Bool, expr.Slot(1, expr.Int), expr.ConstInt(0)),
								expr.ConstInt(100001), draw(expr.Int, "nurand", expr.ConstInt(8191), expr.ConstInt(1), expr.ConstInt(100000)))}},
							Steps: []Step{{Query: &Query{
								Name: "item", Index: 2, Repetition: once(), SQL: Text("SELECT 1 WHERE 1 = ?"),
								Args:   []expr.Expr{expr.Slot(2, expr.Int)},
								Expect: Expect{Rows: -1, Affected: -1, Error: -1},
							}}},
						},
					}},
					{Think: &Think{Micros: expr.ConstInt(500)}},
					{Rollback: &Rollback{When: call(expr.OpGt, expr.Bool, expr.Slot(0, expr.Int), expr.ConstInt(14))}},
				},
			},
		},
	}}
}

func sampleLoad(mix int, threads int64) Load {
	return Load{
		Name: "oltp", Mix: mix, Threads: Fixed(threads), Warmup: 10e9, Duration: 60e9, Grace: 10e9,
		Errors: Errors{Retry: []int{1213, 1205, 1020}, MaxAttempts: 10, Backoff: 1e6, BackoffMax: 100e6, Reconnect: 30e9},
	}
}
