package plan

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/expr"
)

func TestEstimate(t *testing.T) {
	p := sample()
	p.Notes.Archive.Statements = false
	p.Loads[0].Cooldown = 5e9 // of cell 0, which runs twice
	want := Estimate{
		Runs: 8, Loads: 2, Rows: 40000, Bytes: 8000000, Time: 8*70*time.Second + 2*5*time.Second,
		Files: []File{
			{"run.json", 1}, {"plan.json", 1}, {"spec/*", 1}, {"cells.parquet", 1}, {"facts.parquet", 1},
			{"events/cell=*/repeat=*/part-*.parquet", 8}, {"summary.parquet", 1}, {"summary.json", 1},
		},
	}
	if diff := cmp.Diff(want, p.Estimate()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !small().Estimate().Open {
		t.Error("a load that ends by events alone has a known time")
	}
}

// Only runs with a rate write arrivals, and only those that go to a database
// statements.
func TestEstimateFiles(t *testing.T) {
	p := sample()
	p.Loads[0].Open = &Open{Rate: 100, Arrivals: Poisson, Overload: Wait} // of cell 0, which runs twice
	kinds := func(p *Plan) (parts []File) {
		for _, f := range p.Estimate().Files {
			if table, _, ok := strings.Cut(f.Path, "/cell="); ok {
				parts = append(parts, File{table, f.Count})
			}
		}
		return parts
	}
	if diff := cmp.Diff([]File{{"events", 8}, {"statements", 8}, {"arrivals", 2}}, kinds(p)); diff != "" {
		t.Errorf("with a rate (-want +got):\n%s", diff)
	}
	p.Loads[0].Open.Rate = 0 // connections that do nothing
	if diff := cmp.Diff([]File{{"events", 8}, {"statements", 8}}, kinds(p)); diff != "" {
		t.Errorf("with a rate of 0 (-want +got):\n%s", diff)
	}
	for i := range p.Loads {
		p.Loads[i].Mix = -1
	}
	for i := range p.Cells {
		p.Cells[i].Schema = -1
	}
	if diff := cmp.Diff([]File{{"events", 8}}, kinds(p)); diff != "" {
		t.Errorf("with probes alone (-want +got):\n%s", diff)
	}
}

func TestEstimateSaturates(t *testing.T) {
	p := sample()
	p.Schemas[0].Tables[0].Rows, p.Schemas[0].Tables[0].Copies = maxRows, maxCount
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if e := p.Estimate(); e.Rows != math.MaxInt64 || e.Bytes != math.MaxInt64 {
		t.Errorf("%d rows of %d bytes, want the largest", e.Rows, e.Bytes)
	}
}

// TestPhasesAreShared: loads side by side take as long as the longest.
func TestPhasesAreShared(t *testing.T) {
	p := sample()
	other := p.Loads[0]
	other.Name, other.Warmup, other.Duration = "other", 0, 120e9
	p.Loads = append(p.Loads, other)
	p.Cells[0].Loads = []int{0, 4}
	if span, open := cellTime(p, &p.Cells[0]); span != 130e9 || open {
		t.Errorf("cell takes %d, open %v; want 130 s", span, open)
	}
}

func TestStatements(t *testing.T) {
	query := func(r Repetition) Step { return Step{Query: &Query{Repetition: r}} }
	drawn := Repetition{Count: Number{Expr: expr.Slot(0, expr.Int)}, Index: -1}
	maybe := func(when expr.Expr) Repetition { return Repetition{When: when, Count: Fixed(1), Index: -1} }
	let := []Let{{"n", 0, draw(expr.Int, "uniform", expr.ConstInt(5), expr.ConstInt(15))}}
	cases := map[string]struct {
		body Block
		want string
	}{
		"nothing":       {Block{}, "0 statements"},
		"one":           {Block{Steps: []Step{query(once())}}, "1 statement"},
		"drawn":         {Block{Lets: let, Steps: []Step{query(drawn)}}, "10 statements"},
		"drawn in two":  {Block{Lets: let, Steps: []Step{{Group: &Group{Repetition: drawn, Body: Block{Steps: []Step{query(once()), query(once())}}}}}}, "20 statements"},
		"by chance":     {Block{Steps: []Step{query(maybe(draw(expr.Bool, "chance", expr.ConstFloat(0.25))))}}, "0.25 statements"},
		"unless chance": {Block{Steps: []Step{query(maybe(call(expr.OpNot, expr.Bool, draw(expr.Bool, "chance", expr.ConstFloat(0.25)))))}}, "0.75 statements"},
		"unforeseen":    {Block{Lets: let, Steps: []Step{query(maybe(call(expr.OpGt, expr.Bool, expr.Slot(0, expr.Int), expr.ConstInt(9))))}}, "about 1 statement"},
		"weighted": {Block{Steps: []Step{query(Repetition{
			Count: Number{Expr: draw(expr.Int, "weighted", expr.ConstInt(1), expr.ConstInt(3), expr.ConstInt(5), expr.ConstInt(1))}, Index: -1,
		})}}, "2 statements"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := statements(&Transaction{Body: c.body}).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	with := statements(&Transaction{Begin: []string{"SET TRANSACTION READ ONLY", "BEGIN"}, Commit: "COMMIT"})
	if with.mean != 3 {
		t.Errorf("%v statements around a transaction, want 3", with.mean)
	}
}
