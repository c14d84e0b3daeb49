package plan

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

// TestDescribeSays checks one line of the text for each thing that a plan can
// hold, so that nothing of a spec goes unsaid.
func TestDescribeSays(t *testing.T) {
	query := func(p *Plan) *Query { return p.Mixes[0].Transactions[0].Body.Steps[0].Query }
	load := func(p *Plan) *Load { return &p.Loads[0] }
	cases := map[string]struct {
		change func(*Plan)
		want   string
	}{
		"text":         {func(p *Plan) { query(p).Prepare = false }, "query one (as text)\n"},
		"batch":        {func(p *Plan) { query(p).Batch = 512 << 10 }, "query one (joined into rows of up to 512 KiB)\n"},
		"null":         {func(p *Plan) { query(p).OnNull = "error" }, "query one (on NULL: error)\n"},
		"affected":     {func(p *Plan) { query(p).Expect.Affected = 0 }, "query one (expects affected = 0)\n"},
		"error":        {func(p *Plan) { query(p).Expect.Error = 1503 }, "query one (expects error 1503)\n"},
		"when":         {func(p *Plan) { query(p).When = draw(expr.Bool, "chance", expr.ConstFloat(0.5)) }, "query one when chance(0.5)\n"},
		"count":        {func(p *Plan) { query(p).Count = Fixed(1000) }, "query one × 1,000\n"},
		"query's let":  {func(p *Plan) { p.Mixes[0].Transactions[0].Frame, query(p).Lets = 1, []Let{{"x", 0, expr.ConstInt(1)}} }, "      let x = 1\n"},
		"lines in SQL": {func(p *Plan) { query(p).SQL = Text("SELECT\n\t1") }, "\n      SELECT 1\n"},
		"value in SQL": {func(p *Plan) {
			query(p).SQL = Template{Parts: []string{"SELECT ", ""}, Holes: []Hole{{Table: -1, Value: special(5)}}}
		}, "SELECT ${special(1, 5)}\n"},
		"duration":    {func(p *Plan) { load(p).Duration = 60e9 }, "402 events, at most 1m"},
		"open time":   {func(p *Plan) { load(p).Warmup = 5e9 }, "5s and until the events are done"},
		"codes":       {func(p *Plan) { load(p).Errors.Ignore = []int{1062, 1213} }, "counts errors 1062, 1213 and goes on"},
		"any code":    {func(*Plan) {}, "counts errors of any code and goes on"},
		"one attempt": {func(p *Plan) { load(p).Errors.Retry = []int{5} }, "retries errors 5 up to 1 attempt in all"},
		"drawn seconds": {func(p *Plan) {
			seconds := draw(expr.Float, "uniform", expr.ConstFloat(0.1), expr.ConstFloat(0.5))
			load(p).Think = call(expr.OpInt, expr.Int, call(expr.OpMul, expr.Float, seconds, expr.ConstInt(1_000_000)))
		}, "pauses uniform(0.1, 0.5) s between events"},
		"drawn whole seconds": {func(p *Plan) {
			load(p).Think = call(expr.OpMul, expr.Int, draw(expr.Int, "uniform", expr.ConstInt(1), expr.ConstInt(9)), expr.ConstInt(1_000_000))
		}, "pauses uniform(1, 9) s between events"},
		"drawn pause": {func(p *Plan) { load(p).Think = draw(expr.Int, "uniform", expr.ConstInt(1), expr.ConstInt(9)) }, "pauses uniform(1, 9) µs between events"},
		"wire": {func(p *Plan) {
			p.Targets[0].TLS, p.Targets[0].Compress, p.Targets[0].Charset = "required", true, "latin1"
		}, "connections to sqlite: TLS required; compressed; character set latin1"},
		"reconnect": {func(p *Plan) { p.Loads[0].Reconnect, p.Loads[0].StartTimeout = 5, 1e9 }, "a new connection after each 5 events of a worker; all workers connect within 1s"},
		"open loop": {func(p *Plan) { load(p).Open = &Open{Rate: 0.5, Arrivals: Constant, Overload: Wait} }, "open loop, constant arrivals at 0.5/s; arrivals wait while no worker is free; "},
		"each worker": {func(p *Plan) {
			load(p).Open = &Open{Rate: 20, PerWorker: true, Arrivals: Poisson, Overload: Drop, MaxWait: 1e9}
		}, "open loop, poisson arrivals at 20/s for each worker; drops what has waited for 1s; "},
		"stop": {func(p *Plan) { load(p).Open = &Open{Rate: 20, Arrivals: Poisson, Overload: Stop, MaxWait: 5e8} }, "stops once an arrival has waited for 500ms; "},
		"stages": {func(p *Plan) {
			l := load(p)
			l.Events, l.Duration, l.Base, l.Stages = 0, 7e9, 2, []Stage{
				{Name: "a", Length: 1e9, Shape: ShapeStep, Level: 2}, {Name: "b", Length: 2e9, Shape: ShapeRamp, Level: 4},
				{Name: "c", Length: 1e9, Shape: ShapeSpike, Level: 9}, {Name: "d", Length: 3e9, Shape: ShapeSine, Level: 4, Amplitude: 1, Period: 1e9}}
		}, "stages: from 2 workers, a 1s at 2 workers, b 2s to 4 workers, c 1s up to and back from 9 workers, d 3s around 4 workers ± 1 in waves of 1s; "},
		"stages of rate": {func(p *Plan) {
			l := load(p)
			l.Open = &Open{Rate: 5, Arrivals: Poisson, Overload: Wait}
			l.Events, l.Duration, l.Stages = 0, 1e9, []Stage{{Name: "a", Length: 1e9, Shape: ShapeStep, Level: 7}}
		}, "stages: from 5/s, a 1s at 7/s; "},
		"init":          {func(p *Plan) { p.Targets[0].Init = []string{"PRAGMA x"} }, "connections to sqlite: PRAGMA x"},
		"other dialect": {func(p *Plan) { p.Targets[0].Name = "file" }, "file (sqlite, sqlite)"},
		"rollback":      {func(p *Plan) { addStep(p, Step{Rollback: &Rollback{}}) }, "\n    rollback\n"},
		"drawn think":   {func(p *Plan) { addStep(p, Step{Think: &Think{Micros: special(3)}}) }, "\n    think special(1, 3) µs\n"},
		"label":         {func(p *Plan) { p.Notes.Labels = []Label{{"host", "db1"}} }, "\nlabel host = db1\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := small()
			c.change(p)
			if err := Check(p); err != nil {
				t.Fatal(err)
			}
			if text := string(describe(t, p)); !strings.Contains(text, c.want) {
				t.Errorf("%q is not in\n%s", c.want, text)
			}
		})
	}
}

func addStep(p *Plan, s Step) {
	body := &p.Mixes[0].Transactions[0].Body
	body.Steps = append(body.Steps, s)
}

// TestDescribeManyVariants: mixes of one name are compared up to a number.
func TestDescribeManyVariants(t *testing.T) {
	p := small()
	for i := 1; i < 100; i++ {
		mix := p.Mixes[0]
		mix.Transactions = []Transaction{mix.Transactions[0]}
		mix.Transactions[0].Weight = float64(i + 1)
		load := p.Loads[0]
		load.Mix = i
		p.Mixes, p.Loads = append(p.Mixes, mix), append(p.Loads, load)
		p.Cells = append(p.Cells, Cell{Number: i, Schema: -1, Loads: []int{i}})
	}
	text := string(describe(t, p))
	for want, n := range map[string]int{
		"transaction ping: weight 1 → 2\n":              1,
		"as in cell 0, but":                             manyVariants - 2,
		"mix ping: more variants are left out here":     1,
		"ping  ping  sqlite  host.cpus  0s       402 e": 1,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q stands %d times, want %d, in\n%s", want, got, n, text)
		}
	}
}
