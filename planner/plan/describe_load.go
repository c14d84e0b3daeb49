package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// loads writes each load once, with the cells it runs in; loads that differ
// only in a mix's tables read the same.
func (t *describer) loads() {
	p := t.plan
	users := make(map[string][]int)
	var rows []string
	policies := gathering{of: make(map[string][]string)}
	for i := range p.Cells {
		for _, j := range p.Cells[i].Loads {
			row := loadWords(p, &p.Loads[j])
			if users[row] == nil {
				rows = append(rows, row)
				policies.add(policy(&p.Loads[j]), p.Loads[j].Name)
			}
			users[row] = append(users[row], p.Cells[i].Number)
		}
	}
	for i, row := range rows {
		rows[i] += ranges(users[row])
	}
	rows = append([]string{"load\tmix\ttarget\tthreads\twarm-up\tmeasure\tcool-down\tcells"}, rows...)
	t.line("\nloads, side by side in a cell")
	t.table(abbreviate(rows, "load"))
	for _, text := range policies.order {
		t.line("  %s: %s", strings.Join(distinct(policies.of[text]), ", "), text)
	}
	t.settings()
}

// gathering is names by a text that they share, texts in order of appearance.
type gathering struct {
	order []string
	of    map[string][]string
}

// add notes that text holds for name too.
func (g *gathering) add(text, name string) {
	if g.of[text] == nil {
		g.order = append(g.order, text)
	}
	g.of[text] = append(g.of[text], name)
}

// loadWords is a load's row up to its cells.
func loadWords(p *Plan, l *Load) string {
	work := "-"
	if l.Mix >= 0 {
		work = p.Mixes[l.Mix].Name
	}
	return strings.Join([]string{
		l.Name, work, targetWords(p, l.Target), numberWords(&l.Threads, nil),
		duration(l.Warmup), measured(l), duration(l.Cooldown), "",
	}, "\t")
}

// targetWords names the driver and dialect unless the target's name says them.
func targetWords(p *Plan, target int) string {
	name, t := p.placeWords(target), &p.Targets[target]
	if t.Name == t.Dialect.Name || t.Probe != nil {
		return name
	}
	return name + " (" + t.Driver + ", " + t.Dialect.Name + ")"
}

// measured is what ends the measured phase.
func measured(l *Load) string {
	if l.Events == 0 {
		return duration(l.Duration)
	}
	events := plural(l.Events, "event")
	if l.Each {
		events += " of each worker"
	}
	if l.Duration == 0 {
		return events
	}
	return events + ", at most " + duration(l.Duration)
}

// policy is what a load does besides its work: pauses and failures. Loads mostly
// share it, so it is written below the table and not in it.
func policy(l *Load) string {
	parts := open(l.Open)
	if len(l.Stages) > 0 {
		parts = append(parts, "stages: "+stageWords(l))
	}
	if !l.Think.Absent() {
		parts = append(parts, "pauses "+micros(&l.Think, nil)+" between events")
	}
	if len(l.Errors.Retry) > 0 {
		parts = append(parts, fmt.Sprintf("retries errors %s up to %s in all, %s to %s apart",
			codes(l.Errors.Retry), plural(int64(l.Errors.MaxAttempts), "attempt"), duration(l.Errors.Backoff), duration(l.Errors.BackoffMax)))
	}
	if len(l.Errors.Ignore) > 0 {
		parts = append(parts, "counts errors "+codes(l.Errors.Ignore)+" and goes on")
	}
	switch l.Reconnect {
	case 0:
	case 1:
		parts = append(parts, "a new connection after each event")
	default:
		parts = append(parts, "a new connection after each "+plural(l.Reconnect, "event")+" of a worker")
	}
	if l.StartTimeout > 0 {
		parts = append(parts, "all workers connect within "+duration(l.StartTimeout))
	}
	if l.Mix >= 0 {
		parts = append(parts, "reconnects for "+duration(l.Errors.Reconnect))
	}
	parts = append(parts, "ends at the latest "+duration(l.Grace)+" after its last phase")
	return strings.Join(parts, "; ")
}

// open is when the events of an open loop are due, and what becomes of those
// that no worker is free for.
func open(o *Open) []string {
	if o == nil {
		return nil
	}
	rate := fmt.Sprintf("open loop, %s arrivals at %s/s", o.Arrivals, strconv.FormatFloat(o.Rate, 'f', -1, 64))
	if o.PerWorker {
		rate += " for each worker"
	}
	switch o.Overload {
	case Drop:
		return []string{rate, "drops what has waited for " + duration(o.MaxWait)}
	case Stop:
		return []string{rate, "stops once an arrival has waited for " + duration(o.MaxWait)}
	}
	return []string{rate, "arrivals wait while no worker is free"}
}

// stageWords is the stages of a load, one after the other.
func stageWords(l *Load) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	unit := " workers"
	if l.Open != nil {
		unit = "/s"
	}
	words := []string{"from " + number(l.Start()) + unit}
	for i := range l.Stages {
		s := &l.Stages[i]
		how := map[string]string{ShapeStep: "at", ShapeRamp: "to", ShapeSpike: "up to and back from", ShapeSine: "around"}[s.Shape]
		text := s.Name + " " + duration(s.Length) + " " + how + " " + number(s.Level) + unit
		if s.Shape == ShapeSine {
			text += " ± " + number(s.Amplitude) + " in waves of " + duration(s.Period)
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// openWords is an open loop in one piece, for a difference from another.
func openWords(o *Open) string {
	if o == nil {
		return "closed loop"
	}
	return strings.Join(open(o), ", ")
}

// codes lists error numbers; -1 stands for all.
func codes(list []int) string {
	var words []string
	for _, code := range list {
		if code == -1 {
			return "of any code"
		}
		words = append(words, fmt.Sprint(code))
	}
	return strings.Join(words, ", ")
}

// micros is a pause: a time if it is known, else its expression.
func micros(e *expr.Expr, names []string) string {
	if e.Op == expr.OpConst && e.Kind == expr.Int {
		return duration(multiply(max(e.Int, 0), 1000))
	}
	if seconds := perMillion(e); seconds != nil {
		return words(seconds, names) + " s"
	}
	return words(e, names) + " µs"
}

// perMillion is the number of seconds that the planner has made microseconds
// of, so that a reader finds what the author wrote; nil if it is none.
func perMillion(e *expr.Expr) *expr.Expr {
	if e.Op == expr.OpInt {
		e = &e.Args[0]
	}
	if e.Op != expr.OpMul || e.Args[1].Op != expr.OpConst || e.Args[1].Int != 1_000_000 && e.Args[1].Float != 1e6 {
		return nil
	}
	return &e.Args[0]
}

// settings writes what each connection is told first.
func (t *describer) settings() {
	for i := range t.plan.Targets {
		target := &t.plan.Targets[i]
		all := target.wire()
		for _, s := range target.Session {
			all = append(all, s.Name+" = "+s.Value)
		}
		all = append(all, target.Init...)
		if len(all) > 0 {
			t.line("  connections to %s: %s", target.Name, strings.Join(all, "; "))
		}
	}
}

// wire says what is special about the connections themselves.
func (t *Target) wire() (words []string) {
	if t.TLS != "" {
		words = append(words, "TLS "+t.TLS)
	}
	if t.Compress {
		words = append(words, "compressed")
	}
	if t.Charset != "" {
		words = append(words, strings.TrimSpace("character set "+t.Charset+" "+t.Collation))
	}
	return words
}
