package plan

import (
	"fmt"
	"slices"

	"github.com/assay-bench/assay/planner/expr"
)

// Bounds that no sensible plan reaches. They keep a hostile one from making
// the executor allocate without end, and sums of them within int64.
const (
	maxCount  = 1 << 20 // threads, repeats, copies, slots, draw sites
	maxRuns   = 1 << 24 // repeats of all cells
	maxRows   = 1 << 50
	maxBytes  = 1 << 40 // of a row, or of a batch
	maxTime   = 1e18    // nanoseconds, 31 years
	maxDepth  = 1000    // of an expression
	maxBlocks = 100     // depth of groups in groups
)

// Check tells whether p can be executed without surprise: every index points
// at something, every slot lies in its frame, every tree has the operands of
// its operators, every count is in bounds. It does not know the SQL.
func Check(p *Plan) error {
	if err := checkHead(p); err != nil {
		return err
	}
	for i := range p.Servers {
		if err := checkServer(&p.Servers[i]); err != nil {
			return err
		}
	}
	for i := range p.Targets {
		if err := checkTarget(p, &p.Targets[i]); err != nil {
			return err
		}
	}
	for i := range p.Schemas {
		if err := checkSchema(&p.Schemas[i]); err != nil {
			return fmt.Errorf("schema %q: %w", p.Schemas[i].Name, err)
		}
	}
	for i := range p.Mixes {
		if err := checkMix(p, &p.Mixes[i]); err != nil {
			return fmt.Errorf("mix %q: %w", p.Mixes[i].Name, err)
		}
	}
	for i := range p.Loads {
		if err := checkLoad(p, &p.Loads[i]); err != nil {
			return fmt.Errorf("load %q: %w", p.Loads[i].Name, err)
		}
	}
	if err := checkCells(p); err != nil {
		return err
	}
	return checkAsserts(p)
}

// checkHead checks what the plan says of itself as a whole. The format comes
// first: nothing else means what it says in a plan of another.
func checkHead(p *Plan) error {
	if p.Format != Format {
		return fmt.Errorf("the format is %d, not %d", p.Format, Format)
	}
	if err := oneOf("order", string(p.Order), string(Grouped), string(Interleaved), string(Shuffled)); err != nil {
		return err
	}
	if err := oneOf("data", string(p.Data), string(Reuse), string(Fresh)); err != nil {
		return err
	}
	if err := oneOf("on_failure", p.OnFailure, "continue", "stop"); err != nil {
		return err
	}
	if len(p.Cells) == 0 {
		return fmt.Errorf("experiment %q has no cells", p.Experiment)
	}
	for _, f := range p.Factors {
		if f.Kind != expr.Int && f.Kind != expr.Float && f.Kind != expr.Bool && f.Kind != expr.String {
			return fmt.Errorf("factor %q: kind %s cannot be a factor's", f.Name, f.Kind)
		}
	}
	return first(
		within("repeat", int64(p.Repeat), 1, maxCount),
		within("cells times repeat", int64(p.Repeat)*int64(len(p.Cells)), 1, maxRuns),
	)
}

// checkTarget: AppendName and the ledger put the quote around names and double
// it inside, which one character alone allows.
func checkTarget(p *Plan, t *Target) error {
	if t.Probe != nil {
		return checkProbe(t)
	}
	if len(t.Dialect.Quote) != 1 {
		return fmt.Errorf("target %q: the quote %q is not one character", t.Name, t.Dialect.Quote)
	}
	if !slices.Contains([]string{"", TLSPreferred, TLSRequired, TLSVerifyCA, TLSVerifyIdentity}, t.TLS) {
		return fmt.Errorf("target %q: no mode of TLS is called %q", t.Name, t.TLS)
	}
	if t.Server == nil {
		return nil
	}
	return index("server", *t.Server, len(p.Servers))
}

