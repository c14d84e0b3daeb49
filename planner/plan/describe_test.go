package plan

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func describe(t *testing.T, p *Plan) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Describe(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestDescribeGolden(t *testing.T) { golden(t, "sample.txt", describe(t, sample())) }

// small is the least that a plan can be: no factors, no tables, one statement.
func small() *Plan {
	return &Plan{
		Format: Format, Experiment: "small", Seed: 1, Repeat: 1, Order: Interleaved, Data: Fresh, OnFailure: "stop",
		Targets: []Target{{Name: "sqlite", Driver: "sqlite", Dialect: Dialect{Name: "sqlite", Quote: `"`}}},
		Mixes: []Mix{{Name: "ping", Schema: -1, Queries: []string{"one"}, Transactions: []Transaction{{
			Name: "ping", Weight: 1,
			Body: Block{Steps: []Step{{Query: &Query{
				Name: "one", Repetition: once(), SQL: Text("SELECT 1"), Prepare: true, Expect: Expect{Rows: -1, Affected: -1, Error: -1},
			}}}},
		}}}},
		Loads: []Load{{
			Name: "ping", Threads: Number{Expr: expr.Expr{Op: expr.OpFact, Kind: expr.Int, Text: "host.cpus"}}, Events: 402,
			Think: expr.ConstInt(1500), Errors: Errors{Ignore: []int{-1}, MaxAttempts: 1},
		}},
		Cells: []Cell{{Schema: -1, Loads: []int{0}}},
		Notes: Notes{Archive: Levels{Events: true}},
	}
}

func TestDescribeSmallGolden(t *testing.T) {
	if err := Check(small()); err != nil {
		t.Fatal(err)
	}
	golden(t, "small.txt", describe(t, small()))
}

func TestDescribeAbbreviates(t *testing.T) {
	p := sample()
	for i := 4; i < 1000; i++ {
		p.Cells = append(p.Cells, sampleCell(i, "InnoDB", int64(i), 0))
		p.Cells[i].Loads = []int{0}
	}
	text := string(describe(t, p))
	if n := strings.Count(text, "\n"); n > 120 {
		t.Errorf("1,000 cells take %d lines", n)
	}
	for _, want := range []string{"968 cells not shown", "\n  999   InnoDB   999      1m10s\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