// checkLoad checks a load by itself. A bound on each time keeps the sums that
// the executor makes of them within int64.
func checkLoad(p *Plan, l *Load) error {
	err := first(
		index("target", l.Target, len(p.Targets)),
		within("events", l.Events, 0, maxRows),
		within("warmup", l.Warmup, 0, maxTime),
		within("duration", l.Duration, 0, maxTime),
		within("cooldown", l.Cooldown, 0, maxTime),
		within("grace", l.Grace, 0, maxTime),
		within("max_attempts", int64(l.Errors.MaxAttempts), 1, maxRows),
		within("backoff", l.Errors.Backoff, 0, maxTime),
		within("backoff_max", l.Errors.BackoffMax, 0, maxTime),
		within("reconnect", l.Errors.Reconnect, 0, maxTime),
		within("events of a connection", l.Reconnect, 0, maxRows),
		within("start_timeout", l.StartTimeout, 0, maxTime),
	)
	if err != nil {
		return err
	}
	if err := checkWork(p, l); err != nil {
		return err
	}
	if l.Duration == 0 && l.Events == 0 {
		return fmt.Errorf("neither duration nor events ends it")
	}
	if err := (&scope{facts: true}).number("threads", &l.Threads, 1, maxCount); err != nil {
		return err
	}
	if err := checkOpen(l.Open); err != nil {
		return err
	}
	if err := checkStages(l); err != nil {
		return err
	}
	return (&scope{facts: true, draws: true, worker: true}).optional("think", &l.Think)
}

// checkWork: a load runs either a mix or a probe.
func checkWork(p *Plan, l *Load) error {
	if p.Probe(l) == nil {
		return index("mix", l.Mix, len(p.Mixes))
	}
	if l.Mix != -1 {
		return fmt.Errorf("it goes to a probe and has mix %d too", l.Mix)
	}
	return nil
}

// checkOpen checks what makes a load an open loop, if anything does. A rate
// that is no number is in no bounds.
func checkOpen(o *Open) error {
	if o == nil {
		return nil
	}
	if !(o.Rate >= LeastRate && o.Rate <= MostRate) && o.Rate != 0 {
		return fmt.Errorf("rate %v is not 0 or from %v to %v", o.Rate, LeastRate, MostRate)
	}
	if err := oneOf("arrivals", o.Arrivals, Poisson, Constant); err != nil {
		return err
	}
	if err := oneOf("overload", o.Overload, Wait, Drop, Stop); err != nil {
		return err
	}
	return within("max_wait", o.MaxWait, 0, maxTime)
}

// checkCells: numbers rise, so a cell is found by number and stands once.
func checkCells(p *Plan) error {
	last := -1
	for i := range p.Cells {
		c := &p.Cells[i]
		if c.Number <= last {
			return fmt.Errorf("cell %d stands after cell %d", c.Number, last)
		}
		last = c.Number
		if err := checkCell(p, c); err != nil {
			return fmt.Errorf("cell %d: %w", c.Number, err)
		}
	}
	return nil
}

// checkCell checks a cell's values and indexes. Tables are made at the cell's
// own target, so that must be a database if there are any.
func checkCell(p *Plan, c *Cell) error {
	if len(c.Values) != len(p.Factors) {
		return fmt.Errorf("%d values for %d factors", len(c.Values), len(p.Factors))
	}
	for i, v := range c.Values {
		if v.Op != expr.OpConst || v.Kind != p.Factors[i].Kind || len(v.Args) != 0 {
			return fmt.Errorf("factor %q: the value is no constant of kind %s", p.Factors[i].Name, p.Factors[i].Kind)
		}
	}
	if c.Schema != -1 {
		if err := index("schema", c.Schema, len(p.Schemas)); err != nil {
			return err
		}
	}
	if err := index("target", c.Target, len(p.Targets)); err != nil {
		return err
	}
	if c.Schema != -1 && p.Targets[c.Target].Probe != nil {
		return fmt.Errorf("its tables would be made at a probe")
	}
	if len(c.Loads) == 0 {
		return fmt.Errorf("it has no loads")
	}
	return checkCellLoads(p, c)
}

// checkCellLoads holds two rules that reports and the executor rely on: a
// cell's loads have different names, and their mixes use the tables made.
func checkCellLoads(p *Plan, c *Cell) error {
	names := make(map[string]bool, len(c.Loads))
	for _, i := range c.Loads { // each was checked by itself before, so its indexes hold
		if err := index("load", i, len(p.Loads)); err != nil {
			return err
		}
		load := &p.Loads[i]
		if names[load.Name] {
			return fmt.Errorf("two loads are called %q", load.Name)
		}
		names[load.Name] = true
		if p.Probe(load) != nil {
			continue
		}
		if s := p.Mixes[load.Mix].Schema; s != -1 && s != c.Schema {
			return fmt.Errorf("load %q uses schema %d, the cell makes schema %d", load.Name, s, c.Schema)
		}
	}
	return nil
}

// checkAsserts: a condition sees results and nothing of a worker.
func checkAsserts(p *Plan) error {
	for i := range p.Asserts {
		s := scope{results: true}
		if err := s.tree(&p.Asserts[i].Condition); err != nil {
			return fmt.Errorf("assert %q: %w", p.Asserts[i].Name, err)
		}
	}
	return nil
}
